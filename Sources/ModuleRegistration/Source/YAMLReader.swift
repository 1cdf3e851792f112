import Yams

/// Reads YAML into nodes, and says what is wrong with it in the words of this package.
enum YAMLReader {
  /// The most values, counted after the aliases are expanded.
  static let expandedLimit = 100_000

  static func root(of source: MapText) throws(ModuleMapError) -> MapNode {
    let root: Node?
    do {
      // The basic resolver knows no types, so that no text turns into a boolean, a date or a merge key.
      root = try Parser(yaml: source.text, resolver: .basic, constructor: .default, encoding: .utf8).singleRoot()
    } catch let error as YamlError {
      throw YAMLWording.error(for: error, in: source)
    } catch {
      throw source.error(at: nil, "it is not valid YAML: \(error).")
    }
    guard let root else { throw source.error(at: nil, "it holds no YAML document.") }
    try checkExpansion(of: root, in: source)
    return MapNode(node: root, source: source)
  }

  /// Counts what the aliases expand to without following more of it than is allowed.
  private static func checkExpansion(of root: Node, in source: MapText) throws(ModuleMapError) {
    var count = 0
    var waiting = [root]
    while let node = waiting.popLast() {
      count += 1
      switch node {
      case .sequence(let items): waiting.append(contentsOf: items)
      case .mapping(let pairs):
        for (key, value) in pairs { waiting += [key, value] }
      case .scalar, .alias: break
      }
      guard count + waiting.count <= expandedLimit else {
        throw source.error(
          at: nil,
          "with its aliases written out it has more than \(Wording.count(expandedLimit)) values. Use fewer aliases.")
      }
    }
  }
}
