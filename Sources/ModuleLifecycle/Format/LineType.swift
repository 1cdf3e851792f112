/// The types that an entry of the format may have.
enum LineType: String {
  case dispatch, completion, module, owned, releasing, released, overdue, owner, alive, running, state, output, warning,
    gap
}

extension LineBytes {
  /// The type that a line seems to have: `"type"` is the last key of nearly all that are written.
  ///
  /// It is a guess. Whoever reads an entry of that type comes upon the true one.
  var guessedType: LineType? {
    var last = count
    while last > 0, self[last - 1] <= 0x20 { last -= 1 }
    guard self[last - 1] == UInt8(ascii: "}"), self[last - 2] == UInt8(ascii: "\"") else { return nil }
    let end = last - 2
    var start = end
    while start > 0, end - start <= 16, self[start - 1] != UInt8(ascii: "\"") { start -= 1 }
    // `"type":` and the quote, as a word.
    guard word(at: start - 8) == 0x223A_2265_7079_7422 else { return nil }
    return text(start..<end).flatMap(LineType.init(rawValue:))
  }
}

extension LineParser {
  /// Reads the type, which must be the one that was supposed.
  @inline(__always) mutating func expect(type: String) throws(LineProblem) {
    if try string() != type { throw LineProblem(.type) }
  }

  /// One of a few words, and no other.
  mutating func word<Word: RawRepresentable<String>>() throws(LineProblem) -> Word {
    let text = try string()
    guard let word = Word(rawValue: text) else { throw LineProblem(.word(text)) }
    return word
  }

  private enum TypeKey: String, CaseIterable { case rollcall, type }

  private static let typeKeys = LineKeys<TypeKey>(optional: [.rollcall, .type])

  /// Reads the whole line for its type only.
  mutating func type() throws(LineProblem) -> (type: String?, isHeader: Bool) {
    var type: String?
    var isHeader = false
    try object(Self.typeKeys) { key, parser throws(LineProblem) in
      switch key {
      case .rollcall:
        isHeader = true
        try parser.skipValue()
      case .type: type = try parser.string()
      }
    }
    try end()
    return (type, isHeader)
  }
}
