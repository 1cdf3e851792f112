import ModuleLifecycle
import RollcallLaunches
import RollcallRecordings
import RollcallTextFormatting

/// A CSV table (RFC 4180). It has a row for each handler's call, for each named part of a call, and for each composite
/// around modules. Each module's creation also has a row, with the event `(creation)`, and so does each named moment,
/// with the event `(mark)` and the name as its part. The first row has the time before the composite, if it is known, with
/// the event `(before)`. Times are in nanoseconds. Text that a spreadsheet would read as a
/// formula gets a leading apostrophe.
struct CSVExport: EntryExport {
  static let columns = [
    "dispatch", "parent_dispatch", "sent_by", "event", "arguments", "at_ns", "at_utc", "dispatch_total_ns", "response",
    "state", "out_of_state", "replay", "follows", "held_ns", "row", "inside_row", "order", "module", "module_id",
    "part", "outcome", "value", "start_ns", "self_ns", "total_ns", "suspended_ns", "error", "claimed_by",
    "computing_ns", "waiting_ns",
  ]

  /// The event of rows for a module's creation.
  private static let creation = "(creation)"
  /// The event of the row for the time before the composite.
  private static let before = "(before)"
  /// The event of rows for a named moment.
  private static let mark = "(mark)"

  let header: JournalHeader
  private var creations = ModuleCreations()

  init(header: JournalHeader) { self.header = header }

  mutating func begin(_ out: inout String) {
    Self.write(Self.columns, to: &out)
    guard let before = header.processOfFirstLaunch else { return }
    let time = CalendarTime(nanosecondsSince1970: header.startedNanoseconds.minus(before))
    let cells = ["event": Self.before, "at_utc": time.iso8601, "self_ns": "\(before)", "total_ns": "\(before)"]
    Self.write(Self.columns.map { cells[$0] ?? "" }, to: &out)
  }

  mutating func add(_ entry: AnyEntry, to out: inout String) {
    switch entry {
    case .dispatch(let dispatch): add(dispatch, to: &out)
    case .module(let module):
      if let creation = creations.add(module) { add(creation, of: module, to: &out) }
    case .mark(let mark): add(mark, to: &out)
    default: break
    }
  }

  private func add(_ creation: ModuleCreation, of entry: ModuleEntry, to out: inout String) {
    let time = CalendarTime(nanosecondsSince1970: header.startedNanoseconds.plus(creation.atNanoseconds))
    let cells = [
      "event": Self.creation, "at_ns": "\(creation.atNanoseconds)", "at_utc": time.iso8601, "order": "\(entry.order)",
      "module": Self.bare(creation.name), "module_id": "\(creation.module)", "outcome": entry.change.rawValue,
      "start_ns": "0", "self_ns": "\(creation.selfNanoseconds)", "total_ns": "\(creation.totalNanoseconds)",
      "computing_ns": Self.number(creation.breakdown?.computingNanoseconds),
      "waiting_ns": Self.number(creation.breakdown?.waitingNanoseconds),
    ]
    Self.write(Self.columns.map { cells[$0] ?? "" }, to: &out)
  }

  private func add(_ mark: MarkEntry, to out: inout String) {
    let time = CalendarTime(nanosecondsSince1970: header.startedNanoseconds.plus(mark.atNanoseconds))
    let cells = [
      "dispatch": Self.number(mark.dispatch?.rawValue), "event": Self.mark, "at_ns": "\(mark.atNanoseconds)",
      "at_utc": time.iso8601, "module": Self.bare(mark.module), "module_id": Self.number(mark.moduleID?.rawValue),
      "part": Self.bare(mark.name),
    ]
    Self.write(Self.columns.map { cells[$0] ?? "" }, to: &out)
  }

  /// A number; empty for `nil`.
  private static func number(_ value: UInt64?) -> String { value.map { "\($0)" } ?? "" }

  private func add(_ dispatch: DispatchEntry, to out: inout String) {
    let time = CalendarTime(nanosecondsSince1970: header.startedNanoseconds.plus(dispatch.atNanoseconds))
    let common = [
      "\(dispatch.id)", dispatch.parent.map { "\($0)" } ?? "", Self.bare(dispatch.parentModule),
      Self.bare(dispatch.event), Self.text(dispatch.arguments), "\(dispatch.atNanoseconds)", time.iso8601,
      "\(dispatch.totalNanoseconds)", Self.text(dispatch.response), dispatch.state?.rawValue ?? "",
      "\(dispatch.isOutOfState)", "\(dispatch.isReplay)", Self.number(dispatch.follows?.rawValue),
      Self.number(dispatch.heldNanoseconds),
    ]
    for (index, span) in dispatch.handlers.enumerated() {
      Self.write(
        common + [
          "\(index + 1)", span.parent.map { "\($0 &+ 1)" } ?? "", "\(span.order)", Self.bare(span.module),
          "\(span.moduleID)", Self.bare(span.part), Self.bare(span.outcome.rawValue), Self.text(span.value),
          "\(span.startNanoseconds)", "\(span.selfNanoseconds)", "\(span.totalNanoseconds)",
          Self.number(span.suspendedNanoseconds), Self.bare(span.error), Self.bare(span.claimedBy),
          Self.number(span.computingNanoseconds), Self.number(span.waitingNanoseconds),
        ], to: &out)
    }
  }

  /// A string as text, any other value as JSON: a number is not a formula.
  private static func text(_ value: EventValue) -> String {
    switch value {
    case .null: ""
    case .string(let text): Self.bare(text)
    default: value.json
    }
  }

  /// Text that no spreadsheet reads as a formula; empty for `nil`.
  private static func bare(_ text: String?) -> String {
    guard let text, let first = text.unicodeScalars.first else { return "" }
    return "=+-@\t\r\n".unicodeScalars.contains(first) ? "'\(text)" : text
  }

  private static func write(_ fields: [String], to out: inout String) {
    for (index, field) in fields.enumerated() {
      if index > 0 { out.write(",") }
      out.write(field.utf8.allSatisfy { $0 > 0x2C && $0 < 0x7F } ? field : quoted(field))
    }
    out.write("\r\n")
  }

  /// A printable field, in quotes if necessary. CR, LF, U+2028 and U+2029 stay: line breaks are part of the text.
  private static func quoted(_ field: String) -> String {
    var (text, isPlain) = (String.UnicodeScalarView(), true)
    for scalar in field.unicodeScalars {
      switch scalar {
      case "\"":
        text.append(scalar)
        fallthrough
      case ",", "\r", "\n":
        text.append(scalar)
        isPlain = false
      default: text.append(scalar.printable(.lines))
      }
    }
    return isPlain ? String(text) : "\"\(String(text))\""
  }
}

/// One JSON document with the header and all entries as in the recording: keys sorted, times in nanoseconds.
struct JSONExport: EntryExport {
  let header: JournalHeader
  private var isFirst = true

  init(header: JournalHeader) { self.header = header }

  mutating func begin(_ out: inout String) { out.write("{\"entries\":[") }

  mutating func add(_ entry: AnyEntry, to out: inout String) {
    out.write(isFirst ? "\n" : ",\n")
    isFirst = false
    out.write(JournalLine.encode(entry).printableJSON)
  }

  mutating func end(_ out: inout String) {
    out.write("\n],\"header\":\(JournalLine.encode(header).printableJSON)}\n")
  }
}
