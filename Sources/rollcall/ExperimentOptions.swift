#if CommandLine
import ArgumentParser
import RollcallExperiments
import ModuleLifecycle
import RollcallMaps
import RollcallTextFormatting

/// The options that defer modules or leave them out, to see what that brings.
struct ExperimentOptions: ParsableArguments {
  @Option(
    name: .customLong("defer"), parsing: .singleValue,
    help: ArgumentHelp(
      "A module to create and launch only after the launch; repeatable.", valueName: "module"))
  var deferred: [String] = []

  @Option(
    name: .customLong("without"), parsing: .singleValue,
    help: ArgumentHelp("A module to leave out; repeatable.", valueName: "module"))
  var leftOut: [String] = []

  var isUsed: Bool { !deferred.isEmpty || !leftOut.isEmpty }

  /// The experiment.
  ///
  /// - Parameter mark: The mark after which deferred modules come; `nil` for the launch's end.
  func experiments(until mark: String? = nil) -> Experiments {
    Experiments(leavingOut: leftOut, deferring: deferred, until: mark)
  }

  /// Checks the experiment against a map.
  ///
  /// - Throws: `Failure`, which names the module and the reason.
  func check(against map: ModuleMap) throws {
    for (option, names, deed) in [("--defer", deferred, "deferred"), ("--without", leftOut, "left out")] {
      for name in names {
        guard let module = map.modules.first(where: { $0.name == name }) else {
          let known = map.modules.map(\.name)
          throw Failure(no: "module", named: name, suggestion: NearestName.suggestion(for: name, among: known))
        }
        let reason: String? =
          if name == map.main {
            "it is the main module"
          } else if module.isRequired {
            "it is required"
          } else if !module.isOn {
            "it is switched off"
          } else {
            map.modules.first { $0.after.contains(name) && !names.contains($0.name) }
              .map { "\($0.name) must come after it" }
          }
        if let reason { throw Failure("\(option): \(name) can't be \(deed): \(reason).", code: .usage) }
      }
    }
    // An application can't do both to one module.
    for name in leftOut where deferred.contains(name) {
      throw Failure("\(name) can be deferred or left out, but not both.", code: .usage)
    }
  }
}
#endif
