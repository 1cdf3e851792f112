import ModuleLifecycle

extension LineParser {
  /// Takes `null` if it is next.
  mutating func takeNull() -> Bool {
    skipSpace()
    return byte == UInt8(ascii: "n") && take(word: "null")
  }

  mutating func bool() throws(LineProblem) -> Bool {
    skipSpace()
    if take(word: "false") { return false }
    if take(word: "true") { return true }
    throw kindProblem(wanted: "true or false")
  }

  // MARK: Numbers

  /// Reads a whole number, which must fit. `7.0` and `7e0` are the same number as `7`.
  mutating func number<Number: FixedWidthInteger>() throws(LineProblem) -> Number {
    skipSpace()
    guard byte == UInt8(ascii: "-") || isAtDigit else { throw kindProblem(wanted: "a whole number") }
    let text = try numberText()
    if let number = Number(text) { return number }
    guard let whole = Self.whole(text) else { throw LineProblem(.kind(wanted: "a whole number", found: text)) }
    guard let number = Number(whole) else { throw LineProblem(.range(text)) }
    return number
  }

  /// Reads any number. A whole number that fits becomes an integer.
  mutating func numberValue() throws(LineProblem) -> JSONValue {
    let text = try numberText()
    if let integer = Int64(text) ?? Self.whole(text).flatMap({ Int64($0) }) { return .integer(integer) }
    guard let number = Double(text), number.isFinite else { throw LineProblem(.range(text)) }
    return .number(number)
  }

  private var isAtDigit: Bool { byte >= UInt8(ascii: "0") && byte <= UInt8(ascii: "9") }

  /// Reads the text of a JSON number.
  mutating func numberText() throws(LineProblem) -> String {
    let start = place
    _ = take(UInt8(ascii: "-"))
    if !take(UInt8(ascii: "0")) { try skipDigits() }
    if take(UInt8(ascii: ".")) { try skipDigits() }
    if take(UInt8(ascii: "e")) || take(UInt8(ascii: "E")) {
      if !take(UInt8(ascii: "+")) { _ = take(UInt8(ascii: "-")) }
      try skipDigits()
    }
    guard !isAtDigit else { throw syntaxProblem }
    return String(decoding: bytes[start..<place], as: UTF8.self)
  }

  private mutating func skipDigits() throws(LineProblem) {
    guard isAtDigit else { throw syntaxProblem }
    while isAtDigit { place += 1 }
  }

  /// The digits of a number with a decimal point or an exponent, and its sign; `nil` if the number is not whole. Exact,
  /// except that a number beyond every integer type keeps only some of its zeros.
  private static func whole(_ text: String) -> String? {
    let parts = text.lowercased().split(separator: "e")
    let mantissa = parts[0].drop { $0 == "-" }.split(separator: ".")
    let fraction = mantissa.count > 1 ? mantissa[1] : ""
    var digits = (mantissa[0] + fraction).drop { $0 == "0" }
    var exponent = -fraction.utf8.count
    if parts.count > 1 {
      // An exponent too large for any number is as good as the limit.
      let limit = 1 << 40
      exponent += min(max(Int(parts[1]) ?? (parts[1].hasPrefix("-") ? -limit : limit), -limit), limit)
    }
    while digits.utf8.last == UInt8(ascii: "0") {
      digits.removeLast()
      exponent += 1
    }
    if digits.isEmpty { return "0" }
    guard exponent >= 0 else { return nil }
    return (text.hasPrefix("-") ? "-" : "") + digits + String(repeating: "0", count: min(exponent, 20))
  }

  // MARK: Strings

  /// Reads a string.
  mutating func string() throws(LineProblem) -> String {
    skipSpace()
    guard byte == UInt8(ascii: "\"") else { throw kindProblem(wanted: "a text") }
    var inside = self
    inside.place += 1
    let hasEscapes = try skipString()
    let spelled = bytes[inside.place..<place - 1]
    let text = hasEscapes ? try inside.unescaped(until: spelled.endIndex)[...] : spelled
    guard let text = String(validating: text, as: UTF8.self) else { throw LineProblem(.notUTF8) }
    return text
  }

  /// Skips a string. Checks for control characters and invalid escapes, but not for valid UTF-8.
  ///
  /// - Returns: Whether it has escapes.
  mutating func skipString() throws(LineProblem) -> Bool {
    guard take(UInt8(ascii: "\"")) else { throw kindProblem(wanted: "a text") }
    var hasEscapes = false
    while !take(UInt8(ascii: "\"")) {
      guard byte >= 0x20 else { throw syntaxProblem }
      if take(UInt8(ascii: "\\")) {
        hasEscapes = true
        _ = try escape()
      } else {
        place += 1
      }
    }
    return hasEscapes
  }

  private mutating func unescaped(until end: Int) throws(LineProblem) -> [UInt8] {
    var text: [UInt8] = []
    while place < end {
      if take(UInt8(ascii: "\\")) {
        text += try escape().utf8
      } else {
        text.append(byte)
        place += 1
      }
    }
    return text
  }

  /// Reads what follows a backslash.
  private mutating func escape() throws(LineProblem) -> String {
    if take(UInt8(ascii: "u")) { return String(Character(try escapedScalar())) }
    guard let text = Self.escapes[byte] else { throw syntaxProblem }
    place += 1
    return text
  }

  private static let escapes: [UInt8: String] = Dictionary(
    uniqueKeysWithValues: zip("\"\\/bfnrt".utf8, ["\"", "\\", "/", "\u{8}", "\u{C}", "\n", "\r", "\t"]))

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
      guard let digit = Character(Unicode.Scalar(byte)).hexDigitValue else { throw syntaxProblem }
      value = value << 4 | UInt32(digit)
      place += 1
    }
    return value
  }
}
