import ModuleLifecycle

extension LineParser {
  /// Reads any value.
  mutating func value() throws(LineProblem) -> JSONValue {
    skipSpace()
    try countValue()
    switch byte {
    case UInt8(ascii: "\""): return .string(try string())
    case UInt8(ascii: "t"), UInt8(ascii: "f"): return .bool(try bool())
    case UInt8(ascii: "n"):
      guard take(word: "null") else { throw syntaxProblem }
      return .null
    case UInt8(ascii: "["): return .array(try [JSONValue](reading: &self))
    case UInt8(ascii: "{"): return .object(try [String: JSONValue](reading: &self))
    default: return try numberValue()
    }
  }

  /// Reads an object's members, whatever their keys.
  mutating func eachMember(
    _ member: (String, inout LineParser) throws(LineProblem) -> Void
  ) throws(LineProblem) {
    skipSpace()
    guard take(UInt8(ascii: "{")) else { throw kindProblem(wanted: "an object") }
    try descend()
    skipSpace()
    if !take(UInt8(ascii: "}")) {
      while true {
        skipSpace()
        guard byte == UInt8(ascii: "\"") else { throw syntaxProblem }
        let key = try string()
        skipSpace()
        guard take(UInt8(ascii: ":")) else { throw syntaxProblem }
        do { try member(key, &self) } catch { throw error.under(key) }
        skipSpace()
        if take(UInt8(ascii: ",")) { continue }
        guard take(UInt8(ascii: "}")) else { throw syntaxProblem }
        break
      }
    }
    ascend()
  }

  /// Skips any value.
  mutating func skipValue() throws(LineProblem) {
    skipSpace()
    switch byte {
    case UInt8(ascii: "\""): try skipString()
    case UInt8(ascii: "t"), UInt8(ascii: "f"): _ = try bool()
    case UInt8(ascii: "n"):
      guard take(word: "null") else { throw syntaxProblem }
    case UInt8(ascii: "["): try list { parser throws(LineProblem) in try parser.skipValue() }
    case UInt8(ascii: "{"): try eachMember { _, parser throws(LineProblem) in try parser.skipValue() }
    default: try skipNumber()
    }
  }
}
