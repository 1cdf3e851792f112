#if CommandLine
import EventArguments
import Launches
import ModuleLifecycle

extension DispatchEntry {
  /// The response and the modules that decided it: `yes (Scene)`. Empty if the event takes no response.
  var answerInWords: String {
    guard response != .null else { return "" }
    guard handlers.contains(where: { $0.outcome == .answered }) else { return "\(response.words) (no votes)" }
    let deciding = handlers.filter { $0.outcome == .answered && $0.value == response }.map(\.module)
    switch deciding.count {
    case 0: return response.words
    case 1...2: return "\(response.words) (\(deciding.joined(separator: ", ")))"
    default: return "\(response.words) (\(Phrases.count(deciding.count, "module")))"
    }
  }

  /// Whether a handler or a named part of one threw.
  var hasThrown: Bool { handlers.contains { $0.outcome == .threw } }
  var throwing: [String] { handlers.filter { $0.outcome == .threw && $0.part == nil }.map(\.module) }

  /// `#117 openURL pay:42 out of state`
  var heading: String { "#\(id) \(title)\(isReplay ? " replayed" : isOutOfState ? " out of state" : "")" }

  /// The result: the response, how many modules were called, which of them threw, and the time.
  var outcome: [String] {
    let called = calledCount == 0 ? "no module handles it" : "\(Phrases.number(calledCount)) called"
    let threw = throwing
    let thrown = threw.isEmpty ? "" : "\(threw.count == 1 ? threw[0] : Phrases.count(threw.count, "module")) threw"
    return [answerInWords, called, thrown, Phrases.time(totalNanoseconds)].filter { !$0.isEmpty }
  }

  /// The event and its arguments in short form: `openURL pay:42`.
  var title: String { Self.title(event: event, arguments: arguments) }

  static func title(event: String, arguments: JSONValue) -> String {
    let texts = arguments.members.sorted { $0.key > $1.key }.map { EventArgument.text(of: $0.value) }
    return ([event] + texts.filter { !$0.isEmpty }).joined(separator: " ")
  }

  /// The most levels of nested rows.
  private static let deepest = 64

  /// The nesting depth of each of the handlers' rows.
  var depths: [Int] {
    handlers.reduce(into: []) { depths, span in
      depths.append(span.parent.flatMap { depths.indices.contains($0) ? depths[$0] + 1 : nil } ?? 0)
    }
  }

  /// The entry with sound nesting: a parent that is not an earlier row is removed, and a deeper row is moved to the
  /// greatest depth. A file can contain anything. Visits each row if any row is nested.
  var withSoundRows: DispatchEntry {
    guard handlers.contains(where: { $0.parent != nil }) else { return self }
    var rows: [HandlerSpan] = []
    var depths: [Int] = []
    for var span in handlers {
      let parent = span.parent.flatMap { depths.indices.contains($0) ? $0 : nil }
      let isTooDeep = parent.map { depths[$0] == Self.deepest } ?? false
      span.parent = isTooDeep ? parent.flatMap { rows[$0].parent } : parent
      rows.append(span)
      depths.append(isTooDeep ? Self.deepest : parent.map { depths[$0] + 1 } ?? 0)
    }
    var sound = self
    sound.handlers = HandlerSpans(rows)
    return sound
  }

  /// The approximate size of its values and texts in bytes, without the rows themselves. Visits each row.
  var carriedBytes: Int {
    handlers.reduce(arguments.bytes + response.bytes) { $0 + $1.value.bytes + ($1.error?.utf8.count ?? 0) }
  }
}

extension JSONValue {
  fileprivate var bytes: Int {
    switch self {
    case .null, .bool, .integer, .number: 0
    case .string(let text): text.utf8.count
    case .array(let values): values.reduce(32) { $0 + 16 + $1.bytes }
    case .object(let members): members.reduce(64) { $0 + 32 + $1.key.utf8.count + $1.value.bytes }
    }
  }
}
#endif
