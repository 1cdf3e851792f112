#if Maps
import ModuleLifecycle
import TextFormatting

/// Reads one module of a map: a bare name, or a name with settings.
struct ModuleReader {
  let registry: ModuleRegistry

  func module(_ item: MapNode) throws(ModuleMapError) -> ModuleDeclaration {
    if item.text != nil { return try module(named: item, settings: nil) }
    guard let members = item.members, let (key, value) = members.first else {
      throw item.error("a module is a name, or a name with settings, not \(item.kind).")
    }
    guard members.count == 1 else {
      throw members[1].key.error(
        "a second key stands beside the module's name. Indent a module's settings deeper than its name.")
    }
    return try module(named: key, settings: value.isNothing ? nil : value)
  }

  private func module(named node: MapNode, settings: MapNode?) throws(ModuleMapError) -> ModuleDeclaration {
    let name = try node.name(of: "the name of a module")
    guard settings?.text == nil else {
      throw (settings ?? node).error(
        "the settings of \(name.quoted) must be a mapping, such as { type: Scripted }.")
    }
    let typeNode = try written(settings, "type")
    let typeName = try typeNode?.name(of: "the type of a module") ?? name
    guard let type = registry.type(named: typeName) else {
      throw (typeNode ?? node).error(
        "there is no module type \(typeName.quoted).",
        suggestion: Wording.suggestion(for: typeName, among: registry.typeNames))
    }
    let known = ["type", "off", "after", "required"] + type.settings.map(\.name)
    let members = try settings?.members(of: "a module of type \(typeName)", known: known) ?? [:]
    return ModuleDeclaration(
      name: name, type: typeName,
      isOn: try members["off"].map { node throws(ModuleMapError) in try flag(node, "off") } != true,
      after: try members["after"].map(names) ?? [],
      isRequired: try members["required"].map { node throws(ModuleMapError) in try flag(node, "required") } == true,
      settings: try SettingReader(registry: registry).values(of: members, keys: type.settings),
      place: node.place ?? MapPlace(line: 1, scalarColumn: 1))
  }

  private func flag(_ node: MapNode, _ key: String) throws(ModuleMapError) -> Bool {
    guard let flag = node.text.flatMap(SettingReader.flag) else {
      throw node.error("'\(key)' is yes or no, not \(node.kind).")
    }
    return flag
  }

  /// One name, or a list of names.
  private func names(_ node: MapNode) throws(ModuleMapError) -> [String] {
    guard let items = node.items else { return [try node.name(of: "the module to come after")] }
    var names: [String] = []
    for item in items { names.append(try item.name(of: "the module to come after")) }
    return names
  }

  private func written(_ settings: MapNode?, _ key: String) throws(ModuleMapError) -> MapNode? {
    guard let settings else { return nil }
    guard let members = settings.members else {
      throw settings.error("the settings of a module must be a mapping, not \(settings.kind).")
    }
    return members.first { $0.key.text == key }?.value
  }
}
#endif
