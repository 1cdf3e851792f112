#if Maps
import RollcallTextFormatting
import Yams

/// Reads YAML into nodes, and rewords the YAML parser's errors.
enum YAMLReader {
  /// The most values that aliases can add to the written ones. The file size limits the number of written values.
  static let addedLimit = 100_000

  /// - Returns: `nil` for a text without a value, if that is valid.
  static func root(of source: YAMLText) throws(MapProblem) -> YAMLNode? {
    let root: Node?
    do {
      // The basic resolver knows no types, so no text turns into a boolean, a date or a merge key.
      root = try Parser(yaml: source.text, resolver: .basic, constructor: .default, encoding: .utf8).singleRoot()
    } catch let error as YamlError {
      throw YAMLWording.problem(for: error, in: source)
    } catch {
      throw MapProblem("it is not valid YAML: \(error).")
    }
    guard let root else {
      if source.kind.empty == nil { return nil }
      throw MapProblem("it contains no YAML document.")
    }
    try checkExpansion(of: root, in: source)
    try checkMergeKeys(of: root, in: source)
    return YAMLNode(node: root)
  }

  /// Counts the values that aliases add, and stops at the limit. An added value has the same position in the text as an
  /// earlier value of its kind.
  private static func checkExpansion(of root: Node, in source: YAMLText) throws(MapProblem) {
    guard source.text.utf8.contains(UInt8(ascii: "*")) else { return }
    var places: Set<NodePlace> = []
    var added = 0
    var waiting = [root]
    while let node = waiting.popLast() {
      waiting += node.parts
      guard let place = NodePlace(node), !places.insert(place).inserted else { continue }
      added += 1
      guard added <= addedLimit else {
        throw MapProblem(
          "its aliases add more than \(CountText.format(addedLimit)) values. Use fewer aliases.")
      }
    }
  }

  /// Refuses the first merge key: a key `<<` without quotes.
  private static func checkMergeKeys(of root: Node, in source: YAMLText) throws(MapProblem) {
    guard source.text.contains("<<") else { return }
    var first: Mark?
    var waiting = [root]
    while let node = waiting.popLast() {
      waiting += node.parts
      for key in node.mapping?.keys.compactMap(\.scalar) ?? [] where key.string == "<<" && key.style == .plain {
        guard let mark = key.mark, first.map({ (mark.line, mark.column) < ($0.line, $0.column) }) ?? true else {
          continue
        }
        first = mark
      }
    }
    if let first { throw YAMLWording.mergeKey(at: MapPlace(first)) }
  }
}

extension Node {
  /// The items of a list, or the keys and values of a mapping.
  fileprivate var parts: [Node] {
    switch self {
    case .sequence(let items): Array(items)
    case .mapping(let pairs): pairs.flatMap { [$0.key, $0.value] }
    case .scalar, .alias: []
    }
  }
}

/// The position and kind of a value. The kind is needed because a mapping begins where its first key does.
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
