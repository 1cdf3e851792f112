#if CommandLine
import ArgumentParser
import DelegateReferences
import Foundation
import ModuleLifecycle
import ModuleRegistration
import SampleModules
import TextFormatting
import Recordings

/// Which map to read, and reading it.
enum MapArgument {
  static let defaultPath = "Modules.map"
  static let registry = ModuleRegistry.samples

  /// Reads the map.
  ///
  /// - Throws: `Failure` with the map's one clear message.
  static func load(_ path: String) throws -> ModuleMap {
    do {
      return try ModuleMap.load(contentsOf: path, registry: registry)
    } catch {
      let isMissing = !FileManager.default.fileExists(atPath: path)
      guard isMissing else { throw Failure(text: error.description, code: .dataError) }
      if let misplaced = MisplacedOptions(), misplaced.command == path {
        throw Failure(misplaced.sentence, code: .usage)
      }
      throw Failure(
        lines: [error.description, commandMeant(by: path) ?? "'rollcall init' writes one to begin with."],
        code: .noInput)
    }
  }

  /// A word where a map should be may be a command that was misspelled.
  private static func commandMeant(by word: String) -> String? {
    let commands = Rollcall.configuration.subcommands.compactMap { $0.configuration.commandName }
    let near = NearestName.matches(for: word, among: commands)
    return near.isEmpty ? nil : "Or is it a command? \(NearestName.suggestion(for: word, among: commands))"
  }

  /// Creates the application that the map declares, with its modules. It alone keeps the composite.
  @MainActor static func makeApplication(_ map: ModuleMap) throws -> ApplicationHost {
    do {
      return try registry.makeApplication(from: map, measuring: .processor)
    } catch {
      throw Failure(text: error.description, code: .dataError)
    }
  }

  /// The composite that an application was made with.
  @MainActor static func composite(of application: ApplicationHost?) -> CompositeDelegate {
    guard let composite = application?.composite else { preconditionFailure("The application has no composite.") }
    return composite
  }
}

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
