import ModuleLifecycle

// Reading. The syntax has been checked.

extension LineParser {
  /// The problem to report when a value should be of another kind.
  private func kindProblem(wanted: String) -> LineProblem {
    let found =
      switch byte {
      case UInt8(ascii: "\""): "a text"
      case UInt8(ascii: "{"): "an object"
      case UInt8(ascii: "["): "a list"
      case UInt8(ascii: "t"), UInt8(ascii: "f"): "true or false"
      case UInt8(ascii: "n"): "null"
      default: "a number"
      }
    return LineProblem(.kind(wanted: wanted, found: found))
  }

  /// Takes `null` if it is next.
  mutating func takeNull() -> Bool {
    skipSpace()
    guard byte == UInt8(ascii: "n") else { return false }
    place += 4
    return true
  }

  mutating func bool() throws(LineProblem) -> Bool {
    skipSpace()
    let isTrue = byte == UInt8(ascii: "t")
    guard isTrue || byte == UInt8(ascii: "f") else { throw kindProblem(wanted: "true or false") }
    place += isTrue ? 4 : 5
    return isTrue
  }

  /// Reads a string.
  mutating func string() throws(LineProblem) -> String {
    skipSpace()
    guard byte == UInt8(ascii: "\"") else { throw kindProblem(wanted: "a text") }
    let (bytes, start) = (bytes, place + 1)
    var (end, hasEscapes, isASCII) = (start, false, true)
    while bytes[end] != UInt8(ascii: "\"") {
      if bytes[end] == UInt8(ascii: "\\") {
        hasEscapes = true
        end += 1
      }
      if bytes[end] >= 0x80 { isASCII = false }
      end += 1
    }
    place = end + 1
    if isASCII, !hasEscapes { return String(decoding: bytes[start..<end], as: UTF8.self) }
    return try Self.text(hasEscapes ? try unescaped(start..<end)[...] : bytes[start..<end])
  }

  private static func text(_ bytes: ArraySlice<UInt8>) throws(LineProblem) -> String {
    guard let text = String(validating: bytes, as: UTF8.self) else { throw LineProblem(.notUTF8) }
    return text
  }

  // MARK: Numbers

  /// Reads a whole number, which must fit. `7.0` and `7e0` are the same number as `7`.
  mutating func number<Number: FixedWidthInteger>() throws(LineProblem) -> Number {
    skipSpace()
    if let digits = takeDigits(), let number = Number(exactly: digits) { return number }
    guard let text = takeNumber() else { throw kindProblem(wanted: "a whole number") }
    if let number = Number(text) { return number }
    guard let whole = Self.whole(text) else { throw LineProblem(.kind(wanted: "a whole number", found: text)) }
    guard let number = Number(whole) else { throw LineProblem(.range(text)) }
    return number
  }

  /// Takes a number of up to 18 digits if it has no sign, point or exponent.
  private mutating func takeDigits() -> UInt64? {
    let start = place
    var number: UInt64 = 0
    while case let digit = byte &- UInt8(ascii: "0"), digit < 10, place - start < 19 {
      number = number &* 10 &+ UInt64(digit)
      place += 1
    }
    if place > start, place - start < 19, byte != UInt8(ascii: "."), byte | 0x20 != UInt8(ascii: "e") { return number }
    place = start
    return nil
  }

  /// Takes the text of a number; `nil` if it is something else.
  private mutating func takeNumber() -> String? {
    let start = place
    while "+-.eE0123456789".utf8.contains(byte) { place += 1 }
    return place == start ? nil : String(decoding: bytes[start..<place], as: UTF8.self)
  }

