#if Maps
import ModuleLifecycle
import RollcallTextFormatting

/// Reads the modules of a map.
extension MapReader {
  private static let commonKeys = ["type", "off", "after", "required"]

  func modules(_ list: YAMLNode) throws(MapProblem) -> [ModuleDeclaration] {
    guard let items = list.items, !items.isEmpty else {
      let what = list.items == nil ? list.kind : "an empty one"
      throw list.problem("'modules' must be a list with one module per line, each after a '-', not \(what).")
    }
    var modules: [ModuleDeclaration] = []
    var lines: [String: Int] = [:]
    for item in items {
      guard let module = read(item, module(_:)) else {
        areNamesCertain = false
        continue
      }
      if let first = lines[module.name] {
        note(
          MapProblem(
            at: module.place, "a second module is named \(module.name.quoted); the first is on line \(first)."))
        continue
      }
      lines[module.name] = module.place.line
      modules.append(module)
    }
    return ordered(modules)
  }

  /// Returns the modules in the order that `after` demands, as far as possible.
  private func ordered(_ modules: [ModuleDeclaration]) -> [ModuleDeclaration] {
    let byName = Dictionary(uniqueKeysWithValues: modules.map { ($0.name, $0) })
    let names = modules.map(\.name)
    var isWhole = true
    for module in modules {
      for (name, place) in zip(module.after, module.afterPlaces) where byName[name] == nil {
        isWhole = false
        guard areNamesCertain else { continue }
        note(
          MapProblem(
            at: place, "\(module.name.quoted) must come after \(name.quoted), which does not exist.",
            .nearest(to: name, among: names)))
      }
    }
    guard isWhole else { return modules }
    do {
      return try ModuleOrder.resolve(modules.map { .init($0.name, after: $0.after) }).compactMap { byName[$0] }
    } catch {
      note(MapProblem(at: error.names.first.flatMap { byName[$0]?.place }, Wording.sentence("\(error)")))
      return modules
    }
  }

  /// Reads a module: a bare name, or a name with settings.
  private func module(_ item: YAMLNode) throws(MapProblem) -> ModuleDeclaration {
    if item.text != nil {
      if let problem = swallowed(by: item) { throw problem }
      return try module(named: item, settings: nil)
    }
    guard let members = item.members, let (key, value) = members.first else {
      throw item.problem("a module is a name, or a name with settings, not \(item.kind).")
    }
    guard members.count > 1 else { return try module(named: key, settings: value.isNothing ? nil : value) }
    note(
      members[1].key.problem(
        "there is a second key beside the module's name. Indent a module's settings deeper than its name."))
    // What follows may be separate modules, or this module's settings.
    areNamesCertain = areNamesCertain && value.isNothing
    return try module(named: key, settings: value.isNothing ? YAMLNode(members.dropFirst()) : value)
  }

  /// Returns a problem if YAML takes the next line of the list for a part of this name, because of its indentation.
  private func swallowed(by item: YAMLNode) -> MapProblem? {
    item.text?.contains(" - ") == true ? source.misfit(at: item.place.line + 1) : nil
  }

  private func module(named node: YAMLNode, settings: YAMLNode?) throws(MapProblem) -> ModuleDeclaration {
    let name = try node.name(of: "the name of a module")
    if let settings, settings.members == nil {
      note(
        settings.problem(
          settings.text == nil
            ? "the settings of a module must be a mapping, not \(settings.kind)."
            : "the settings of \(name.quoted) must be a mapping, such as { type: Scripted }."))
      return ModuleDeclaration(name, at: node.place)
    }
    let written = settings?.members ?? []
    let typeNode = written.first { $0.key.text == "type" }?.value
    let type =
      typeNode == nil
      ? ownType(of: node, named: name, keys: written.compactMap(\.key.text)) : read(typeNode, namedType)
    guard let settings else { return ModuleDeclaration(name, type: type?.name, at: node.place) }
    // If the type is unknown, so are its keys: accept them all.
    let known = type.map { Self.commonKeys + $0.settings.map(\.name) }
    let members = members(of: settings, "a module of type \(type?.name ?? "")", known: known) ?? MapMembers()
    return ModuleDeclaration(
      name, type: type?.name, isOn: flag("off", of: members) != true,
      after: read(members["after"], names) ?? [], isRequired: flag("required", of: members) == true,
      settings: self.settings(of: members, keys: type?.settings ?? []), at: node.place)
  }

