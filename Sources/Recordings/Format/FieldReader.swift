/// Reads the fields of an object.
///
/// Fields are requested in the order in which they are written, sorted by key. One comparison with the next key in the
/// line is then enough: a key that sorts before the requested one is unknown and skipped; if the next key sorts after
/// it, the field is missing. If an object's keys are in another order, an index of them is made.
struct FieldReader: FieldVisitor {
  private var parser: LineParser
  /// The position of the key that was read or skipped last; negative before the first.
  private var last = -1
  /// The first required key that is missing.
  private var missing: StaticString?
  /// If the keys are not sorted: the position of the first value for each key, and the position of the object's end.
  private var index: [String: Int]?
  private var close = 0

  /// Starts with the object at the parser's position.
  ///
  /// - Parameter isSorted: Whether to assume that the keys are sorted. If they are not, reading throws a problem.
  init(_ parser: LineParser, isSorted: Bool) throws(LineProblem) {
    self.parser = parser
    if isSorted { try self.parser.beginObject() } else { try makeIndex() }
  }

  private mutating func makeIndex() throws(LineProblem) {
    var index: [String: Int] = [:]
    try parser.eachMember { key, parser throws(LineProblem) in
      if index[key] == nil { index[key] = parser.place }
      try parser.skipValue()
    }
    self.index = index
    close = parser.place - 1
    parser.place = close
    try parser.descend()
  }

  /// Skips the rest of the object.
  ///
  /// - Returns: A parser positioned after the object.
  mutating func end() throws(LineProblem) -> LineParser {
    // This key sorts after all others.
    if parser.byte == UInt8(ascii: "\"") { _ = try search("\u{10FFFF}") }
    guard parser.take(UInt8(ascii: "}")) else { throw parser.syntaxProblem }
    parser.ascend()
    if let missing { throw LineProblem(.missing).under(missing.description) }
    return parser
  }

  // MARK: Fields

  @inline(__always) mutating func field<Value: LineValue>(
    _ key: StaticString, _ value: inout Value
  ) throws(LineProblem) {
    if try !read(key, &value), missing == nil { missing = key }
  }

  @inline(__always) mutating func defaulted<Value: LineValue>(
    _ key: StaticString, _ value: inout Value
  ) throws(LineProblem) {
    _ = try read(key, &value)
  }

  @inline(__always) mutating func optional<Value: LineValue>(
    _ key: StaticString, _ value: inout Value?
  ) throws(LineProblem) {
    _ = try read(key, &value)
  }

  static var reads: Bool { true }

  mutating func known<Value: LineValue & RawRepresentable<String>>(
    _ key: StaticString, _ value: inout Value?
  ) throws(LineProblem) {
    var word = value?.rawValue
    try optional(key, &word)
    value = word.flatMap(Value.init)
    guard value == nil, let word, parser.unknownValue == nil else { return }
    parser.unknownValue = LineProblem(.word(word)).under(key.description).clause
  }

  mutating func text(
    _ key: StaticString, _ value: inout String?, or words: String?
  ) throws(LineProblem) {
    try optional(key, &value)
  }

  mutating func type(_ name: StaticString) throws(LineProblem) {
    var type = ""
    try field("type", &type)
    if type != name.description { throw LineProblem(.type) }
  }

  mutating func seq() throws(LineProblem) {
    var number: UInt64?
    if try read("seq", &number) { parser.entryNumber = number }
  }

  /// Reads a field if it exists.
  @inline(__always) private mutating func read<Value: LineValue>(
    _ key: StaticString, _ value: inout Value
  ) throws(LineProblem) -> Bool {
    let place = parser.place
    if parser.take(key: key) {
      last = place
    } else {
      if parser.hasKey(after: key) { return false }
      guard try search(key) else { return false }
    }
    do throws(LineProblem) { value = try Value(reading: &parser) } catch { throw error.under(key.description) }
    try proceed()
    return true
  }

