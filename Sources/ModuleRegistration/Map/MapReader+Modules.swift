#if Maps
import ModuleLifecycle
import TextFormatting

/// Reads the modules of a map.
extension MapReader {
  /// A bare name, or a name with settings.
  func module(_ item: YAMLNode) throws(ModuleMapError) -> ModuleDeclaration {
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

  private func module(named node: YAMLNode, settings: YAMLNode?) throws(ModuleMapError) -> ModuleDeclaration {
    let name = try node.name(of: "the name of a module")
    guard settings?.text == nil else {
      throw (settings ?? node).error("the settings of \(name.quoted) must be a mapping, such as { type: Scripted }.")
    }
    if let settings, settings.members == nil {
      throw settings.error("the settings of a module must be a mapping, not \(settings.kind).")
    }
    let typeNode = settings?.members?.first { $0.key.text == "type" }?.value
    let typeName = try typeNode?.name(of: "the type of a module") ?? name
    guard let type = registry.type(named: typeName) else {
      throw (typeNode ?? node).error(no: "module type", named: typeName, among: registry.typeNames)
    }
    let known = ["type", "off", "after", "required"] + type.settings.map(\.name)
    let members = try settings?.members(of: "a module of type \(typeName)", known: known) ?? [:]
    return ModuleDeclaration(
      name: name, type: typeName, isOn: try members["off"]?.flag(of: "off") != true,
      after: try members["after"].map(names) ?? [], isRequired: try members["required"]?.flag(of: "required") == true,
      settings: try self.settings(of: members, keys: type.settings), place: node.place)
  }

  /// One name, or a list of names.
  private func names(_ node: YAMLNode) throws(ModuleMapError) -> [String] {
    try (node.items ?? [node]).map { item throws(ModuleMapError) in try item.name(of: "the module to come after") }
  }

  /// The values of settings, each as its key demands.
  ///
  /// - Parameters:
  ///   - members: What was written, by key; keys that are not among `keys` are left alone.
  ///   - keys: The settings to read.
  func settings(of members: [String: YAMLNode], keys: [SettingKey]) throws(ModuleMapError) -> SettingValues {
    var values: [String: SettingValues.Value] = [:]
    for key in keys {
      if let node = members[key.name] { values[key.name] = try value(of: node, for: key) }
    }
    return SettingValues(values)
  }

  private func value(of node: YAMLNode, for key: SettingKey) throws(ModuleMapError) -> SettingValues.Value {
    switch key.kind {
    case .text: .text(try node.name(of: "'\(key.name)'"))
    case .flag: .flag(try node.flag(of: key.name))
    case .count(let range): .count(try count(node, for: key, in: range))
    case .duration(let least): .duration(try node.duration(of: key.name, atLeast: least))
    case .choice(let words): .text(try choice(node, for: key, of: words))
    case .handlers: .handlers(try handlers(node, key: key.name))
    case .resources: .resources(try resources(node, key: key.name))
    }
  }

  private func count(_ node: YAMLNode, for key: SettingKey, in range: ClosedRange<Int>) throws(ModuleMapError) -> Int {
    guard let count = node.text.flatMap({ Int($0) }), range.contains(count) else {
      throw node.error(
        "'\(key.name)' is a whole number from \(range.lowerBound) to \(range.upperBound), not \(node.kind).")
    }
    return count
  }

  private func choice(_ node: YAMLNode, for key: SettingKey, of words: [String]) throws(ModuleMapError) -> String {
    guard let word = node.text, words.contains(word) else {
      throw node.error(
        "'\(key.name)' can't be \(node.kind).", suggestion: node.text.map { Wording.suggestion(for: $0, among: words) })
    }
    return word
  }
}
#endif
