/// A position in a line of JSON, and the methods that read from there.
///
/// It reads each value directly as the expected type: a line is read in one pass, and nothing but the entry is created.
/// It accepts what `JSONDecoder` accepts: spaces anywhere, keys in any order, and duplicate keys, of which the first
/// counts.
package struct LineParser {
  /// The most levels of nested values.
  static let mostNested = 64
  /// The most values in a line's arguments, votes and responses. In memory they take up to fifty times their bytes.
  static let mostValues = 1_000_000

  let bytes: LineBytes
  var place = 0
  private var depth = 0
  private var values = 0
  /// The journal number of the entry being read.
  var entryNumber: UInt64?
  /// A value that this version does not know and does not need, as a clause: `'state' can't be 'asleep'`.
  var unknownValue: String?

  init(_ bytes: LineBytes) { self.bytes = bytes }

  /// The byte at the current position.
  @inline(__always) var byte: UInt8 { bytes[place] }

  @inline(__always) mutating func advance(by count: Int = 1) { place &+= count }

  @inline(__always) mutating func skipSpace() {
    while byte <= 0x20, byte == 0x20 || byte == 0x0A || byte == 0x0D || byte == 0x09 { place &+= 1 }
  }

  /// Takes a byte if it is the next one.
  @inline(__always) mutating func take(_ wanted: UInt8) -> Bool {
    guard byte == wanted else { return false }
    place &+= 1
    return true
  }

  /// Takes a bare word if it is next.
  mutating func take(word: StaticString) -> Bool {
    let count = word.utf8CodeUnitCount
    for offset in 0..<count {
      guard unsafe bytes[place &+ offset] == word.utf8Start[offset] else { return false }
    }
    place &+= count
    return true
  }

  private func hasNext(word: StaticString) -> Bool {
    var parser = self
    return parser.take(word: word)
  }

  /// Checks that only space follows.
  mutating func end() throws(LineProblem) {
    skipSpace()
    guard place >= bytes.count else { throw syntaxProblem }
  }

  mutating func descend() throws(LineProblem) {
    depth += 1
    if depth > Self.mostNested { throw LineProblem(.depth) }
  }

  mutating func ascend() { depth -= 1 }

  mutating func countValue() throws(LineProblem) {
    values += 1
    if values > Self.mostValues { throw LineProblem(.size) }
  }

  var syntaxProblem: LineProblem { LineProblem(.syntax(at: place)) }

  /// The problem to report when a value should be of another kind.
  func kindProblem(wanted: String) -> LineProblem {
    let found: String
    switch byte {
    case UInt8(ascii: "\""): found = "a text"
    case UInt8(ascii: "{"): found = "an object"
    case UInt8(ascii: "["): found = "a list"
    case UInt8(ascii: "t") where hasNext(word: "true"), UInt8(ascii: "f") where hasNext(word: "false"):
      found = "true or false"
    case UInt8(ascii: "n") where hasNext(word: "null"): found = "null"
    case UInt8(ascii: "-"), UInt8(ascii: "0")...UInt8(ascii: "9"): found = "a number"
    default: return syntaxProblem
    }
    return LineProblem(.kind(wanted: wanted, found: found))
  }

  /// Takes `null` if it is next.
  @inline(__always) mutating func takeNull() -> Bool {
    skipSpace()
    return byte == UInt8(ascii: "n") && take(word: "null")
  }

  mutating func bool() throws(LineProblem) -> Bool {
    skipSpace()
    if take(word: "false") { return false }
    if take(word: "true") { return true }
    throw kindProblem(wanted: "true or false")
  }

  /// Reads a list, each of its elements with `element`.
  @inline(__always) mutating func list(
    _ element: (inout LineParser) throws(LineProblem) -> Void
  ) throws(LineProblem) {
    skipSpace()
    guard take(UInt8(ascii: "[")) else { throw kindProblem(wanted: "a list") }
    try descend()
    skipSpace()
    var index = 0
    if !take(UInt8(ascii: "]")) {
      while true {
        do { try element(&self) } catch { throw error.inside(index) }
        index += 1
        skipSpace()
        if take(UInt8(ascii: ",")) { continue }
        guard take(UInt8(ascii: "]")) else { throw syntaxProblem }
        break
      }
    }
    ascend()
  }
}
