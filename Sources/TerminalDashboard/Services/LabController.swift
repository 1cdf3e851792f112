#if CommandLine
import Dashboard
import DelegateLab
import ModuleLifecycle

/// Runs the delegate lab's experiments for a dashboard, one at a time, away from the main actor and from the screen.
final class LabController: Sendable {
  private let cases: ChildCases?
  /// The run that was started last.
  private let latest = Locked<Task<Void, Never>?>(nil)

  /// - Parameter cases: Runs what would end the process.
  init(cases: ChildCases? = nil) { self.cases = cases }

  /// - Parameter report: Told each line, and `nil` at the end.
  func run(_ id: String, report: @escaping @Sendable (LabLine?) -> Void) {
    guard let experiment = Experiment.named(id) else { return report(nil) }
    latest.withLock { [cases] latest in
      // Each may measure what another would disturb.
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