  /// Reads any number. A whole number that fits becomes an integer.
  private mutating func numberValue() throws(LineProblem) -> EventValue {
    let text = takeNumber() ?? ""
    if let integer = Int64(text) ?? Self.whole(text).flatMap({ Int64($0) }) { return .integer(integer) }
    guard let number = Double(text), number.isFinite else { throw LineProblem(.range(text)) }
    return .number(number)
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

  // MARK: Arrays and objects

  /// Reads an array, each of its elements with `element`.
  mutating func list(_ element: (inout LineParser) throws(LineProblem) -> Void) throws(LineProblem) {
    skipSpace()
    guard take(UInt8(ascii: "[")) else { throw kindProblem(wanted: "a list") }
    skipSpace()
    if take(UInt8(ascii: "]")) { return }
    var index = 0
    repeat {
      do throws(LineProblem) { try element(&self) } catch { throw error.under("[\(index)]") }
      index += 1
      skipSpace()
    } while take(UInt8(ascii: ","))
    place += 1
  }

  /// Reads an object, whose members `body` finds.
  mutating func object(_ body: (inout LineParser) throws(LineProblem) -> Void) throws(LineProblem) {
    skipSpace()
    guard byte == UInt8(ascii: "{") else { throw kindProblem(wanted: "an object") }
    let (object, outer) = (rows[row], (member, missing))
    (member, missing) = (Int(object.next), nil)
    try body(&self)
    if let missing { throw LineProblem(.missing).under(missing) }
    (place, row) = (Int(object.value), Int(object.count))
    (member, missing) = outer
  }

  /// Reads an object, each of its members with `read`, whatever their keys.
  mutating func eachMember(
    _ read: (String, inout LineParser) throws(LineProblem) -> Void
  ) throws(LineProblem) {
    try object { line throws(LineProblem) in
      while line.member > 0 {
        let key = try Self.text(line.keyBytes(line.rows[line.member]))
        line.enterValue()
        do throws(LineProblem) { try read(key, &line) } catch { throw error.under(key) }
      }
    }
  }

  /// Goes to the value of the next member.
  private mutating func enterValue() {
    let next = rows[member]
    (place, row, member) = (Int(next.value), member + 1, Int(next.next))
  }

  /// Reads any value.
  mutating func value() throws(LineProblem) -> EventValue {
    skipSpace()
    values += 1
    if values > Self.mostValues { throw LineProblem(.size) }
    switch byte {
    case UInt8(ascii: "\""): return .string(try string())
    case UInt8(ascii: "t"), UInt8(ascii: "f"): return .bool(try bool())
    case UInt8(ascii: "["): return .array(try [EventValue](reading: &self))
    case UInt8(ascii: "{"): return .object(try [String: EventValue](reading: &self))
    case UInt8(ascii: "n"):
      place += 4
      return .null
    default: return try numberValue()
    }
  }
}

// MARK: - Fields

extension LineParser: FieldVisitor {
  package typealias Problem = LineProblem

  package static var reads: Bool { true }

  package mutating func field<Value: LineValue>(_ key: FieldKey, _ value: inout Value) throws(LineProblem) {
    if let found: Value = try next(key) { value = found } else if missing == nil { missing = key.text }
  }

  package mutating func optional<Value: LineValue>(_ key: FieldKey, _ value: inout Value?) throws(LineProblem) {
    if let found: Value? = try next(key) { value = found }
  }

  package mutating func known<Value: LineValue & RawRepresentable<String>>(
    _ key: FieldKey, _ value: inout Value?
  ) throws(LineProblem) {
    var word: String?
    try optional(key, &word)
    value = word.flatMap(Value.init)
    guard value == nil, let word, unknownValue == nil else { return }
    unknownValue = LineProblem(.word(word)).under(key.text).clause
  }

  /// Reads a field, before the others; `nil` if it does not exist.
  mutating func first<Value: LineValue>(_ key: FieldKey) throws(LineProblem) -> Value? {
    let start = member
    defer { member = start }
    return try next(key)
  }

  /// Reads a field; `nil` if it does not exist.
  private mutating func next<Value: LineValue>(_ key: FieldKey) throws(LineProblem) -> Value? {
    guard find(key) else { return nil }
    enterValue()
    do throws(LineProblem) { return try Value(reading: &self) } catch { throw error.under(key.text) }
  }

  /// Goes along the members to a key.
  ///
  /// - Returns: Whether it exists.
  private mutating func find(_ key: FieldKey) -> Bool {
    while member > 0 {
      let row = rows[member]
      if row.word > key.word { return false }
      if row.word == key.word {
        let text = key.text.utf8
        if row.count == text.count, row.count <= 16 || keyBytes(row).elementsEqual(text) { return true }
        if text.lexicographicallyPrecedes(keyBytes(row)) { return false }
      }
      member = Int(row.next)
    }
    return false
  }
}
