import ModuleLifecycle

/// A position in a line of JSON, and the methods that read from there.
///
/// Each value is read directly as the expected type. The parser accepts what `JSONDecoder` accepts: spaces anywhere, keys
/// in any order, and duplicate keys. It costs at most a few passes over the line, one for each level of known objects.
package struct LineParser {
  /// The most levels of nested values.
  static let mostNested = 64
  /// The most values in a line's arguments, votes and responses. In memory they take up to fifty times their bytes.
  static let mostValues = 1_000_000

  let bytes: [UInt8]
  var place = 0
  /// The number of arrays and objects around the position.
  var depth = 0
  private var values = 0
  /// The journal number of the entry that was read.
  var entryNumber: UInt64?
  /// A value that this version does not know and does not need, as a clause: `'state' can't be 'asleep'`.
  var unknownValue: String?

  init(_ bytes: [UInt8]) { self.bytes = bytes }

  /// The byte at the current position. After the end it is zero, which never occurs in JSON.
  var byte: UInt8 { place < bytes.count ? bytes[place] : 0 }

  mutating func skipSpace() {
    while byte == 0x20 || byte == 0x0A || byte == 0x0D || byte == 0x09 { place += 1 }
  }

  /// Takes a byte if it is the next one.
  mutating func take(_ wanted: UInt8) -> Bool {
    guard byte == wanted else { return false }
    place += 1
    return true
  }

  private func hasNext(_ word: String) -> Bool { bytes[place...].starts(with: word.utf8) }

  /// Takes a bare word if it is next.
  mutating func take(word: String) -> Bool {
    guard hasNext(word) else { return false }
    place += word.utf8.count
    return true
  }

  /// Checks that only space follows.
  mutating func end() throws(LineProblem) {
    skipSpace()
    guard place >= bytes.count else { throw syntaxProblem }
  }

  var syntaxProblem: LineProblem { LineProblem(.syntax(at: place)) }

  /// The problem to report when a value should be of another kind.
  func kindProblem(wanted: String) -> LineProblem {
    let found: String
    switch byte {
    case UInt8(ascii: "\""): found = "a text"
    case UInt8(ascii: "{"): found = "an object"
    case UInt8(ascii: "["): found = "a list"
    case UInt8(ascii: "t") where hasNext("true"), UInt8(ascii: "f") where hasNext("false"): found = "true or false"
    case UInt8(ascii: "n") where hasNext("null"): found = "null"
    case UInt8(ascii: "-"), UInt8(ascii: "0")...UInt8(ascii: "9"): found = "a number"
    default: return syntaxProblem
    }
    return LineProblem(.kind(wanted: wanted, found: found))
  }

  // MARK: Arrays and objects

  /// Reads an array, each of its elements with `element`.
  mutating func list(_ element: (inout LineParser) throws(LineProblem) -> Void) throws(LineProblem) {
    var index = 0
    try items(from: UInt8(ascii: "["), to: UInt8(ascii: "]"), wanted: "a list") { parser throws(LineProblem) in
      do throws(LineProblem) { try element(&parser) } catch { throw error.inside(index) }
      index += 1
    }
  }

  /// Reads an object's members, whatever their keys.
  mutating func eachMember(
    _ member: (String, inout LineParser) throws(LineProblem) -> Void
  ) throws(LineProblem) {
    try items(from: UInt8(ascii: "{"), to: UInt8(ascii: "}"), wanted: "an object") { parser throws(LineProblem) in
      parser.skipSpace()
      guard parser.byte == UInt8(ascii: "\"") else { throw parser.syntaxProblem }
      let key = try parser.string()
      parser.skipSpace()
      guard parser.take(UInt8(ascii: ":")) else { throw parser.syntaxProblem }
      do throws(LineProblem) { try member(key, &parser) } catch { throw error.under(key) }
    }
  }

  /// Reads what stands between two brackets, with commas between the items.
  private mutating func items(
    from open: UInt8, to close: UInt8, wanted: String, _ item: (inout LineParser) throws(LineProblem) -> Void
  ) throws(LineProblem) {
    skipSpace()
    guard take(open) else { throw kindProblem(wanted: wanted) }
    depth += 1
    if depth > Self.mostNested { throw LineProblem(.depth) }
    skipSpace()
    if !take(close) {
      repeat {
        try item(&self)
        skipSpace()
      } while take(UInt8(ascii: ","))
      guard take(close) else { throw syntaxProblem }
    }
    depth -= 1
  }

  // MARK: Any value

  /// Reads any value.
  mutating func value() throws(LineProblem) -> JSONValue {
    skipSpace()
    values += 1
    if values > Self.mostValues { throw LineProblem(.size) }
    switch byte {
    case UInt8(ascii: "\""): return .string(try string())
    case UInt8(ascii: "t"), UInt8(ascii: "f"): return .bool(try bool())
    case UInt8(ascii: "["): return .array(try [JSONValue](reading: &self))
    case UInt8(ascii: "{"): return .object(try [String: JSONValue](reading: &self))
    case UInt8(ascii: "n"):
      guard take(word: "null") else { throw syntaxProblem }
      return .null
    default: return try numberValue()
    }
  }

  /// Skips any value.
  mutating func skipValue() throws(LineProblem) {
    skipSpace()
    switch byte {
    case UInt8(ascii: "\""): _ = try skipString()
    case UInt8(ascii: "t"), UInt8(ascii: "f"): _ = try bool()
    case UInt8(ascii: "n"):
      guard take(word: "null") else { throw syntaxProblem }
    case UInt8(ascii: "["): try list { parser throws(LineProblem) in try parser.skipValue() }
    case UInt8(ascii: "{"):
      try items(from: UInt8(ascii: "{"), to: UInt8(ascii: "}"), wanted: "an object") { parser throws(LineProblem) in
        parser.skipSpace()
        guard parser.byte == UInt8(ascii: "\"") else { throw parser.syntaxProblem }
        _ = try parser.skipString()
        parser.skipSpace()
        guard parser.take(UInt8(ascii: ":")) else { throw parser.syntaxProblem }
        try parser.skipValue()
      }
    default: _ = try numberText()
    }
  }
}
