#if Maps
import ModuleLifecycle
import TextFormatting

/// Reads what a module owns.
struct ScriptedResourceReader {
  let registry: ModuleRegistry

  func resources(_ node: MapNode, key: String) throws(ModuleMapError) -> [ScriptedResource] {
    guard let items = node.items else {
      throw node.error("'\(key)' must be a list with a '-' before each thing, not \(node.kind).")
    }
    var resources: [ScriptedResource] = []
    for item in items {
      let resource = try resource(item)
      if resources.contains(where: { $0.kind == resource.kind && $0.name == resource.name }) {
        throw item.error("a second \(resource.kind) is named \(resource.name.quoted). Name it differently.")
      }
      resources.append(resource)
    }
    return resources
  }

  private func resource(_ item: MapNode) throws(ModuleMapError) -> ScriptedResource {
    guard let members = item.members, members.count == 1, let (key, value) = members.first else {
      throw item.error("a thing that is owned is a kind and a name, such as 'observer: userDidLogOut'.")
    }
    let word = try key.name(of: "the kind of a thing")
    guard let kind = registry.resourceKinds.first(where: { $0.kind.rawValue == word }) else {
      throw key.error(
        "there is no kind of thing called \(word.quoted).",
        suggestion: Wording.suggestion(for: word, among: registry.resourceKinds.map(\.kind.rawValue)))
    }
    if value.text != nil {
      return ScriptedResource(kind: kind.kind, name: try value.name(of: "the name of the \(word)"), settings: .init())
    }
    let settings = try value.members(of: "a \(word)", known: ["name"] + kind.settings.map(\.name))
    guard let name = settings["name"] else { throw key.error("this \(word) has no name. Write 'name:' and one.") }
    return ScriptedResource(
      kind: kind.kind, name: try name.name(of: "the name of the \(word)"),
      settings: try SettingReader(registry: registry).values(of: settings, keys: kind.settings))
  }
}
#endif
