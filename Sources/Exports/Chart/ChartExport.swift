import ModuleLifecycle
import Recordings

/// Finds what is to be charted, and charts it at the end.
struct ChartExport: EntryExport {
  let header: JournalHeader
  private var choice: DispatchChoice

  init(header: JournalHeader, options: ExportOptions) {
    self.header = header
    choice = DispatchChoice(options, header: header)
  }

  mutating func add(_ entry: JournalEntry, to out: inout String) { choice.add(entry) }

  mutating func end(_ out: inout String) throws {
    guard let chosen = choice.chosen else { throw choice.problem }
    out.write(ChartDrawing(BootChart(chosen, header: header)).svg)
  }
}
