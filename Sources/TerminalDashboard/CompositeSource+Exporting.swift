import Dashboard
import ModuleLifecycle

extension CompositeSource {
  /// Writes what the journal keeps by now, seen by a reader of its own. Neither the main actor nor the screen waits for it.
  func export(as format: String, to path: String?, _ report: @escaping Report) -> String? {
    let header = journal.header(application: description.application)
    return exports.export(format, to: path, of: header, report: report) { [journal] take in
      let reader = journal.reader()
      let dropped = journal.droppedCount
      if dropped > 0 { try take(.gap(GapEntry(dropped: dropped))) }
      // What is written meanwhile may come without end.
      var rest = reader.backlog.kept
      while rest > 0 {
        let entries = reader.read(limit: min(rest, 256))
        if entries.isEmpty { break }
        for entry in entries { try take(entry) }
        rest -= entries.count
      }
    }
  }

  /// Gives up what is being exported.
  func endExports() { exports.end() }
}
