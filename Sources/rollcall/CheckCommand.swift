#if CommandLine
import ArgumentParser
import ModuleLifecycle
import ModuleRegistration
import TextFormatting
import Recordings

/// Validates a map and shows what it says.
struct CheckCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "check", abstract: "Check a map, and print the order in which its modules will be called.",
    discussion: "Nothing is created and nothing is fired.")

  @Argument(help: "The map to check.", completion: .file(extensions: ["map"]))
  var map: String = MapArgument.defaultPath

  @OptionGroup var allowances: AllowOption

  func run() throws {
    try Failure.report {
      let map = try MapArgument.load(map)
      let allowed = try allowances.warnings(besides: map, modules: map.modules.map(\.name))
      let count = map.modules.count
      let name = map.application.name.printable(.line)
      let modules = CountText.format(count, "module")
      StandardOutput.say("\(map.file.printable(.line)) is valid: \(modules) of \(name).\n")
      var table = TextTable(["#", "module", "type", "place comes from"], alignments: [.trailing])
      for (index, module) in map.modules.enumerated() {
        table.add(["\(index + 1)", module.name, module.type, Self.reason(for: module, in: map)])
      }
      StandardOutput.say(table.text)
      defer { Self.list(allowed, of: map) }
      guard !map.budgets.isEmpty else { return }
      var budgets = TextTable(["event", "may take", "declared in"], alignments: [.leading, .trailing])
      for budget in map.budgets { budgets.add([budget.event, budget.text, "line \(budget.place.line)"]) }
      StandardOutput.say("\n\(budgets.text)")
    }
  }

  private static func list(_ allowed: AllowedWarnings, of map: ModuleMap) {
    guard !allowed.isEmpty else { return }
    var table = TextTable(["allowed warning", "of", "declared in"])
    for rule in allowed.rules {
      let line = map.allowances.first { $0.rule == rule }.map { "line \($0.place.line)" }
      table.add([rule.kind.rawValue, rule.module ?? "all", line ?? "--allow"])
    }
    StandardOutput.say("\n\(table.text)")
  }

  /// Why a module stands where it does, and what else is special about it.
  private static func reason(for module: ModuleDeclaration, in map: ModuleMap) -> String {
    var notes = ["line \(module.place.line)"]
    if !module.after.isEmpty { notes.append("after \(module.after.joined(separator: " and "))") }
    if module.name == map.main { notes.append("the main module") }
    if module.isRequired { notes.append("required") }
    if !module.isOn { notes.append("switched off") }
    return notes.joined(separator: ", ")
  }
}
#endif
