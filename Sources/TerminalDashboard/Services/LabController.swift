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

  static var descriptions: [ExperimentDescription] {
    Experiment.all.map { ExperimentDescription(id: $0.id, title: $0.title, question: $0.question) }
  }

  func run(_ id: String, report: @escaping @Sendable (ExperimentProgress) -> Void) {
    guard let experiment = Experiment.named(id) else { return report(.finished) }
    latest.withLock { [cases] latest in
      // Each may measure what another would disturb.
      let previous = latest
      latest = Task {
        await previous?.value
        await experiment.run(cases: cases) { report(.line(ExperimentLine($0))) }
        report(.finished)
      }
    }
  }
}

extension ExperimentLine {
  /// A line of the lab as a dashboard shows it.
  init(_ line: LabLine) {
    self.init(
      word: line.kind.rawValue, tone: Tone(line.kind), text: line.text, afterNanoseconds: line.afterNanoseconds)
  }
}

extension ExperimentLine.Tone {
  fileprivate init(_ kind: LabLine.Kind) {
    self =
      switch kind {
      case .step: .plain
      case .result: .strong
      case .trap: .bad
      case .undefined: .caution
      case .note: .faint
      }
  }
}
#endif
