import ModuleLifecycle

extension LineParser {
  /// Reads a whole number, which must fit. `7.0` and `7e0` are the same number as `7`.
  @inline(__always) mutating func number<Number: FixedWidthInteger>() throws(LineProblem) -> Number {
    skipSpace()
    let start = place
    if let number = plainInteger(as: Number.self) { return number }
    advance(by: start - place)
    guard byte == UInt8(ascii: "-") || isDigit(byte) else { throw kindProblem(wanted: "a whole number") }
    let text = try numberText()
    if let number = DecimalText(text).integer(as: Number.self) { return number }
    throw LineProblem(DecimalText(text).isWhole ? .range(text) : .kind(wanted: "a whole number", found: text))
  }

  /// Reads any number. A whole number that fits becomes an integer.
  mutating func numberValue() throws(LineProblem) -> JSONValue {
    let start = place
    if let integer = plainInteger(as: Int64.self) { return .integer(integer) }
    advance(by: start - place)
    let text = try numberText()
    if let integer = DecimalText(text).integer(as: Int64.self) { return .integer(integer) }
    guard let number = Double(text), number.isFinite else { throw LineProblem(.range(text)) }
    return .number(number)
  }

  /// Skips a number.
  mutating func skipNumber() throws(LineProblem) { _ = try numberText() }

  private func isDigit(_ byte: UInt8) -> Bool { byte &- UInt8(ascii: "0") < 10 }

  /// Reads a number that has only digits and fits. Otherwise returns `nil`, at a position somewhere inside the number.
  @inline(__always) private mutating func plainInteger<Number: FixedWidthInteger>(
    as type: Number.Type
  ) -> Number? {
    let isNegative = take(UInt8(ascii: "-"))
    let start = place
    var magnitude: UInt64 = 0
    var isTooLarge = false
    while isDigit(byte) {
      let (tenfold, overflows) = magnitude.multipliedReportingOverflow(by: 10)
      let (sum, overflowsToo) = tenfold.addingReportingOverflow(UInt64(byte &- UInt8(ascii: "0")))
      isTooLarge = isTooLarge || overflows || overflowsToo
      magnitude = sum
      advance()
    }
    let next = byte
    guard place > start, !isTooLarge, next != UInt8(ascii: "."), next | 0x20 != UInt8(ascii: "e"),
      bytes[start] != UInt8(ascii: "0") || place == start + 1
    else { return nil }
    guard isNegative else { return Number(exactly: magnitude) }
    return magnitude <= 1 << 63 ? Number(exactly: 0 &- Int64(truncatingIfNeeded: magnitude)) : nil
  }

  /// Reads the text of a JSON number.
  private mutating func numberText() throws(LineProblem) -> String {
    let start = place
    _ = take(UInt8(ascii: "-"))
    if !take(UInt8(ascii: "0")) { try skipDigits() }
    if take(UInt8(ascii: ".")) { try skipDigits() }
    if take(UInt8(ascii: "e")) || take(UInt8(ascii: "E")) {
      if !take(UInt8(ascii: "+")) { _ = take(UInt8(ascii: "-")) }
      try skipDigits()
    }
    guard !isDigit(byte), let text = bytes.text(start..<place) else { throw syntaxProblem }
    return text
  }

  private mutating func skipDigits() throws(LineProblem) {
    guard isDigit(byte) else { throw syntaxProblem }
    while isDigit(byte) { advance() }
  }
}

/// A JSON number, possibly with a decimal point or an exponent, evaluated exactly.
private struct DecimalText {
  private let isNegative: Bool
  /// The digits without zeros at either end.
  private let digits: Substring.UTF8View
  /// The number of zeros after the digits. If negative, the number of digits after the decimal point.
  private let exponent: Int

  init(_ text: String) {
    isNegative = text.hasPrefix("-")
    let parts = text.drop { $0 == "-" }.split(whereSeparator: { $0 == "e" || $0 == "E" })
    let mantissa = parts[0].split(separator: ".")
    let fraction = mantissa.count > 1 ? mantissa[1] : ""
    let all = String(mantissa[0] + fraction)
    let leading = Substring(all).drop { $0 == "0" }
    var significant = leading
    while significant.utf8.last == UInt8(ascii: "0") { significant.removeLast() }
    // An exponent too large for any number is as good as the limit.
    let limit = 1 << 40
    let power = parts.count > 1 ? Int(parts[1]).map { min(max($0, -limit), limit) } : 0
    exponent =
      (power ?? (parts[1].hasPrefix("-") ? -limit : limit)) - fraction.utf8.count
      + (leading.utf8.count - significant.utf8.count)
    digits = significant.utf8
  }

  var isWhole: Bool { digits.isEmpty || exponent >= 0 }

  /// The number if it is whole and fits; otherwise `nil`.
  func integer<Number: FixedWidthInteger>(as type: Number.Type) -> Number? {
    guard !digits.isEmpty else { return 0 }
    guard exponent >= 0, digits.count + exponent <= 20 else { return nil }
    let text = String(decoding: Array(digits), as: UTF8.self) + String(repeating: "0", count: exponent)
    return Number((isNegative ? "-" : "") + text)
  }
}
