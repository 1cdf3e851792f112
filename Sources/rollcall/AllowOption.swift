#if CommandLine
import ArgumentParser
import ModuleLifecycle
import ModuleRegistration
import Recordings

/// The warnings that a command is told to keep quiet about.
struct AllowOption: ParsableArguments {
  @Option(
    name: .customLong("allow"), parsing: .singleValue,
    help: ArgumentHelp(
      "A warning to count and not to show, of all modules or of one; repeatable.",
      discussion: "Kinds: \(WarningEntry.Kind.allCases.map(\.rawValue).joined(separator: ", ")).",
      valueName: "kind[:module]"))
  var texts: [String] = []

  /// What the command line and the map allow together.
  ///
  /// - Parameters:
  ///   - map: The map, whose allowances come first.
  ///   - modules: The names of the modules that there are.
  /// - Throws: `Failure`, naming what would be valid.
  func warnings(besides map: ModuleMap, modules: [String]) throws -> AllowedWarnings {
    var allowed = map.allowedWarnings
    do throws(UnknownWarning) {
      allowed.add(try AllowedWarnings(texts, modules: modules))
    } catch {
      throw Failure("--allow: \(error.description)", code: .usage)
    }
    return allowed
  }
}
#endif