  /// Advances to the next key or the object's end.
  @inline(__always) private mutating func proceed() throws(LineProblem) {
    if index != nil {
      parser.place = close
      return
    }
    parser.skipSpace()
    if parser.take(UInt8(ascii: ",")) {
      parser.skipSpace()
      if parser.byte != UInt8(ascii: "\"") { throw parser.syntaxProblem }
    } else if parser.byte != UInt8(ascii: "}") {
      throw parser.syntaxProblem
    }
  }

  /// Advances to the value of a key that is not the next one. Returns `false` if the key is missing.
  @inline(never) private mutating func search(_ key: StaticString) throws(LineProblem) -> Bool {
    if let index {
      guard let place = index[key.description] else { return false }
      parser.place = place
      return true
    }
    while parser.byte == UInt8(ascii: "\"") {
      let start = parser.place
      let order = parser.bytes.order(ofKeyAt: start, and: key)
      if order > 0 { return false }
      if last >= 0, parser.bytes.order(ofKeyAt: start, andAt: last) < 0 { throw parser.syntaxProblem }
      last = start
      try parser.skipPlainKey()
      if order == 0 { return true }
      try parser.skipValue()
      try proceed()
    }
    return false
  }
}

extension LineParser {
  /// Reads a key with exactly this spelling, and its colon.
  @inline(__always) fileprivate mutating func take(key: StaticString) -> Bool {
    let count = key.utf8CodeUnitCount
    guard byte == UInt8(ascii: "\""), bytes.has(key, at: place &+ 1), bytes[place &+ count &+ 1] == UInt8(ascii: "\""),
      bytes[place &+ count &+ 2] == UInt8(ascii: ":")
    else { return false }
    advance(by: count &+ 3)
    return true
  }

  /// Whether the first byte of the next key shows that it sorts after `key`. This detects most missing fields.
  @inline(__always) fileprivate func hasKey(after key: StaticString) -> Bool {
    unsafe byte == UInt8(ascii: "\"") && bytes[place &+ 1] > key.utf8Start[0]
  }

  fileprivate mutating func beginObject() throws(LineProblem) {
    skipSpace()
    guard take(UInt8(ascii: "{")) else { throw kindProblem(wanted: "an object") }
    try descend()
    skipSpace()
  }

  /// Skips a key and its colon. A key with escapes or non-ASCII letters is a problem.
  fileprivate mutating func skipPlainKey() throws(LineProblem) {
    advance()
    while byte != UInt8(ascii: "\"") {
      if byte < 0x20 || byte >= 0x80 || byte == UInt8(ascii: "\\") { throw syntaxProblem }
      advance()
    }
    advance()
    skipSpace()
    guard take(UInt8(ascii: ":")) else { throw syntaxProblem }
  }
}

extension LineBytes {
  /// Compares the key whose opening quote is at `place` with another. Negative if it sorts before the other.
  fileprivate func order(ofKeyAt place: Int, and key: StaticString) -> Int {
    order(ofKeyAt: place) { unsafe $0 < key.utf8CodeUnitCount ? key.utf8Start[$0] : UInt8(ascii: "\"") }
  }

  fileprivate func order(ofKeyAt place: Int, andAt other: Int) -> Int {
    order(ofKeyAt: place) { self[other &+ 1 &+ $0] }
  }

  private func order(ofKeyAt place: Int, and other: (Int) -> UInt8) -> Int {
    var offset = 0
    while true {
      let (one, two) = (self[place &+ 1 &+ offset], other(offset))
      // A key sorts before its own continuations.
      let (ends, endsToo) = (one == UInt8(ascii: "\""), two == UInt8(ascii: "\""))
      if ends || endsToo { return (ends ? 0 : 1) - (endsToo ? 0 : 1) }
      if one != two { return one < two ? -1 : 1 }
      offset &+= 1
    }
  }
}
