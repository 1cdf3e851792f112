#if CommandLine
public import ArgumentParser
public import DelegateLab
import Foundation
import ModuleLifecycle
import TextFormatting

/// Runs the delegate lab's experiments headless.
struct LabCommand: ParsableCommand {
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

  func run() throws {
    try Failure.report {
      if let labCase { return labCase.run() }
      let chosen = try chosen()
      if list { return printList(chosen) }
      LabRun(chosen).runToEnd()
    }
  }

  /// All of them, before the first is run: a command line is right or wrong as a whole.
  private func chosen() throws -> [Experiment] {
    if experiments.isEmpty { return Experiment.all }
    return try experiments.map { id in
      guard let experiment = Experiment.named(id) else {
        let suggestion = NearestName.suggestion(for: id, among: Experiment.all.map(\.id))
        throw Failure(
          ["There is no experiment '\(id)'.", suggestion].filter { !$0.isEmpty }.joined(separator: " "), code: .usage)
      }
      return experiment
    }
  }

  private func printList(_ experiments: [Experiment]) {
    var table = TextTable(["experiment", "what it answers"])
    for experiment in experiments { table.add([experiment.id, experiment.question]) }
    StandardOutput.say(table.text)
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
#endif
