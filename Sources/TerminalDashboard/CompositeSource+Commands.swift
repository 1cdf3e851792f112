#if CommandLine
import Dashboard
import Dispatch
import Exports
import ModuleLifecycle
import Recordings

extension CompositeSource {
  typealias Report = @Sendable (CommandProgress) -> Void

  /// Fires an event repeatedly, unless that is being done already.
  ///
  /// - Returns: Why it is not done, in a sentence; otherwise `nil`.
  func repeatedly(
    _ event: any LifecycleEvent, named name: String, times: Int, relaunching: Bool, _ report: @escaping Report
  ) -> String? {
    guard (1...Command.mostTimes).contains(times) else {
      return "An event can be fired from 1 to \(Command.mostTimes) times, not \(times)."
    }
    guard repetition.begin(name) else { return repetition.refusal }
    DispatchQueue.main.async { [self] in
      MainActor.assumeIsolated {
        report(.started)
        begin(event, times: times, relaunching: relaunching, report)
      }
    }
    return nil
  }

  @MainActor private func begin(
    _ event: any LifecycleEvent, times: Int, relaunching: Bool, _ report: @escaping Report
  ) {
    guard let composite else {
      repetition.end()
      return report(.finished(problem: Self.hasGone))
    }
    let (journal, repetition, pace) = (composite.journal, repetition, pace)
    func open<Event: LifecycleEvent>(_ event: Event) {
      Repeater(
        event, times: times, relaunching: relaunching, on: composite,
        .init(
          now: { journal.now },
          later: { pace.later($0) },
          isStopped: { repetition.isStopped },
          progress: { report(.repeating(done: $0)) },
          end: { outcome in
            // Sorting a million durations would hold the main actor up.
            DispatchQueue.global().async { @Sendable in
              repetition.end()
              report(.repeated(outcome.summary))
              report(.finished(problem: outcome.problem))
            }
          })
      ).begin()
    }
    open(event)
  }

  /// Writes what the journal keeps by now, seen by a reader of its own. Neither the main actor nor the screen waits for it.
  func export(as format: String, about dispatch: UInt64?, to path: String?, _ report: @escaping Report) -> String? {
    let header = journal.header(application: description.application)
    return exports.export(format, ExportOptions(dispatch: dispatch), to: path, of: header, report: report) {
      [journal] take in
      let reader = journal.reader()
      // It begins with the oldest entry that is kept; what is dropped from now on, it counts itself.
      let dropped = reader.next
      if dropped > 0 { try take(.gap(GapEntry(dropped: dropped))) }
      // What is written meanwhile may come without end.
      var rest = reader.backlog.kept
      while rest > 0 {
        let entries = reader.read(limit: min(rest, 256))
        if entries.isEmpty { break }
        for entry in entries {
          try take(entry)
          if case .gap = entry { continue }
          rest -= 1
        }
      }
    }
  }

  /// Ends what is being exported: it is finished within a moment, or given up.
  func endExports() { exports.end() }
}
#endif
