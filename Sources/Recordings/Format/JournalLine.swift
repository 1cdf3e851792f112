public import ModuleLifecycle

/// Writes headers and entries as lines of JSON: keys sorted, enumerations as words, times in nanoseconds.
///
/// # The recording format
///
/// A recording is a text file in UTF-8, named `.rollcall`: a `JournalHeader` on the first line, then one `JournalEntry` a
/// line, each line ended by a line feed. `rollcall fire --json` prints the same.
///
/// The header says how things stood right before the first entry, so that whoever begins with it and takes in all
/// entries knows everything that the file can tell. Where the file begins later than the journal, entries that stand
/// for what was there already come first; the header counts them as its `prologue`. All others have a `seq`, which is
/// their number in the journal, counted from 0; that of a `gap` is the number of the first entry that is missing.
///
/// Readers skip keys, types of entries and values of enumerations that they don't know, and accept a last line that is
/// torn: the program may have been killed. A `gap` stands where entries are missing, one whose line would be longer than
/// readers hold among them; in a value that is nested deeper than they follow, `"..."` stands for what is deeper.
public enum JournalLine {
  /// The longest line that readers hold, in bytes; longer ones they read past.
  package static let mostBytes = 16 << 20
  /// The most values in an event's arguments, its votes and its response: somewhat fewer than readers take of a whole line.
  static let mostValues = LineParser.mostValues - 100_000

  /// The header's line, without its end.
  public static func encode(_ header: JournalHeader) -> String {
    var line = LineBuffer()
    header.write(to: &line)
    return line.text
  }

  /// An entry's line, without its end; a number that JSON can't spell is a text.
  ///
  /// Costs about 0.1 µs and as much for each span: call it on the reader's side.
  ///
  /// - Parameter seq: The entry's number in its journal, if it has one.
  public static func encode(_ entry: JournalEntry, seq: UInt64? = nil) -> String {
    var line = LineBuffer()
    line.entryNumber = seq
    entry.write(to: &line)
    return line.text
  }
}
