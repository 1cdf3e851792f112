import ModuleLifecycle
import Synchronization

/// Where an experiment writes down what it does and sees.
///
/// After `start()` lines bear the time that has passed since, without the time that the reports themselves took.
final class Notebook: Sendable {
  /// The experiment's name.
  let page: String
  private let report: @Sendable (LabLine) -> Void
  /// When the watch was started; 0 while it stands.
  private let origin = Atomic<UInt64>(0)

  init(page: String, report: @escaping @Sendable (LabLine) -> Void) {
    self.page = page
    self.report = report
  }

  /// Writes down something that was done.
  func step(_ text: String) { write(.step, text) }

  /// Writes down something that was seen.
  func result(_ text: String) { write(.result, text) }

  /// Writes down something to know; it has no time.
  func note(_ text: String) { report(LabLine(.note, text)) }

  /// Writes down a line without time.
  func add(_ kind: LabLine.Kind, _ text: String) { report(LabLine(kind, text)) }

  /// Writes down what comes next, and starts the watch at it: the decisive moment.
  func start(_ text: String) {
    origin.store(0, ordering: .relaxed)
    write(.step, text)
    origin.store(MonotonicClock.system.now, ordering: .relaxed)
  }

  /// Does something while the watch goes.
  ///
  /// - Parameter text: What comes next.
  func time(_ text: String, _ action: () -> Void) {
    start(text)
    action()
    stop()
  }

  /// Stops the watch: what follows has no time.
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
