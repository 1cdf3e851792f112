import ModuleLifecycle
import OrderedCollections
import TerminalUI

/// What repeated events took: for each event a table with a row for each handler.
struct RepeatSummary {
  /// The times of one row, in nanoseconds.
  private struct Times {
    private var all: [UInt64] = []
    var threw = 0

    mutating func add(_ time: UInt64) { all.append(time) }

    /// How many, the least, the middle one, and the greatest.
    var cells: [String] {
      let sorted = all.sorted()
      guard let least = sorted.first, let median = Percentile.value(50, of: sorted), let greatest = sorted.last else {
        return ["", "", "", ""]
      }
      return [CountText.format(sorted.count)] + [least, median, greatest].map { DurationText.format(nanoseconds: $0) }
    }
  }

  private struct Row: Hashable {
    let place: Int
    let module: String
    let part: String?
  }

  private struct Event {
    var rows: OrderedDictionary<Row, Times> = [:]
    var whole = Times()
  }

  private var events: OrderedDictionary<String, Event> = [:]
  /// The warnings that were said once, and how often they came after that.
  private var warnings: OrderedDictionary<String, Int> = [:]

  /// Whether a warning is the first of its kind about its module. The others are counted.
  mutating func isFirst(_ warning: WarningEntry) -> Bool {
    let subject = "\(warning.kind)\(warning.module.map { " of \($0)" } ?? "")"
    warnings[subject, default: -1] += 1
    return warnings[subject] == 0
  }

  mutating func add(_ dispatch: DispatchEntry) {
    var event = events[dispatch.event] ?? Event()
    // Not kept twice while it is changed.
    events[dispatch.event] = Event()
    event.whole.add(dispatch.totalNanoseconds)
    for (span, own) in zip(dispatch.handlers, dispatch.ownTimes) where span.outcome != .skipped {
      let row = Row(place: span.order, module: dispatch.indent(of: span) + (span.part ?? span.module), part: span.part)
      event.rows[row, default: Times()].add(own)
      if span.outcome == .threw { event.rows[row, default: Times()].threw += 1 }
    }
    events[dispatch.event] = event
  }

  /// The warnings that were only counted, and a table for each event, in the order in which they were first fired.
  var text: String {
    let counts = warnings.filter { $1 > 0 }.map {
      "WARNING  \($0.printable(.line)) came \($1 == 1 ? "once" : "\(CountText.format($1)) times") more.\n"
    }
    return (counts.isEmpty ? "" : counts.joined() + "\n") + tables
  }

  private var tables: String {
    events.map { name, event in
      var table = TextTable(
        ["#", "module", "n", "fastest", "median", "slowest"],
        alignments: [.trailing, .leading, .trailing, .trailing, .trailing, .trailing])
      for (row, times) in event.rows {
        let place = row.part == nil ? "\(row.place)" : ""
        table.add(
          [place, row.module] + times.cells
            + (times.threw > 0 ? ["threw \(CountText.format(times.threw))\u{00D7}"] : []))
      }
      table.add(["", "the whole event"] + event.whole.cells)
      return "\(name.printable(.line)), how long each took of its own\n\n\(table.text)\n\n"
    }.joined()
  }
}
