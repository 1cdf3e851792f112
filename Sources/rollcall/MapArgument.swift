#if CommandLine
import ArgumentParser
import RollcallDelegateReferences
import Foundation
import RollcallExperiments
import ModuleLifecycle
import RollcallMaps
import RollcallSampleModules
import RollcallShutDown
import RollcallTerminalDashboard
import RollcallTextFormatting
import RollcallRecordings

/// Reads the map that the command line names, and creates its application.
enum MapArgument {
  static let defaultPath = "Modules.map"
  static let registry = ModuleRegistry.samples

  /// Reads the map.
  ///
  /// - Throws: `ModuleMapError`; `Failure` with advice when there is no such file.
  static func load(_ path: String) throws -> ModuleMap {
    do {
      return try ModuleMap.load(contentsOf: path, registry: registry)
    } catch {
      if FileManager.default.fileExists(atPath: path) { throw error }
      let commands = Rollcall.configuration.subcommands.compactMap { $0.configuration.commandName }
      if commands.contains(path) {
        throw Failure("'\(path)' is a command, and there is no map of this name. Options go after it.", code: .usage)
      }
      let advice =
        NearestName.matches(for: path, among: commands).isEmpty
        ? "'rollcall init' writes a starter map."
        : "Or is it a command? \(NearestName.suggestion(for: path, among: commands))"
      throw Failure(lines: [error.description, advice], code: .noInput)
    }
  }

  /// Creates a map's application, uses its composite, then releases all modules and the application. If that takes longer
  /// than ten seconds, standard error names what is abandoned, and the process ends with 75.
  ///
  /// - Parameters:
  ///   - experiments: The modules to leave out or to create later.
  ///   - afterwards: Called when the modules are released, before the application is.
  @MainActor static func run<Result>(
    _ map: ModuleMap, experiments: Experiments = .fromEnvironment,
    _ body: (CompositeDelegate, ShutDownWatch) throws -> Result,
    afterwards: (CompositeDelegate, Result) -> Void = { _, _ in }
  ) throws -> Result {
    var application = Optional(try registry.makeApplication(from: map, measuring: .processor, experiments: experiments))
    guard let composite = application?.composite else { preconditionFailure("The application has no composite.") }
    let watch = ShutDownWatch(composite, within: .seconds(10), endsProcess: true, watchesSignals: false) {
      ErrorOutput.write("\($0)\n")
    }
    defer { watch.end() }
    let result: Result
    do {
      result = try body(composite, watch)
    } catch {
      // Release what the modules own even when nothing can be printed.
      watch.begin()
      EndLimit.begin()
      composite.tearDown()
      throw error
    }
    watch.begin()
    EndLimit.begin()
    Waiting.forShutDown(of: composite)
    afterwards(composite, result)
    // The application owns the composite as its delegate. A recording must include that release.
    withExtendedLifetime(application) {}
    application = nil
    EndLimit.end()
    return result
  }
}
#endif
