#if CommandLine
public import ArgumentParser
public import RollcallDelegateLab
import Foundation
import ModuleLifecycle
import RollcallTextFormatting

/// Runs the delegate lab's experiments without a screen.
struct LabCommand: ReportingCommand {
  static let configuration = CommandConfiguration(
    commandName: "lab", abstract: "Run the delegate lab: what keeps a delegate alive, and what follows its death.",
    discussion: """
      Each experiment runs as you read it; no output is prepared. One column shows the time since the decisive moment, \
      such as the last release. Code that would end the program runs in a child process, and is shown with its signal \
      and message. Undefined behaviour is marked as such.

      Without a name, all experiments run in the order of --list.
      """)

  @Argument(help: ArgumentHelp("The experiments to run, in this order.", valueName: "experiment"))
  var experiments: [String] = []

  @Flag(help: "List the experiments without running them.")
  var list = false

  @Option(name: .customLong("case"), help: .hidden)
  var labCase: LabCase?

  func perform() throws {
    if let labCase { return labCase.run() }
    let chosen = try chosen()
    guard list else { return try LabPage.print(chosen) }
    try StandardOutput.say(
      TextTable(["experiment", "question"], rows: chosen.map { [$0.id, $0.question] }).text)
  }

  /// The chosen experiments. All names are checked before the first experiment runs.
  private func chosen() throws -> [Experiment] {
    if experiments.isEmpty { return Experiment.all }
    return try experiments.map { id in
      if let experiment = Experiment.named(id) { return experiment }
      let suggestion = NearestName.suggestion(for: id, among: Experiment.all.map(\.id))
      throw Failure(no: "experiment", named: id, suggestion: suggestion)
    }
  }

}

extension LabCase: ExpressibleByArgument {}

extension ChildCases {
  /// Runs the lab's cases in another process of this program, through a hidden option of its command.
  static var thisProgram: ChildCases? {
    Bundle.main.executableURL.map { executable in
      ChildCases(executable: executable) { ["lab", "--case", $0.rawValue] }
    }
  }
}

/// A page of the lab as text.
enum LabPage {
  private static let width = 100

  /// Runs experiments one after another and prints their pages. The main run loop runs for those that need it.
  ///
  /// - Throws: The error that kept a line from being printed. The remaining experiments do not run.
  @MainActor static func print(_ experiments: [Experiment]) throws {
    let problem = Locked<(any Error)?>(nil)
    // Print each line at once, so that the reader sees it as it happens.
    let write: @Sendable (String) -> Void = { text in
      problem.withLock { problem in
        do { if problem == nil { try StandardOutput.say(text) } } catch { problem = error }
      }
    }
    var isDone = false
    Task { @MainActor in
      for (index, experiment) in experiments.enumerated() {
        let head = ["\(experiment.id): \(experiment.title)"] + experiment.question.wrapped(toColumns: width)
        write("\(index == 0 ? "" : "\n")\(head.joined(separator: "\n"))\n")
        await experiment.run(cases: .thisProgram) { write(text(of: $0)) }
      }
      isDone = true
    }
    Waiting.wait { !isDone && problem.withLock { $0 == nil } }
    if let problem = problem.withLock(\.self) { throw problem }
  }

  /// Formats a line: its kind, the time since the decisive moment, and its text.
  private static func text(of line: LabLine) -> String {
    let kind = line.kind.rawValue.padded(toColumns: 9)
    let time = (line.afterNanoseconds.map { DurationText.format(nanoseconds: $0) } ?? "")
      .padded(toColumns: 8, alignment: .trailing)
    let margin = " \(kind)  \(time)  "
    let lines = line.text.wrapped(toColumns: width - margin.columnWidth)
    return margin + lines.joined(separator: "\n" + String(repeating: " ", count: margin.columnWidth))
  }
}
#endif
