public import ModuleLifecycle

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
public enum JournalLine {
  /// The longest line that readers accept, in bytes. They skip longer lines.
  package static let mostBytes = 16 << 20
  /// The most values in an event's arguments, votes and response: somewhat fewer than readers accept in a whole line.
  static let mostValues = LineParser.mostValues - 100_000

  /// Encodes a header as a line, without a line feed.
  public static func encode(_ header: JournalHeader) -> String {
    var line = LineBuffer()
    header.write(to: &line)
    return line.text
  }

  /// Encodes an entry as a line, without a line feed. A number that JSON can't represent becomes a string.
  ///
  /// Costs about 0.1 µs, plus the same for each span. Call it on the reader's side.
  ///
  /// - Parameters:
  ///   - entry: The entry.
  ///   - seq: The entry's number in its journal; `nil` if it has none.
  public static func encode(_ entry: JournalEntry, seq: UInt64? = nil) -> String {
    var line = LineBuffer()
    line.entryNumber = seq
    entry.write(to: &line)
    return line.text
  }
}
