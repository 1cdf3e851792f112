import ModuleLifecycle

/// A line of JSON, and a position in it. Also visits the fields of an object to read them.
///
/// The initializer checks the syntax in one pass, and notes where each member of each object is. Members are linked in
/// the order of their keys, in which fields are declared too: reading an object is one walk along its members. Values are
/// read directly as the expected types. Lines are accepted as by `JSONDecoder`: with spaces anywhere, and with keys that
/// are in any order or occur twice.
package struct LineParser {
  /// The most levels of nested values.
  static let mostNested = 64
  /// The most values in a line's arguments, votes and responses. In memory they take up to fifty times their bytes.
  static let mostValues = 1_000_000

  /// An object, or a member of one.
  struct Row {
    /// The first bytes of the member's key.
    var word: UInt128 = 0
    /// The position of the member's key.
    var key: UInt32 = 0
    /// The number of bytes in the member's key. For an object, the index of the first row behind it.
    var count: UInt32 = 0
    /// The position of the member's value. For an object, the position behind it.
    var value: UInt32 = 0
    /// The index of the member with the next key; 0 for none. For an object, that of its first member.
    var next: UInt32 = 0
  }

  /// The line. Behind it are the keys that were spelled with escapes, without them.
  private(set) var bytes: [UInt8]
  private let end: Int
  var place: Int
  /// In the order of the line: an object, its first member, the objects in that member's value, its second member, and
  /// so on. The first row stands for none.
  private(set) var rows = [Row()]
  /// The index of the next object's row.
  var row = 1
  /// The index of the next member of the object that is being read, and its first required key that is missing.
  var (member, missing): (Int, String?) = (0, nil)
  /// The number of values in the arguments, votes and responses that were read.
  var values = 0
  /// The journal number of the entry that was read.
  var entryNumber: UInt64?
  /// A value that this version does not know and does not need, as a clause: `'state' can't be 'asleep'`.
  var unknownValue: String?
  /// The number of arrays and objects around the position, while the syntax is checked.
  private var depth = 0

  /// - Parameters:
  ///   - bytes: The line.
  ///   - start: The position at which its value begins.
  /// - Throws: The problem if this is not JSON.
  init(_ bytes: [UInt8], from start: Int = 0) throws(LineProblem) {
    (self.bytes, end, place) = (bytes, bytes.count, start)
    rows.reserveCapacity(min(bytes.count / 12, 1 << 10) + 8)
    try checkValue()
    skipSpace()
    guard place == end else { throw syntaxProblem }
    place = start
  }

  /// The byte at the current position. After the end it is zero, which never occurs in JSON.
  var byte: UInt8 { place < end ? bytes[place] : 0 }

  @inline(__always) mutating func skipSpace() {
    while byte <= 0x20, byte == 0x20 || byte == 0x0A || byte == 0x0D || byte == 0x09 { place += 1 }
  }

  /// Takes a byte if it is the next one.
  mutating func take(_ wanted: UInt8) -> Bool {
    guard byte == wanted else { return false }
    place += 1
    return true
  }

  // MARK: Syntax

  private var syntaxProblem: LineProblem { LineProblem(.syntax(at: place)) }

  private mutating func checkValue() throws(LineProblem) {
    skipSpace()
    switch byte {
    case UInt8(ascii: "\""): _ = try checkString()
    case UInt8(ascii: "{"): try checkObject()
    case UInt8(ascii: "["): try checkItems(to: UInt8(ascii: "]")) { line throws(LineProblem) in try line.checkValue() }
    case UInt8(ascii: "t"): try check("true")
    case UInt8(ascii: "f"): try check("false")
    case UInt8(ascii: "n"): try check("null")
    default: try checkNumber()
    }
  }

  private mutating func check(_ word: String) throws(LineProblem) {
    guard bytes[place..<end].starts(with: word.utf8) else { throw syntaxProblem }
    place += word.utf8.count
  }

  private mutating func checkNumber() throws(LineProblem) {
    _ = take(UInt8(ascii: "-"))
    if !take(UInt8(ascii: "0")) { try checkDigits() }
    if take(UInt8(ascii: ".")) { try checkDigits() }
    if take(UInt8(ascii: "e")) || take(UInt8(ascii: "E")) {
      if !take(UInt8(ascii: "+")) { _ = take(UInt8(ascii: "-")) }
      try checkDigits()
    }
    guard !isAtDigit else { throw syntaxProblem }
  }

  private mutating func checkDigits() throws(LineProblem) {
    guard isAtDigit else { throw syntaxProblem }
    while isAtDigit { place += 1 }
  }

  private var isAtDigit: Bool { byte >= UInt8(ascii: "0") && byte <= UInt8(ascii: "9") }

  /// Checks for control characters and invalid escapes, but not for valid UTF-8.
  ///
  /// - Returns: Whether the string has escapes.
  private mutating func checkString() throws(LineProblem) -> Bool {
    let bytes = bytes
    var (behind, hasEscapes) = (place + 1, false)
    while behind < end, bytes[behind] >= 0x20 {
      switch bytes[behind] {
      case UInt8(ascii: "\""):
        place = behind + 1
        return hasEscapes
      case UInt8(ascii: "\\"):
        place = behind + 1
        _ = try escape()
        (behind, hasEscapes) = (place, true)
      default: behind += 1
      }
    }
    place = behind
    throw syntaxProblem
  }

  /// Checks what stands between two brackets, with commas between the items.
  private mutating func checkItems(
    to close: UInt8, _ check: (inout LineParser) throws(LineProblem) -> Void
  ) throws(LineProblem) {
    place += 1
    depth += 1
    if depth > Self.mostNested { throw LineProblem(.depth) }
    skipSpace()
    if !take(close) {
      repeat {
        try check(&self)
        skipSpace()
      } while take(UInt8(ascii: ","))
      guard take(close) else { throw syntaxProblem }
    }
    depth -= 1
  }

  private mutating func checkObject() throws(LineProblem) {
    let object = rows.count
    rows.append(Row())
    var (last, lastWord, isSorted) = (object, UInt128(0), true)
    try checkItems(to: UInt8(ascii: "}")) { line throws(LineProblem) in
      line.skipSpace()
      guard line.byte == UInt8(ascii: "\"") else { throw line.syntaxProblem }
      let start = line.place + 1
      let hasEscapes = try line.checkString()
      var key = start..<line.place - 1
      if hasEscapes {
        let text = try line.unescaped(key)
        key = line.bytes.count..<line.bytes.count + text.count
        line.bytes += text
      }
      line.skipSpace()
      guard line.take(UInt8(ascii: ":")) else { throw line.syntaxProblem }
      let member = line.rows.count
      // An object and its key have a row each.
      if member > 2 * Self.mostValues { throw LineProblem(.size) }
      let word = FieldKey.word(of: line.bytes[key])
      (isSorted, lastWord) = (isSorted && word > lastWord, word)
      line.rows.append(
        Row(word: word, key: UInt32(key.lowerBound), count: UInt32(key.count), value: UInt32(line.place)))
      line.rows[last].next = UInt32(member)
      last = member
      try line.checkValue()
    }
    (rows[object].count, rows[object].value) = (UInt32(rows.count), UInt32(place))
    if !isSorted { sortMembers(of: object) }
  }

  /// Links the members in the order of their keys. Of members with the same key, the first comes first.
  private mutating func sortMembers(of object: Int) {
    var members: [Int] = []
    var member = Int(rows[object].next)
    while member > 0 {
      members.append(member)
      member = Int(rows[member].next)
    }
    members.sort { isKey(of: $0, before: $1) || $0 < $1 && !isKey(of: $1, before: $0) }
    for (last, member) in zip([object] + members, members + [0]) { rows[last].next = UInt32(member) }
  }

  /// Compares the keys of two members, byte by byte.
  private func isKey(of member: Int, before other: Int) -> Bool {
    let (one, two) = (rows[member], rows[other])
    return one.word != two.word ? one.word < two.word : keyBytes(one).lexicographicallyPrecedes(keyBytes(two))
  }

  /// The key of a member.
  func keyBytes(_ member: Row) -> ArraySlice<UInt8> { bytes[Int(member.key)..<Int(member.key) + Int(member.count)] }

  // MARK: Escapes

  /// Returns the bytes of a part of a string, with what its escapes stand for.
  mutating func unescaped(_ spelled: Range<Int>) throws(LineProblem) -> [UInt8] {
    let behind = place
    defer { place = behind }
    place = spelled.lowerBound
    var text: [UInt8] = []
    while place < spelled.upperBound {
      if take(UInt8(ascii: "\\")) {
        text += String(Character(try escape())).utf8
      } else {
        text.append(byte)
        place += 1
      }
    }
    return text
  }

  /// Reads what follows a backslash.
  private mutating func escape() throws(LineProblem) -> Unicode.Scalar {
    if take(UInt8(ascii: "u")) { return try escapedScalar() }
    guard let escape = Self.escapes[byte] else { throw syntaxProblem }
    place += 1
    return escape
  }

  private static let escapes: [UInt8: Unicode.Scalar] = Dictionary(
    uniqueKeysWithValues: zip("\"\\/bfnrt".utf8, "\"\\/\u{8}\u{C}\n\r\t".unicodeScalars))

  /// Reads four hexadecimal digits, or two groups of four if the first is half of a surrogate pair.
  private mutating func escapedScalar() throws(LineProblem) -> Unicode.Scalar {
    let start = place
    let first = try hexadecimal()
    if let scalar = Unicode.Scalar(first) { return scalar }
    if first < 0xDC00, take(UInt8(ascii: "\\")), take(UInt8(ascii: "u")) {
      let second = try hexadecimal()
      if (0xDC00..<0xE000).contains(second),
        let scalar = Unicode.Scalar(0x1_0000 + (first - 0xD800) << 10 + (second - 0xDC00))
      {
        return scalar
      }
    }
    throw LineProblem(.syntax(at: start))
  }

  private mutating func hexadecimal() throws(LineProblem) -> UInt32 {
    var value: UInt32 = 0
    for _ in 0..<4 {
      guard let digit = Character(Unicode.Scalar(byte)).hexDigitValue else { throw syntaxProblem }
      value = value << 4 | UInt32(digit)
      place += 1
    }
    return value
  }
}
