#if Maps
import ModuleLifecycle
import RollcallTextFormatting
import Yams

/// A YAML value.
///
/// Scalars are read raw: `No` is the text "No". The code that reads the value decides what it means.
package struct YAMLNode {
  let node: Node

  init(node: Node) { self.node = node }

  /// Creates a mapping from members of another one.
  init(_ members: some Sequence<(key: YAMLNode, value: YAMLNode)>) {
    node = Node(members.map { ($0.key.node, $0.value.node) })
  }

  /// The position where the value begins. For an alias, this is the position of the original value.
  package var place: MapPlace { MapPlace(line: node.mark?.line ?? 1, scalarColumn: node.mark?.column ?? 1) }
  /// The text of a scalar; `nil` for lists and mappings.
  package var text: String? { node.scalar?.string }

  /// Whether nothing was written: `Feed:` with no value.
  package var isNothing: Bool {
    guard let scalar = node.scalar, scalar.style == .plain || scalar.style == .any else { return false }
    return ["", "~", "null"].contains(scalar.string)
  }

  /// The items of a list; `nil` for other values.
  package var items: [YAMLNode]? { node.sequence?.map { YAMLNode(node: $0) } }

  /// The keys and values of a mapping, in order; `nil` for other values.
  package var members: [(key: YAMLNode, value: YAMLNode)]? {
    node.mapping?.map { (YAMLNode(node: $0.key), YAMLNode(node: $0.value)) }
  }

  /// A description for messages: `a list`.
  package var kind: String {
    switch node {
    case .scalar: isNothing ? "nothing" : (text ?? "").quoted
    case .sequence: "a list"
    case .mapping: "a mapping"
    case .alias: "an alias"
    }
  }

  func problem(_ text: String, _ suggestion: MapProblem.Suggestion? = nil) -> MapProblem {
    MapProblem(at: place, text, suggestion)
  }

  /// Returns a problem with an unknown name.
  ///
  /// - Parameter what: What the name should stand for: `event`.
  func problem(no what: String, named name: String, among valid: [String]) -> MapProblem {
    problem("there is no \(what) \(name.quoted).", .nearest(to: name, among: valid))
  }

  /// Reads a scalar that names something.
  ///
  /// - Parameter subject: What the scalar is, for the message: `the name of a module`.
  func name(of subject: String) throws(MapProblem) -> String {
    guard let text else { throw problem("\(subject) must be a text, not \(kind).") }
    guard !text.isEmpty, !isNothing, !text.allSatisfy(\.isWhitespace) else { throw problem("\(subject) is empty.") }
    guard text.printable(.line) == text else {
      throw problem("\(subject), \(text.quoted), contains a control character. Delete it.")
    }
    return text
  }

  /// Reads a flag: yes or no, true or false, in any case.
  func flag(of key: String) throws(MapProblem) -> Bool {
    guard let flag = text.flatMap(Self.flag) else { throw problem("'\(key)' must be yes or no, not \(kind).") }
    return flag
  }

  static func flag(_ text: String) -> Bool? {
    switch text.lowercased() {
    case "yes", "true": true
    case "no", "false": false
    default: nil
    }
  }

  /// Reads a duration with a minimum.
  func duration(of key: String, atLeast least: Duration = .zero) throws(MapProblem) -> Duration {
    guard let text, !isNothing else { throw problem("'\(key)' must be a duration, not \(kind).") }
    let duration: Duration
    do { duration = try Duration(spelled: text) } catch { throw problem(error.description) }
    guard duration >= least else {
      throw problem("'\(key)' can't be \(text.quoted): \(least.spelled) is the minimum.")
    }
    return duration
  }
}
#endif
