// swift-format-ignore-file
// Stand-ins for the parts of Yams that RollcallMaps uses: https://github.com/jpsim/Yams

public struct Mark {
  public let line: Int
  public let column: Int
}

public struct Resolver: Sendable { public static let basic = Resolver() }
public struct Constructor: Sendable { public static let `default` = Constructor() }

public final class Parser {
  public enum Encoding { case utf8, utf16 }
  public init(yaml: String, resolver: Resolver, constructor: Constructor, encoding: Encoding) throws { fatalError() }
  public func singleRoot() throws -> Node? { fatalError() }
}

public enum YamlError: Error {
  public struct Context {
    public let text: String
    public let mark: Mark
  }
  case no
  case memory
  case reader(problem: String, offset: Int?, value: Int32, yaml: String)
  case scanner(context: Context?, problem: String, Mark, yaml: String)
  case parser(context: Context?, problem: String, Mark, yaml: String)
  case composer(context: Context?, problem: String, Mark, yaml: String)
  case duplicatedKeysInMapping(duplicates: [String], context: Context)
}

public indirect enum Node {
  public struct Scalar {
    public enum Style { case any, plain, singleQuoted, doubleQuoted, literal, folded }
    public var string: String
    public var style: Style
    public var mark: Mark?
  }
  public struct Sequence: RandomAccessCollection {
    public var mark: Mark?
    public var startIndex: Int { fatalError() }
    public var endIndex: Int { fatalError() }
    public subscript(index: Int) -> Node { fatalError() }
  }
  public struct Mapping: Swift.Sequence {
    public var mark: Mark?
    public var keys: [Node] { fatalError() }
    public var values: [Node] { fatalError() }
    public var count: Int { fatalError() }
    public func makeIterator() -> AnyIterator<(key: Node, value: Node)> { fatalError() }
  }
  public struct Alias { public var mark: Mark? }
  case scalar(Scalar)
  case mapping(Mapping)
  case sequence(Sequence)
  case alias(Alias)
  public init(_ pairs: [(Node, Node)]) { fatalError() }
  public var scalar: Scalar? { fatalError() }
  public var mapping: Mapping? { fatalError() }
  public var sequence: Sequence? { fatalError() }
  public var mark: Mark? { fatalError() }
}
