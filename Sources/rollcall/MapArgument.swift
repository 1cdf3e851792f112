#if CommandLine
import ArgumentParser
import DelegateReferences
import Foundation
import ModuleLifecycle
import ModuleRegistration
import SampleModules
import TextFormatting
import Recordings

/// Reads the map that the command line names, and creates its application.
enum MapArgument {
  static let defaultPath = "Modules.map"
  static let registry = ModuleRegistry.samples

  /// Reads the map.
  ///
  /// - Throws: `Failure` with the map's error message.
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
        lines: [error.description, commandMeant(by: path) ?? "'rollcall init' writes a starter map."],
        code: .noInput)
    }
  }

  /// A hint that the map's path may be a misspelled command.
  private static func commandMeant(by word: String) -> String? {
    let commands = Rollcall.configuration.subcommands.compactMap { $0.configuration.commandName }
    let near = NearestName.matches(for: word, among: commands)
    return near.isEmpty ? nil : "Or is it a command? \(NearestName.suggestion(for: word, among: commands))"
  }

  /// Creates the application that the map declares, with its modules. Only the application retains the composite.
  @MainActor static func makeApplication(_ map: ModuleMap) throws -> ApplicationHost {
    do {
      return try registry.makeApplication(from: map, measuring: .processor)
    } catch {
      throw Failure(text: error.description, code: .dataError)
    }
  }

  /// The composite that an application was created with.
  @MainActor static func composite(of application: ApplicationHost?) -> CompositeDelegate {
    guard let composite = application?.composite else { preconditionFailure("The application has no composite.") }
    return composite
  }
}

/// A command line whose options come before the command, where they are taken for options of `run`.
struct MisplacedOptions {
  /// The command that the user means.
  let command: String
  private let before: [String]
  private let after: [String]

  /// - Parameter arguments: The arguments after the program's name.
  /// - Returns: `nil` when the first argument is not an option, or no command follows.
  init?(_ arguments: [String] = Array(ProcessInfo.processInfo.arguments.dropFirst())) {
    let commands = Rollcall.configuration.subcommands.compactMap { $0.configuration.commandName }
    guard let first = arguments.first, first.hasPrefix("-"), first != "--",
      let place = arguments.firstIndex(where: { commands.contains($0) })
    else { return nil }
    command = arguments[place]
    before = Array(arguments[..<place])
    after = Array(arguments[(place + 1)...])
  }

  /// Says where options go, with the corrected command line if it is valid.
  var sentence: String {
    let meant = [command] + after + before
    guard (try? Rollcall.parseAsRoot(meant)) != nil else {
      return "Options go after the command; 'rollcall \(command) --help' lists them."
    }
    return "Options go after the command: rollcall \(meant.map(InitCommand.quoted).joined(separator: " "))"
  }
}
#endif
