#if Maps
import RollcallTextFormatting

/// The values of a mapping, by key.
struct MapMembers {
  fileprivate(set) var values: [String: YAMLNode] = [:]
  /// Whether there is an unknown key. It may stand for a missing one.
  fileprivate(set) var hasUnknownKey = false

  subscript(key: String) -> YAMLNode? { values[key] }
}

extension MapReader {
  /// Reads the values of a mapping, and notes keys that are not in `known`.
  ///
  /// - Parameters:
  ///   - subject: The mapping's name in the message: `'Feed'`.
  ///   - known: The valid keys; `nil` for all.
  func members(of node: YAMLNode, _ subject: String, known: [String]?) -> MapMembers? {
    guard let members = node.members else {
      note(node.problem("\(subject) must be a mapping, not \(node.kind)."))
      return nil
    }
    var found = MapMembers()
    // A known key without a value. Its members may follow at the same indentation, by mistake.
    var empty: String?
    for (key, value) in members {
      guard let name = key.text else {
        note(key.problem("a key must be a text, not \(key.kind)."))
        continue
      }
      guard let known, !known.contains(name) else {
        found.values[name] = value
        empty = value.isNothing ? name : nil
        continue
      }
      found.hasUnknownKey = true
      let problem = "\(subject) has no key \(name.quoted)."
      guard let outer = empty, NearestName.matches(for: name, among: known).isEmpty else {
        note(key.problem(problem, .nearest(to: name, among: known)))
        continue
      }
      // Note only the first of them, and do not treat the outer key as empty.
      guard found.values.removeValue(forKey: outer) != nil else { continue }
      note(key.problem(problem, .sentence("If it belongs to '\(outer)', indent it deeper than that.")))
    }
    return found
  }
}
#endif
