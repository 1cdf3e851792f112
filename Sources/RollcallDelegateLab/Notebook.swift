import ModuleLifecycle
import Synchronization

/// Records what an experiment does and observes.
///
/// After `start(_:)`, each line has the time since then, without the time that the reports themselves take.
final class Notebook: Sendable {
  /// The experiment's name.
  let page: String
  private let report: @Sendable (LabLine) -> Void
  /// The start time of the stopwatch; 0 while it is stopped.
  private let origin = Atomic<UInt64>(0)

  init(page: String, report: @escaping @Sendable (LabLine) -> Void) {
    self.page = page
    self.report = report
  }

  /// Records an action.
  func step(_ text: String) { write(.step, text) }

  /// Records an observation.
  func result(_ text: String) { write(.result, text) }

  /// Records background information, without a time.
  func note(_ text: String) { report(LabLine(.note, text)) }

  /// Records a line without a time.
  func add(_ kind: LabLine.Kind, _ text: String) { report(LabLine(kind, text)) }

  /// Records the next action, and starts the stopwatch: this is the decisive moment.
  func start(_ text: String) {
    origin.store(0, ordering: .relaxed)
    write(.step, text)
    origin.store(MonotonicClock.system.now, ordering: .relaxed)
  }

  /// Runs an action while the stopwatch runs.
  ///
  /// - Parameter text: A description of the action.
  func time(_ text: String, _ action: () -> Void) {
    start(text)
    action()
    stop()
  }

  /// Stops the stopwatch: later lines have no time.
  func stop() { origin.store(0, ordering: .relaxed) }

  private func write(_ kind: LabLine.Kind, _ text: String) {
    let (now, origin) = (MonotonicClock.system.now, origin.load(ordering: .relaxed))
    report(LabLine(kind, text, afterNanoseconds: origin == 0 ? nil : now - min(origin, now)))
    if origin > 0 {
      let spent = MonotonicClock.system.now - now
      _ = self.origin.compareExchange(expected: origin, desired: origin + spent, ordering: .relaxed)
    }
  }
}
