#if CommandLine
import RollcallDashboard
import RollcallDelegateLab
import ModuleLifecycle

/// Runs the delegate lab's experiments for a dashboard, one at a time, off the main actor and the screen's thread.
final class LabController: Sendable {
  private let cases: ChildCases?
  /// The run that was started last.
  private let latest = Locked<Task<Void, Never>?>(nil)

  /// - Parameter cases: Runs the cases that would end the process.
  init(cases: ChildCases? = nil) { self.cases = cases }

  /// - Parameter report: Called with each line, and with `nil` at the end.
  func run(_ id: String, report: @escaping @Sendable (LabLine?) -> Void) {
    guard let experiment = Experiment.named(id) else { return report(nil) }
    latest.withLock { [cases] latest in
      // Experiments take measurements and could disturb each other.
      let previous = latest
      latest = Task {
        await previous?.value
        await experiment.run(cases: cases) { report($0) }
        report(nil)
      }
    }
  }
}
#endif
