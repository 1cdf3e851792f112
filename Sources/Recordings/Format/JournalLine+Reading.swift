public import ModuleLifecycle

extension JournalLine {
  /// The entry that a line spells: 1 to 3 µs for most entries, and less than half a microsecond for each handler.
  ///
  /// Keys may come in any order, unknown ones are skipped, and those may be missing that earlier versions did not write.
  /// Values are nested 64 deep at most, and there are a million at most in the line.
  ///
  /// - Parameter line: The line in UTF-8, with its end or without.
  public static func entry(_ line: Span<UInt8>) throws(JournalLineError) -> JournalEntry { try numbered(line).entry }

  /// The entry that a line spells; see the other one.
  public static func entry(_ line: String) throws(JournalLineError) -> JournalEntry {
    try entry(Array(line.utf8).span)
  }

  /// The entry that a line spells, and its number in the journal; `nil` where the line has none, as in old recordings and
  /// for what was there before the recording began.
  public static func numbered(
    _ line: Span<UInt8>
  ) throws(JournalLineError) -> (seq: UInt64?, entry: JournalEntry) {
    let line = try read(line)
    return (line.seq, line.entry)
  }

  /// A line that spells an entry.
  struct Line {
    let entry: JournalEntry
    /// Its number in the journal.
    let seq: UInt64?
    /// A value that this version does not know and has left out.
    let unknownValue: String?
  }

  static func read(_ line: Span<UInt8>) throws(JournalLineError) -> Line {
    try unsafe line.withUnsafeBufferPointer { buffer throws(JournalLineError) in
      let parser = unsafe LineParser(LineBytes(buffer))
      if let type = parser.bytes.guessedType, let read = try? parser.entry(of: type) { return read }
      let type: String?
      do throws(LineProblem) {
        type = try parser.only("type")
        if let type, let read = try parser.entry(of: type) { return read }
        if type == nil, try parser.only("rollcall") as UInt64? == nil { throw LineProblem(.missing).under("type") }
      } catch {
        if case .word = error.reason { throw .unknownValue(error.clause) }
        throw .damaged(error.clause)
      }
      throw type.map { .unknownType($0.excerpt) } ?? .header
    }
  }

  /// The header that a recording's first line spells. Unknown keys are skipped, and so is a byte order mark.
  ///
  /// - Parameter line: The line in UTF-8, with its end or without.
  public static func header(_ line: Span<UInt8>) throws(JournalHeaderError) -> JournalHeader {
    try unsafe line.withUnsafeBufferPointer { buffer throws(JournalHeaderError) in
      var parser = unsafe LineParser(LineBytes(buffer))
      if parser.bytes.word(at: 0) & 0xFF_FFFF == 0xBF_BBEF { parser.advance(by: 3) }
      var version: UInt64 = 0
      do throws(LineProblem) {
        guard let found: UInt64 = try parser.only("rollcall") else {
          throw LineProblem(.missing).under("rollcall")
        }
        if found == 0 { throw LineProblem(.range("0")).under("rollcall") }
        version = found
        // Of a later version nothing is sure but that it says so.
        if version <= UInt64(JournalHeader.latest) { return try JournalHeader(reading: &parser) }
      } catch {
        throw .none(error.clause)
      }
      throw .newer(version: version)
    }
  }
}

extension JournalLine {
  /// The object that a line spells which is no entry: a message about a recording, or about an application.
  package static func object<Value: LineCoded>(_ line: Span<UInt8>) throws(JournalLineError) -> Value {
    try unsafe line.withUnsafeBufferPointer { buffer throws(JournalLineError) in
      var parser = unsafe LineParser(LineBytes(buffer))
      do throws(LineProblem) {
        let value = try Value(reading: &parser)
        try parser.end()
        return value
      } catch {
        throw .damaged(error.clause)
      }
    }
  }

  /// That line, without its end.
  package static func encode(object: some LineCoded) -> String {
    var line = LineBuffer()
    object.write(to: &line)
    return line.text
  }
}

extension LineParser {
  /// Reads the whole line, and of its object the value under one key.
  fileprivate consuming func only<Value: LineValue>(_ key: String) throws(LineProblem) -> Value? {
    var value: Value?
    try eachMember { name, parser throws(LineProblem) in
      if name == key, value == nil { value = try Value(reading: &parser) } else { try parser.skipValue() }
    }
    try end()
    return value
  }

  /// Reads the whole line as an entry of a type; `nil` if there is no such type.
  fileprivate consuming func entry(of type: String) throws(LineProblem) -> JournalLine.Line? {
    guard let entry = try JournalEntry(type: type, reading: &self) else { return nil }
    try end()
    return JournalLine.Line(entry: entry, seq: entryNumber, unknownValue: unknownValue)
  }
}

extension LineBytes {
  /// The type that a line seems to have: `"type"` is the last key of nearly all that are written.
  ///
  /// It is a guess. Reading an entry of that type comes upon the true one.
  fileprivate var guessedType: String? {
    var last = count
    while last > 0, self[last - 1] <= 0x20 { last -= 1 }
    guard self[last - 1] == UInt8(ascii: "}"), self[last - 2] == UInt8(ascii: "\"") else { return nil }
    let end = last - 2
    var start = end
    while start > 0, end - start <= 16, self[start - 1] != UInt8(ascii: "\"") { start -= 1 }
    return has("\"type\":\"", at: start - 8) ? text(start..<end) : nil
  }
}
