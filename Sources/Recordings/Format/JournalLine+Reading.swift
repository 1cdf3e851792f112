public import ModuleLifecycle

extension JournalLine {
  /// Reads an entry from a line. Takes 1 to 3 µs for most entries, and less than 0.5 µs for each handler.
  ///
  /// Keys can be in any order. Unknown keys are skipped, and keys that earlier versions did not write can be missing.
  /// Values can be nested 64 levels deep, and a line can have a million values.
  ///
  /// - Parameter line: The line in UTF-8, with or without a line feed.
  /// - Throws: `JournalLineError` if the line is not an entry that this version can read.
  public static func entry(_ line: Span<UInt8>) throws(JournalLineError) -> JournalEntry { try numbered(line).entry }

  /// Reads an entry from a line of text; see the method that takes bytes.
  public static func entry(_ line: String) throws(JournalLineError) -> JournalEntry {
    try entry(Array(line.utf8).span)
  }

  /// Reads an entry from a line, with its number in the journal. The number is `nil` in old recordings, and for entries
  /// that stand for what existed before the recording started.
  public static func numbered(
    _ line: Span<UInt8>
  ) throws(JournalLineError) -> (seq: UInt64?, entry: JournalEntry) {
    let line = try read(line)
    return (line.seq, line.entry)
  }

  /// A line with an entry.
  struct Line {
    let entry: JournalEntry
    /// The entry's number in the journal.
    let seq: UInt64?
    /// A value that this version does not know and has left out, as a clause.
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

  /// Reads the header from a recording's first line. Unknown keys and a byte order mark are skipped.
  ///
  /// - Parameter line: The line in UTF-8, with or without a line feed.
  /// - Throws: `JournalHeaderError` if the line is not a header, or belongs to a later version of the format.
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
        // In a later version, only the version number itself can be relied on.
        if version <= UInt64(JournalHeader.latest) { return try JournalHeader(reading: &parser) }
      } catch {
        throw .none(error.clause)
      }
      throw .newer(version: version)
    }
  }
}

extension JournalLine {
  /// Reads a line that is not an entry: a message about a recording or an application.
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

  /// Encodes an object as such a line, without a line feed.
  package static func encode(object: some LineCoded) -> String {
    var line = LineBuffer()
    object.write(to: &line)
    return line.text
  }
}

extension LineParser {
  /// Reads the whole line, but of its object only the value for one key.
  fileprivate consuming func only<Value: LineValue>(_ key: String) throws(LineProblem) -> Value? {
    var value: Value?
    try eachMember { name, parser throws(LineProblem) in
      if name == key, value == nil { value = try Value(reading: &parser) } else { try parser.skipValue() }
    }
    try end()
    return value
  }

  /// Reads the whole line as an entry of a type; `nil` if the type is unknown.
  fileprivate consuming func entry(of type: String) throws(LineProblem) -> JournalLine.Line? {
    guard let entry = try JournalEntry(type: type, reading: &self) else { return nil }
    try end()
    return JournalLine.Line(entry: entry, seq: entryNumber, unknownValue: unknownValue)
  }
}

extension LineBytes {
  /// The likely type of a line: in nearly all written lines, `"type"` is the last key.
  ///
  /// This is a guess. Reading an entry of that type checks it.
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