  private func flag(_ key: String, of members: MapMembers) -> Bool? {
    read(members[key]) { node throws(MapProblem) in try node.flag(of: key) }
  }

  /// Reads the type that a module's settings name.
  private func namedType(_ node: YAMLNode) throws(MapProblem) -> ModuleRegistry.ModuleType {
    let name = try node.name(of: "the type of a module")
    guard let type = registry.type(named: name) else {
      throw node.problem(no: "module type", named: name, among: registry.typeNames)
    }
    return type
  }

  /// Returns the type of a module whose settings name none: the type with the module's name, otherwise the only type
  /// that has one of the written keys.
  private func ownType(of node: YAMLNode, named name: String, keys: [String]) -> ModuleRegistry.ModuleType? {
    if let type = registry.type(named: name) { return type }
    let owners = registry.types.filter { type in type.settings.contains { keys.contains($0.name) } }
    let type = owners.count == 1 ? owners[0] : nil
    let isMisspelled = type == nil && !NearestName.matches(for: name, among: registry.typeNames).isEmpty
    if isMisspelled { areNamesCertain = false }
    let suggestion =
      isMisspelled
      ? NearestName.suggestion(for: name, among: registry.typeNames)
      : "Did you forget 'type: \(type?.name ?? "Scripted")'?"
    note(node.problem("there is no module type \(name.quoted).", .sentence(suggestion)))
    return type
  }

  /// Reads one name, or a list of names.
  private func names(_ node: YAMLNode) -> [(name: String, place: MapPlace)] {
    (node.items ?? [node]).compactMap { item in
      read(item) { item throws(MapProblem) in (try item.name(of: "the module to come after"), item.place) }
    }
  }

  /// Reads the values of settings, each as its key demands.
  ///
  /// - Parameters:
  ///   - members: The written values, by key. Keys that are not in `keys` are ignored.
  ///   - keys: The settings to read.
  func settings(of members: MapMembers, keys: [SettingKey]) -> SettingValues {
    var values: [String: SettingValues.Value] = [:]
    for key in keys {
      values[key.name] = read(members[key.name]) { node throws(MapProblem) in try value(of: node, for: key) }
    }
    return SettingValues(values)
  }

  private func value(of node: YAMLNode, for key: SettingKey) throws(MapProblem) -> SettingValues.Value {
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

  private func count(_ node: YAMLNode, for key: SettingKey, in range: ClosedRange<Int>) throws(MapProblem) -> Int {
    guard let count = node.text.flatMap({ Int($0) }), range.contains(count) else {
      throw node.problem(
        "'\(key.name)' must be a whole number from \(range.lowerBound) to \(range.upperBound), not \(node.kind).")
    }
    return count
  }

  private func choice(_ node: YAMLNode, for key: SettingKey, of words: [String]) throws(MapProblem) -> String {
    guard let word = node.text, words.contains(word) else {
      throw node.problem(
        "'\(key.name)' can't be \(node.kind).", node.text.map { .nearest(to: $0, among: words) })
    }
    return word
  }
}

extension ModuleDeclaration {
  fileprivate init(
    _ name: String, type: String? = nil, isOn: Bool = true, after: [(name: String, place: MapPlace)] = [],
    isRequired: Bool = false, settings: SettingValues = SettingValues(), at place: MapPlace
  ) {
    self.init(
      name: name, type: type ?? name, isOn: isOn, after: after.map(\.name), isRequired: isRequired,
      settings: settings, place: place, afterPlaces: after.map(\.place))
  }
}
#endif
