#if CommandLine
import Dashboard
import Exports
import ModuleLifecycle
import Recordings

extension CompositeSource {
  /// Writes what the journal keeps by now, seen by a reader of its own. Neither the main actor nor the screen waits for it.
  func export(as format: String, about dispatch: UInt64?, to path: String?, _ report: @escaping Report) -> String? {
    let header = journal.header(application: description.application)
    return exports.export(format, ExportOptions(dispatch: dispatch), to: path, of: header, report: report) {
      [journal] take in
      let reader = journal.reader()
      // It begins with the oldest entry that is kept; what is dropped from now on, it counts itself.
      let dropped = reader.next
      if dropped > 0 { try take(.gap(GapEntry(dropped: dropped))) }
      // What is written meanwhile may come without end.
      var rest = reader.backlog.kept
      while rest > 0 {
        let entries = reader.read(limit: min(rest, 256))
        if entries.isEmpty { break }
        for entry in entries {
          try take(entry)
          if case .gap = entry { continue }
          rest -= 1
        }
      }
    }
  }

  /// Ends what is being exported: it is finished within a moment, or given up.
  func endExports() { exports.end() }
}
#endif
