#if CommandLine
import DelegateLab
import Foundation
import TextFormatting

/// Runs experiments one after the other and prints their pages, while the main run loop goes on for those that need it.
@MainActor final class LabRun {
  private let experiments: [Experiment]
  private var isDone = false

  init(_ experiments: [Experiment]) { self.experiments = experiments }

  func runToEnd() {
    Task {
      for (index, experiment) in experiments.enumerated() {
        Self.write("\(index == 0 ? "" : "\n")\(LabPage.head(of: experiment))")
        await experiment.run(cases: .thisProgram) { Self.write(LabPage.text(of: $0)) }
      }
      isDone = true
      // Gets the run loop to return, so that it is asked whether to go on.
      DispatchQueue.main.async {}
    }
    while !isDone { _ = RunLoop.main.run(mode: .default, before: .distantFuture) }
  }

  /// Each line at once, so that a reader sees it when it happens.
  private nonisolated static func write(_ text: String) {
    try? FileHandle.standardOutput.write(contentsOf: Data("\(text.printable())\n".utf8))
  }
}

/// A page of the lab as text.
enum LabPage {
  private static let width = 100

  static func head(of experiment: Experiment) -> String {
    (["\(experiment.id): \(experiment.title)"] + experiment.question.wrapped(toColumns: width)).joined(separator: "\n")
      + "\n"
  }

  /// What kind of line, how long after the decisive moment, and the line itself.
  static func text(of line: LabLine) -> String {
    let kind = line.kind.rawValue.padded(toColumns: 9)
    let time = (line.afterNanoseconds.map { DurationText.format(nanoseconds: $0) } ?? "")
      .padded(toColumns: 8, alignment: .trailing)
    let margin = " \(kind)  \(time)  "
    let lines = line.text.wrapped(toColumns: width - margin.columnWidth)
    return lines.enumerated().map { index, text in
      index == 0 ? margin + text : String(repeating: " ", count: margin.columnWidth) + text
    }.joined(separator: "\n")
  }
}
#endif
