#if Maps
import TextFormatting
import Yams

/// Reads YAML into nodes, and says what is wrong with it in the words of this package.
enum YAMLReader {
  /// The most values that aliases may add to those that are written out. How many those are, the size of a file bounds.
  static let addedLimit = 100_000

  /// - Returns: `nil` for a text without a value, where that is right.
  static func root(of source: YAMLText) throws(MapProblem) -> YAMLNode? {
    let root: Node?
    do {
      // The basic resolver knows no types, so that no text turns into a boolean, a date or a merge key.
      root = try Parser(yaml: source.text, resolver: .basic, constructor: .default, encoding: .utf8).singleRoot()
    } catch let error as YamlError {
      throw YAMLWording.problem(for: error, in: source)
    } catch {
      throw MapProblem("it is not valid YAML: \(error).")
    }
    guard let root else {
      if source.kind.empty == nil { return nil }
      throw MapProblem("it holds no YAML document.")
    }
    try checkExpansion(of: root, in: source)
    return YAMLNode(node: root)
  }

  /// Counts the values that are there because of aliases, without following more of them than are allowed: each is found
  /// at a place in the text at which one of its kind was found before.
  private static func checkExpansion(of root: Node, in source: YAMLText) throws(MapProblem) {
    guard source.text.utf8.contains(UInt8(ascii: "*")) else { return }
    var places: Set<NodePlace> = []
    var added = 0
    var waiting = [root]
    while let node = waiting.popLast() {
      switch node {
      case .sequence(let items): waiting.append(contentsOf: items)
      case .mapping(let pairs):
        for (key, value) in pairs { waiting += [key, value] }
      case .scalar, .alias: break
      }
      guard let place = NodePlace(node), !places.insert(place).inserted else { continue }
      added += 1
      guard added <= addedLimit else {
        throw MapProblem(
          "its aliases add more than \(CountText.format(addedLimit)) values to it. Use fewer aliases.")
      }
    }
  }
}

/// Where a value of some kind begins: a mapping begins where its first key does.
private struct NodePlace: Hashable {
  let line: Int
  let column: Int
  let isScalar: Bool
  let isSequence: Bool

  init?(_ node: Node) {
    guard let mark = node.mark else { return nil }
    (line, column) = (mark.line, mark.column)
    (isScalar, isSequence) = (node.scalar != nil, node.sequence != nil)
  }
}
#endif
