#if Maps
import ModuleLifecycle
import TextFormatting
import Yams

/// A value of YAML with the text that it comes from.
///
/// Scalars are read raw: `No` is the text "No", and what it means is up to whoever reads it.
package struct YAMLNode {
  let node: Node
  package let source: YAMLText

  /// Where it begins. For an alias that is where the value was written.
  package var place: MapPlace { MapPlace(line: node.mark?.line ?? 1, scalarColumn: node.mark?.column ?? 1) }
  /// The text of a scalar; `nil` for lists and mappings.
  package var text: String? { node.scalar?.string }

  /// Whether nothing was written: `Feed:` with no value.
  package var isNothing: Bool {
    guard let scalar = node.scalar, scalar.style == .plain || scalar.style == .any else { return false }
    return ["", "~", "null"].contains(scalar.string)
  }

  /// The items of a list; `nil` for other values.
  package var items: [YAMLNode]? { node.sequence?.map { YAMLNode(node: $0, source: source) } }

  /// The keys and values of a mapping, in order; `nil` for other values.
  package var members: [(key: YAMLNode, value: YAMLNode)]? {
    node.mapping?.map { (YAMLNode(node: $0.key, source: source), YAMLNode(node: $0.value, source: source)) }
  }

  /// What it is, for a message: `a list`.
  var kind: String {
    switch node {
    case .scalar: isNothing ? "nothing" : (text ?? "").quoted
    case .sequence: "a list"
    case .mapping: "a mapping"
    case .alias: "an alias"
    }
  }

  package func error(_ problem: String, suggestion: String? = nil) -> ModuleMapError {
    source.error(at: place, problem, suggestion: suggestion)
  }

  /// An error about a name that nothing has.
  ///
  /// - Parameter what: What there is none of: `event`.
  func error(no what: String, named name: String, among valid: some Collection<String>) -> ModuleMapError {
    error("there is no \(what) \(name.quoted).", suggestion: Wording.suggestion(for: name, among: valid))
  }

  /// The text of a scalar that names something.
  ///
  /// - Parameter subject: What it names, for the message: `the name of a module`.
  func name(of subject: String) throws(ModuleMapError) -> String {
    guard let text else { throw error("\(subject) must be a text, not \(kind).") }
    guard !text.isEmpty, !isNothing, !text.allSatisfy(\.isWhitespace) else { throw error("\(subject) is empty.") }
    guard text.printable(.line) == text else {
      throw error("\(subject), \(text.quoted), has a control character in it. Take it out.")
    }
    return text
  }

  /// Yes or no, as people write it.
  func flag(of key: String) throws(ModuleMapError) -> Bool {
    guard let flag = text.flatMap(Self.flag) else { throw error("'\(key)' is yes or no, not \(kind).") }
    return flag
  }

  static func flag(_ text: String) -> Bool? {
    switch text.lowercased() {
    case "yes", "true": true
    case "no", "false": false
    default: nil
    }
  }

  /// A duration of at least so much.
  func duration(of key: String, atLeast least: Duration = .zero) throws(ModuleMapError) -> Duration {
    guard let text, !isNothing else { throw error("'\(key)' is a duration, not \(kind).") }
    let duration: Duration
    do { duration = try Duration(spelled: text) } catch { throw self.error(error.description) }
    guard duration >= least else {
      throw error("'\(key)' can't be \(text.quoted): \(least.spelled) is the least.")
    }
    return duration
  }

  /// The values of a mapping by key, every key being one of `known`.
  ///
  /// - Parameter subject: What the mapping is, for the message: `'Feed'`.
  package func members(of subject: String, known: [String]) throws(ModuleMapError) -> [String: YAMLNode] {
    guard let members else { throw error("\(subject) must be a mapping, not \(kind).") }
    var found: [String: YAMLNode] = [:]
    for (key, value) in members {
      guard let name = key.text else { throw key.error("a key must be a text, not \(key.kind).") }
      guard known.contains(name) else {
        throw key.error(
          "\(subject) has no key \(name.quoted).", suggestion: Wording.suggestion(for: name, among: known))
      }
      found[name] = value
    }
    return found
  }
}
#endif
