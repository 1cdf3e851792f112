extension JournalLine {
  /// The entry that a line spells, as `decode` gives it, without a decoder: 1 to 3 µs for most entries, and less than
  /// half a microsecond for each handler.
  ///
  /// Keys may come in any order, unknown ones are skipped, and `replay`, `late_release` and `hints` may be missing. Values
  /// are nested 64 deep at most, and there are a million at most in the line.
  ///
  /// - Parameter line: The line in UTF-8, with its end or without.
  public static func entry(_ line: Span<UInt8>) throws(JournalLineError) -> JournalEntry {
    try unsafe line.withUnsafeBufferPointer { buffer throws(JournalLineError) in
      try entry(unsafe LineBytes(buffer))
    }
  }

  /// The entry that a line spells; see the other one.
  public static func entry(_ line: String) throws(JournalLineError) -> JournalEntry {
    try entry(Array(line.utf8).span)
  }

  private static func entry(_ bytes: LineBytes) throws(JournalLineError) -> JournalEntry {
    if let type = bytes.guessedType, let entry = try? entry(bytes, of: type) { return entry }
    do {
      var parser = LineParser(bytes)
      let (name, isHeader) = try parser.type()
      guard let name else {
        if isHeader { throw JournalLineError.header }
        throw LineProblem(.missing).under("type")
      }
      guard let type = LineType(rawValue: name) else { throw JournalLineError.unknownType(name.excerpt) }
      return try entry(bytes, of: type)
    } catch let problem as LineProblem {
      throw .damaged(problem.clause)
    } catch let error as JournalLineError {
      throw error
    } catch {
      throw .damaged("\(error)")
    }
  }

  private static func entry(_ bytes: LineBytes, of type: LineType) throws(LineProblem) -> JournalEntry {
    var parser = LineParser(bytes)
    let entry = try JournalEntry(of: type, reading: &parser)
    try parser.end()
    return entry
  }
}
