#if CommandLine
import ArgumentParser
import Foundation
import ModuleLifecycle
import RollcallRecordings
import RollcallTerminalDashboard
import RollcallTextFormatting

/// The command line, with one file per subcommand.
@main struct Rollcall: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "rollcall",
    abstract: "Fires lifecycle events at a live composite of app modules, and shows which modules answered, "
      + "how long each took, and what was cleaned up.",
    discussion: """
      Without a subcommand, it opens the dashboard on Modules.map in this folder. Without a terminal, it works line \
      by line.

      Exit codes: 0 for success, 1 when a handler threw, a budget was exceeded or a launch became slower, 64 for an \
      invalid command line, 65 for a mistake in a map or a recording, 66 when the file does not exist, 69 when there \
      is no usable terminal, 71 when the system refuses a resource that the program needs, 73 when a file can't be \
      created, 74 when a file, a recording or standard output can't be written, 75 when the modules' shutdown did not \
      end in ten seconds or a later signal ended it, 78 for a mistake in the settings.
      """,
    version: Release.version,
    subcommands: [
      RunCommand.self, CheckCommand.self, InitCommand.self, EventsCommand.self, FireCommand.self, ReplayCommand.self,
      ExportCommand.self, CompareCommand.self, ExplainCommand.self, AttachCommand.self, ServeCommand.self,
      LabCommand.self,
      ConfigCommand.self,
    ],
    defaultSubcommand: RunCommand.self)

  static func main() {
    StandardDevices.fill()
    RecorderThread.sizeLimitCausesError()
    SignalHandling.quitAtOnce()
    do {
      try OpenFiles.ensure()
      var command = try parseAsRoot()
      try command.run()
    } catch {
      end(with: error)
    }
  }

  /// Ends the process as a `Failure` or ArgumentParser demands. Help goes to standard output, errors to standard error.
  /// Errors echo what the user typed, so they are made printable.
  private static func end(with error: any Error) -> Never {
    if error is StandardOutput.ReaderHasGone { Foundation.exit(0) }
    if let failure = Failure(error) {
      if !failure.message.isEmpty { StandardError.say("\(failure.message)\n") }
      Foundation.exit(failure.code.rawValue)
    }
    let code = exitCode(for: error)
    // A line break in an argument must not start a new line.
    let message = CommandLine.arguments.filter { $0.contains(where: \.isNewline) }
      .reduce(fullMessage(for: error, columns: nil)) { $0.replacing($1, with: $1.printable(.line)) }
    if !code.isSuccess, !message.isEmpty { StandardError.say("\(message)\n") }
    do { if code.isSuccess, !message.isEmpty { try StandardOutput.say(message) } } catch { end(with: error) }
    Foundation.exit(code.rawValue)
  }
}
#else
import Foundation
import ModuleLifecycle
import RollcallRecordings

/// The program without its trait: it only says how to build it.
@main enum Rollcall {
  static func main() {
    let advice = "rollcall was built without its trait. Build it with: swift build --traits CommandLine\n"
    try? FileHandle.standardError.write(contentsOf: Data(advice.utf8))
    exit(69)
  }
}
#endif
