import ModuleLifecycle
import Recordings
import TextFormatting

/// One document with the header and all entries, as they stand in the recording: keys sorted, times in nanoseconds.
struct JSONExport: EntryExport {
  let header: JournalHeader
  private var isFirst = true

  init(header: JournalHeader) { self.header = header }

  mutating func begin(_ out: inout String) { out.write("{\"entries\":[") }

  mutating func add(_ entry: JournalEntry, to out: inout String) {
    out.write(isFirst ? "\n" : ",\n")
    isFirst = false
    out.write(JournalLine.encode(entry).printableJSON)
  }

  mutating func end(_ out: inout String) {
    out.write("\n],\"header\":\(JournalLine.encode(header).printableJSON)}\n")
  }
}
