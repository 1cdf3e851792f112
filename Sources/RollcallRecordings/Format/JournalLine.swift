package import ModuleLifecycle

/// Writes headers and entries as lines of JSON, with sorted keys, enumerations as words, and times in nanoseconds.
///
/// # The recording format
///
/// A recording is a UTF-8 text file with the extension `.rollcall`: a `JournalHeader` on the first line, then one
/// `JournalEntry` per line. Each line ends with a line feed. `rollcall fire --json` prints the same format.
///
/// The header describes the state just before the first entry. A reader that starts with it and applies all entries
/// knows everything in the file. If the recording started later than the journal, the first entries stand for what
/// already existed; the header counts them as its `prologue`. All other entries have a `seq`, their number in the
/// journal, counted from 0. The `seq` of a `gap` is the number of the first missing entry.
///
/// Readers skip unknown keys, entry types and enumeration values. They accept an incomplete last line, because the
/// program may have been killed. A `gap` replaces missing entries, including an entry whose line would be longer than
/// readers accept. In a value nested deeper than readers follow, `"..."` replaces the deeper part.
package enum JournalLine {
  /// The longest line that readers accept, in bytes. They skip longer lines.
  package static let mostBytes = 16 << 20
  /// The most values in an event's arguments, votes and response: somewhat fewer than readers accept in a whole line.
  static let mostValues = LineParser.mostValues - 100_000

  /// Encodes a header as a line, without a line feed.
  package static func encode(_ header: JournalHeader) -> String { encode(object: header) }

  /// Encodes an entry as a line, without a line feed. A number that JSON can't represent becomes a string.
  ///
  /// Costs some nanoseconds for each byte of the line. Call it on the reader's side.
  ///
  /// - Parameters:
  ///   - entry: The entry.
  ///   - seq: The entry's number in its journal; `nil` if it has none.
  package static func encode(_ entry: AnyEntry, seq: UInt64? = nil) -> String {
    var line = LineBuffer()
    entry.write(to: &line, seq: seq)
    return line.text
  }

  /// Encodes any other object of the format as a line, without a line feed.
  package static func encode(object: some LineCoded) -> String {
    var line = LineBuffer()
    object.write(to: &line)
    return line.text
  }

  /// Reads an entry from a line. Costs some nanoseconds for each byte, and more for each field.
  ///
  /// Keys can be in any order. Unknown keys are skipped. Values can be nested 64 levels deep, and a line can have a
  /// million values.
  ///
  /// - Parameter line: The line in UTF-8, with or without a line feed.
  /// - Throws: `JournalLineError` if the line is not an entry that this version can read.
  package static func entry(_ line: [UInt8]) throws(JournalLineError) -> AnyEntry { try read(line).entry }

  /// Reads an entry from a line of text; see the method that takes bytes.
  package static func entry(_ line: String) throws(JournalLineError) -> AnyEntry { try entry(Array(line.utf8)) }

  /// Reads an entry from a line, with its number in the journal. The number is `nil` for entries that stand for what
  /// existed before the recording started.
  package static func numbered(_ line: [UInt8]) throws(JournalLineError) -> (seq: UInt64?, entry: AnyEntry) {
    let line = try read(line)
    return (line.seq, line.entry)
  }

  /// Reads an entry, its number in the journal, and a value that this version does not know and has left out, as a
  /// clause.
  static func read(
    _ line: [UInt8]
  ) throws(JournalLineError) -> (entry: AnyEntry, seq: UInt64?, unknownValue: String?) {
    do throws(LineProblem) {
      var parser = try LineParser(line)
      let entry = try AnyEntry(reading: &parser)
      return (entry, parser.entryNumber, parser.unknownValue)
    } catch {
      throw error.lineError
    }
  }

  /// Reads a line that is not an entry: a message about a recording or an application.
  package static func object<Value: LineCoded>(_ line: [UInt8]) throws(JournalLineError) -> Value {
    do throws(LineProblem) {
      var parser = try LineParser(line)
      return try Value(reading: &parser)
    } catch {
      throw .damaged(error.clause)
    }
  }

  /// What files begin with that gzip, zstd, xz, bzip2, zip and lz4 write.
  private static let compressions: [[UInt8]] = [
    [0x1F, 0x8B], [0x28, 0xB5, 0x2F, 0xFD], [0xFD, 0x37, 0x7A, 0x58, 0x5A], [0x42, 0x5A, 0x68],
    [0x50, 0x4B, 0x03, 0x04],
    [0x04, 0x22, 0x4D, 0x18],
  ]

  /// Reads the header from a recording's first line. Unknown keys and a byte order mark are skipped.
  ///
  /// - Parameter line: The line in UTF-8, with or without a line feed.
  /// - Throws: `JournalHeaderError` if the line is not a header, or belongs to a later version of the format.
  package static func header(_ line: [UInt8]) throws(JournalHeaderError) -> JournalHeader {
    var header = JournalHeader()
    var version: UInt64 = 0
    do throws(LineProblem) {
      var parser = try LineParser(line, from: line.starts(with: "\u{FEFF}".utf8) ? 3 : 0)
      try parser.object { line throws(LineProblem) in
        guard let found: UInt64 = try line.first("rollcall") else { throw LineProblem(.missing).under("rollcall") }
        version = found
        if version == 0 { throw LineProblem(.range("0")).under("rollcall") }
        // In a later version, only the version number itself can be relied on.
        if version <= JournalHeader.latest { try header.visit(&line) }
      }
    } catch {
      if Self.compressions.contains(where: { line.starts(with: $0) }) { throw .compressed }
      throw .none(error.clause)
    }
    guard version <= JournalHeader.latest else { throw .newer(version: version) }
    return header
  }
}
