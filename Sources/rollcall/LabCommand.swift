#if CommandLine
public import ArgumentParser
public import DelegateLab
import Foundation
import ModuleLifecycle
import TextFormatting

/// Runs the delegate lab's experiments headless.
struct LabCommand: ReportingCommand {
  static let configuration = CommandConfiguration(
    commandName: "lab", abstract: "Run the delegate lab: who keeps a delegate alive, and what is read after its death.",
    discussion: """
      Each experiment is run as you read it; nothing is written beforehand. A column gives the time since the decisive \
      moment, such as the last release. What would end the program is tried in a process of its own, and shown with \
      its signal and message; what is undefined is called so.

      Without a name all experiments are run, in the order of --list.
      """)

  @Argument(help: ArgumentHelp("The experiments to run, in this order.", valueName: "experiment"))
  var experiments: [String] = []

  @Flag(help: "List the experiments, and run none.")
  var list = false

  @Option(name: .customLong("case"), help: .hidden)
  var labCase: LabCase?

  func perform() throws {
    if let labCase { return labCase.run() }
    let chosen = try chosen()
    guard list else { return try LabPage.print(chosen) }
    try StandardOutput.say(
      TextTable(["experiment", "what it answers"], rows: chosen.map { [$0.id, $0.question] }).text)
  }

  /// All of them, before the first is run: a command line is right or wrong as a whole.
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
  /// The lab's cases in this very program, by a hidden option of its command.
  static var thisProgram: ChildCases? {
    Bundle.main.executableURL.map { executable in
      ChildCases(executable: executable) { ["lab", "--case", $0.rawValue] }
    }
  }
}

/// A page of the lab as text.
enum LabPage {
  private static let width = 100

  /// Runs experiments one after the other and prints their pages, while the main run loop goes on for those that need it.
  ///
  /// - Throws: What kept a line from being printed; the rest is not run then.
  @MainActor static func print(_ experiments: [Experiment]) throws {
    let problem = Locked<(any Error)?>(nil)
    // Each line at once, so that a reader sees it when it happens.
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

  /// What kind of line, how long after the decisive moment, and the line itself.
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
