#if CommandLine
import Dashboard
import Dispatch
import ModuleLifecycle

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
    guard let turn = repetition.begin(name) else { return repetition.refusal }
    DispatchQueue.main.async { [self] in
      MainActor.assumeIsolated {
        report(.started)
        begin(event, times: times, relaunching: relaunching, turn, report)
      }
    }
    return nil
  }

  @MainActor private func begin(
    _ event: any LifecycleEvent, times: Int, relaunching: Bool, _ turn: RepetitionSlot.Turn, _ report: @escaping Report
  ) {
    guard let composite else {
      repetition.end(turn)
      return report(.finished(problem: Self.hasGone))
    }
    let (journal, repetition, pace) = (composite.journal, repetition, pace)
    func open<Event: LifecycleEvent>(_ event: Event) {
      Repeater(
        event, times: times, relaunching: relaunching, on: composite,
        .init(
          now: { journal.now },
          later: { pace.later($0) },
          isStopped: { turn.isStopped },
          progress: { report(.repeating($0)) },
          end: { outcome in
            // Sorting a million durations would hold the main actor up.
            DispatchQueue.global().async { @Sendable in
              repetition.end(turn)
              report(.repeated(outcome.summary))
              report(.finished(problem: outcome.problem))
            }
          })
      ).begin()
    }
    open(event)
  }
}
#endif
