#if Maps
import TextFormatting

/// The values of a mapping by key.
struct MapMembers {
  fileprivate(set) var values: [String: YAMLNode] = [:]
  /// Whether a key is none that there may be: it may mean one that is missing.
  fileprivate(set) var hasUnknownKey = false

  subscript(key: String) -> YAMLNode? { values[key] }
}

extension MapReader {
  /// The values of a mapping; keys that are not among `known` are noted.
  ///
  /// - Parameter subject: What the mapping is, for the message: `'Feed'`.
  func members(of node: YAMLNode, _ subject: String, known: [String]) -> MapMembers? {
    guard let members = node.members else {
      note(node.problem("\(subject) must be a mapping, not \(node.kind)."))
      return nil
    }
    var found = MapMembers()
    // A key without a value: what should be indented below it may follow beside it.
    var empty: String?
    for (key, value) in members {
      guard let name = key.text else {
        note(key.problem("a key must be a text, not \(key.kind)."))
        continue
      }
      if known.contains(name) {
        found.values[name] = value
        empty = value.isNothing ? name : nil
        continue
      }
      found.hasUnknownKey = true
      let problem = "\(subject) has no key \(name.quoted)."
      guard let outer = empty, Wording.nearest(to: name, among: known).isEmpty else {
        note(key.problem(problem, .nearest(to: name, among: known)))
        continue
      }
      // The first of them speaks for all, and the key is not empty.
      guard found.values.removeValue(forKey: outer) != nil else { continue }
      note(key.problem(problem, .sentence("If it belongs to '\(outer)', indent it deeper than that.")))
    }
    return found
  }
}
#endif
