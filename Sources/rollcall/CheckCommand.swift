#if CommandLine
import ArgumentParser
import ModuleLifecycle
import RollcallMaps
import RollcallTextFormatting
import RollcallRecordings

/// Validates a map and prints its modules, budgets and allowed warnings. Or checks whether an app has adopted scenes.
struct CheckCommand: ReportingCommand {
  static let configuration = CommandConfiguration(
    commandName: "check", abstract: "Check a map, and print the order in which its modules will be called.",
    discussion: "It creates no modules and fires no events. With --plist and without a map, only the plist is checked.")

  @Argument(
    help: "The map to check. The default is \(MapArgument.defaultPath).", completion: .file(extensions: ["map"]))
  var map: String?

  @OptionGroup var allowances: AllowOption
  @OptionGroup var scenes: SceneCheck

  func perform() throws {
    if let plist = scenes.plist {
      try StandardOutput.say(try scenes.verdict(on: plist))
      guard map != nil else { return }
    }
    let map = try MapArgument.load(map ?? MapArgument.defaultPath)
    let allowed = try allowances.warnings(besides: map, modules: map.modules.map(\.name))
    let modules = CountText.format(map.modules.count, "module")
    try StandardOutput.say(
      "\(map.file.printable(.line)) is valid: \(modules) of \(map.application.name.printable(.line)).\n")
    let tables = [Self.modules(of: map), Self.budgets(of: map), Self.list(allowed, of: map)]
    try StandardOutput.say(tables.filter { !$0.isEmpty }.map(\.text).joined(separator: "\n\n"))
  }

  private static func modules(of map: ModuleMap) -> TextTable {
    TextTable(
      ["#", "module", "type", "declared in"], numbers: ["#"],
      rows: map.modules.enumerated().map { index, module in
        ["\(index + 1)", module.name, module.type, reason(for: module, in: map)]
      })
  }

  private static func budgets(of map: ModuleMap) -> TextTable {
    TextTable(
      ["event", "budget", "declared in"], numbers: ["budget"],
      rows: map.budgets.map { [$0.event, $0.text, "line \($0.place.line)"] })
  }

  private static func list(_ allowed: AllowedWarnings, of map: ModuleMap) -> TextTable {
    TextTable(
      ["allowed warning", "module", "declared in"],
      rows: allowed.rules.map { rule in
        let line = map.allowances.first { $0.rule == rule }.map { "line \($0.place.line)" }
        return [rule.kind.rawValue, rule.module ?? "all", line ?? "--allow"]
      })
  }

  /// The reasons for a module's position, and its special roles.
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
