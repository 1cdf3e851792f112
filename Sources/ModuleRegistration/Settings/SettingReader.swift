#if Maps
import ModuleLifecycle
import TextFormatting

/// Reads the values of settings, each as its key demands.
struct SettingReader {
  let registry: ModuleRegistry

  /// - Parameters:
  ///   - members: What was written, by key; keys that are not among `keys` are left alone.
  ///   - keys: The settings to read.
  func values(of members: [String: MapNode], keys: [SettingKey]) throws(ModuleMapError) -> SettingValues {
    var values: [String: SettingValues.Value] = [:]
    for key in keys {
      if let node = members[key.name] { values[key.name] = try value(of: node, for: key) }
    }
    return SettingValues(values)
  }

  private func value(of node: MapNode, for key: SettingKey) throws(ModuleMapError) -> SettingValues.Value {
    switch key.kind {
    case .text: .text(try node.name(of: "'\(key.name)'"))
    case .flag: .flag(try flag(node, for: key))
    case .count(let range): .count(try count(node, for: key, in: range))
    case .duration(let least): .duration(try Self.duration(node, key: key.name, atLeast: least))
    case .choice(let words): .text(try choice(node, for: key, of: words))
    case .handlers: .handlers(try ScriptedHandlerReader(registry: registry).handlers(node, key: key.name))
    case .resources: .resources(try ScriptedResourceReader(registry: registry).resources(node, key: key.name))
    }
  }

  private func flag(_ node: MapNode, for key: SettingKey) throws(ModuleMapError) -> Bool {
    guard let flag = node.text.flatMap(Self.flag) else {
      throw node.error("'\(key.name)' is yes or no, not \(node.kind).")
    }
    return flag
  }

  private func count(
    _ node: MapNode, for key: SettingKey, in range: ClosedRange<Int>
  ) throws(ModuleMapError) -> Int {
    guard let count = node.text.flatMap({ Int($0) }), range.contains(count) else {
      throw node.error(
        "'\(key.name)' is a whole number from \(range.lowerBound) to \(range.upperBound), not \(node.kind).")
    }
    return count
  }

  private func choice(
    _ node: MapNode, for key: SettingKey, of words: [String]
  ) throws(ModuleMapError) -> String {
    guard let word = node.text, words.contains(word) else {
      throw node.error(
        "'\(key.name)' can't be \(node.kind).",
        suggestion: node.text.map { Wording.suggestion(for: $0, among: words) })
    }
    return word
  }

  /// A duration of at least so much.
  static func duration(
    _ node: MapNode, key: String, atLeast least: Duration = .zero
  ) throws(ModuleMapError) -> Duration {
    guard let text = node.text, !node.isNothing else { throw node.error("'\(key)' is a duration, not \(node.kind).") }
    let duration: Duration
    do { duration = try Duration(spelled: text) } catch { throw node.error(error.description) }
    guard duration >= least else {
      throw node.error("'\(key)' can't be \(text.quoted): \(least.spelled) is the least.")
    }
    return duration
  }

  /// Yes or no, as people write it.
  static func flag(_ text: String) -> Bool? {
    switch text.lowercased() {
    case "yes", "true": true
    case "no", "false": false
    default: nil
    }
  }
}
#endif
