#if CommandLine
import ArgumentParser
import Foundation

/// A command line whose options stand before the command, where they are taken for those of `run`.
struct MisplacedOptions {
  /// The command that was meant.
  let command: String
  private let before: [String]
  private let after: [String]

  /// - Parameter arguments: What was typed behind the program's name.
  /// - Returns: `nil` where it does not begin with an option, or no command follows.
  init?(_ arguments: [String] = Array(ProcessInfo.processInfo.arguments.dropFirst())) {
    let commands = Rollcall.configuration.subcommands.compactMap { $0.configuration.commandName }
    guard let first = arguments.first, first.hasPrefix("-"), first != "--",
      let place = arguments.firstIndex(where: { commands.contains($0) })
    else { return nil }
    command = arguments[place]
    before = Array(arguments[..<place])
    after = Array(arguments[(place + 1)...])
  }

  /// Where options go; as the line that was meant, if that is one.
  var sentence: String {
    let meant = [command] + after + before
    guard (try? Rollcall.parseAsRoot(meant)) != nil else {
      return "Options go after the command, and 'rollcall \(command) --help' lists those that it has."
    }
    return "Options go after the command: rollcall \(meant.map(InitCommand.quoted).joined(separator: " "))"
  }
}
#endif
