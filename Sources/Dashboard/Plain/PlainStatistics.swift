import ModuleLifecycle
import TerminalUI

/// How long the handlers of an event took over several dispatches, line by line.
///
/// Percentiles are exact, by nearest rank: of `n` times in ascending order, the p-th is that in place `p/100 × n`,
/// rounded up.
struct PlainStatistics {
  private struct Row {
    let name: String
    var times: [UInt64] = []
  }

  private let event: String
  private var total = Row(name: "All together")
  private var rows: [Row] = []

  /// - Returns: `nil` if none of the dispatches is of the event.
  init?(of event: String, in dispatches: some Sequence<DispatchEntry>) {
    self.event = event
    var places: [String: Int] = [:]
    for dispatch in dispatches where dispatch.event == event {
      total.times.append(dispatch.totalNanoseconds)
      for span in dispatch.handlers where span.outcome != .skipped {
        let key = "\(span.moduleID.rawValue) \(span.part ?? "")"
        let place = places[key] ?? rows.count
        if place == rows.count {
          places[key] = place
          rows.append(Row(name: span.part.map { "  \(span.module), \($0)" } ?? span.module))
        }
        rows[place].times.append(span.selfNanoseconds)
      }
    }
    if total.times.isEmpty { return nil }
  }

  /// A line for the whole event, and one for each handler.
  var lines: [String] {
    let sum = total.times.reduce(0, &+)
    let times = total.times.count == 1 ? "once" : "\(total.times.count) times"
    return ["\(event), fired \(times). Each module's own time:"]
      + rows.map { line($0, share: ShareText.format($0.times.reduce(0, &+), of: sum)) } + [line(total, share: nil)]
  }

  private func line(_ row: Row, share: String?) -> String {
    let sorted = row.times.sorted()
    func at(_ percent: Int) -> String {
      DurationText.format(nanoseconds: sorted[max(1, (sorted.count * percent + 99) / 100) - 1])
    }
    let last = DurationText.format(nanoseconds: row.times.last ?? 0)
    let values =
      "\(sorted.count) times, last \(last), median \(at(50)), p95 \(at(95)), p99 \(at(99)), longest \(at(100))"
    return "\(row.name): \(values)" + (share.map { ", \($0) of all" } ?? "")
  }
}
