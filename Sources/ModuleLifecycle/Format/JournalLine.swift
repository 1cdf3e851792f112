#if canImport(FoundationEssentials)
import FoundationEssentials
#else
import Foundation
#endif

/// Writes headers and entries as lines of JSON: keys sorted, enumerations as words, times in nanoseconds.
///
/// # The recording format
///
/// A recording is a text file in UTF-8, named `.rollcall`: a `JournalHeader` on the first line, then one `JournalEntry` a
/// line, each line ended by a line feed. `rollcall fire --json` prints the same.
///
/// The header says how things stood right before the first entry, so that whoever begins with it and takes in all
/// entries knows everything that the file can tell. Where the file begins later than the journal, entries that stand
/// for what was there already come first; the header counts them as its `prologue`.
///
/// Readers skip keys and types of entries that they don't know, and accept a last line that is torn: the program may
/// have been killed. A `gap` stands where entries are missing, one whose line would be longer than readers hold among
/// them; in a value that is nested deeper than they follow, `"..."` stands for what is deeper.
public enum JournalLine {
  /// The longest line that readers hold, in bytes; longer ones they read past.
  package static let mostBytes = 16 << 20
  /// The most values in an event's arguments, its votes and its response: somewhat fewer than readers take of a whole line.
  static let mostValues = LineParser.mostValues - 100_000

  /// The header's line, without its end.
  public static func encode(_ header: JournalHeader) throws -> String {
    let encoder = JSONEncoder()
    encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
    return String(decoding: try encoder.encode(header), as: UTF8.self)
  }

  /// An entry's line, without its end; a number that JSON can't spell is a text.
  ///
  /// Costs about 0.1 µs and as much for each span: call it on the reader's side.
  public static func encode(_ entry: JournalEntry) throws -> String {
    var bytes = LineBuffer()
    bytes.append(entry)
    return bytes.text
  }

  /// The entry that a line spells.
  ///
  /// - Throws: `DecodingError` where it spells none.
  public static func decode(_ line: String) throws -> JournalEntry {
    try JSONDecoder().decode(JournalEntry.self, from: Data(line.utf8))
  }
}
