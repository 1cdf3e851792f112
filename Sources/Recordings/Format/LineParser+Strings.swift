extension LineParser {
  /// Reads a string.
  @inline(__always) mutating func string() throws(LineProblem) -> String {
    skipSpace()
    guard take(UInt8(ascii: "\"")) else { throw kindProblem(wanted: "a text") }
    let start = place
    var last = start
    while true {
      let byte = bytes[last]
      if byte == UInt8(ascii: "\"") { break }
      if byte == UInt8(ascii: "\\") { return try escapedString(from: start, escapeAt: last) }
      guard byte >= 0x20 else {
        advance(by: last - place)
        throw syntaxProblem
      }
      last &+= 1
    }
    guard let text = bytes.text(start..<last) else { throw LineProblem(.notUTF8) }
    advance(by: last + 1 - place)
    return text
  }

  /// Reads a string with escapes, the first one at `escape`.
  @inline(never) private mutating func escapedString(
    from start: Int, escapeAt escape: Int
  ) throws(LineProblem) -> String {
    var text: [UInt8] = []
    bytes.copy(start..<escape, to: &text)
    advance(by: escape - place)
    while true {
      let byte = self.byte
      if byte == UInt8(ascii: "\"") { break }
      guard byte >= 0x20 else { throw syntaxProblem }
      advance()
      if byte == UInt8(ascii: "\\") { try appendEscape(to: &text) } else { text.append(byte) }
    }
    advance()
    guard let text = String(validating: text, as: UTF8.self) else { throw LineProblem(.notUTF8) }
    return text
  }

  /// Reads what follows a backslash.
  private mutating func appendEscape(to text: inout [UInt8]) throws(LineProblem) {
    let byte = self.byte
    switch byte {
    case UInt8(ascii: "\""), UInt8(ascii: "\\"), UInt8(ascii: "/"): text.append(byte)
    case UInt8(ascii: "b"): text.append(0x08)
    case UInt8(ascii: "f"): text.append(0x0C)
    case UInt8(ascii: "n"): text.append(0x0A)
    case UInt8(ascii: "r"): text.append(0x0D)
    case UInt8(ascii: "t"): text.append(0x09)
    case UInt8(ascii: "u"):
      advance()
      text.append(contentsOf: Array(String(Character(try escapedScalar())).utf8))
      return
    default: throw syntaxProblem
    }
    advance()
  }

  /// Reads four hexadecimal digits, or two groups of four if the first is half of a surrogate pair.
  private mutating func escapedScalar() throws(LineProblem) -> Unicode.Scalar {
    let start = place
    let first = try hexadecimal()
    if let scalar = Unicode.Scalar(first) { return scalar }
    if first < 0xDC00, take(word: "\\u") {
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
      guard let digit = Character(Unicode.Scalar(byte)).hexDigitValue, byte < 0x80 else { throw syntaxProblem }
      value = value << 4 | UInt32(digit)
      advance()
    }
    return value
  }

  /// Skips a string. Checks for control characters and invalid escapes, but not for valid UTF-8.
  mutating func skipString() throws(LineProblem) {
    guard take(UInt8(ascii: "\"")) else { throw kindProblem(wanted: "a text") }
    while !take(UInt8(ascii: "\"")) {
      guard byte >= 0x20 else { throw syntaxProblem }
      if byte == UInt8(ascii: "\\") {
        var unused: [UInt8] = []
        advance()
        try appendEscape(to: &unused)
      } else {
        advance()
      }
    }
  }
}
