import TerminalUI

extension HeadlineLine {
  /// Where a file was written, how large it is, and what is not in it.
  func exported(_ summary: ExportSummary) -> Message {
    let size = Words.size(summary.byteCount)
    let missing =
      summary.missing == 0
      ? "" : " \(Words.entries(Int(clamping: summary.missing))) had been dropped before."
    // Of a long path the end says most.
    let name = summary.path.split(separator: "/").last.map(String.init) ?? summary.path
    return Message(
      long: "Exported to \(summary.path), \(size), \(Words.entries(summary.entryCount)).\(missing)",
      short: "Exported to \(name), \(size).\(summary.missing == 0 ? "" : " \(summary.missing) dropped before.")",
      style: summary.missing == 0 ? .bold : Palette.caution.bold)
  }
}

extension Words {
  /// So many of a journal: `1 entry`, `1,204 entries`.
  static func entries(_ count: Int) -> String { count == 1 ? "1 entry" : "\(number(count)) entries" }

  /// The size of a file: `812 bytes`, `4.2 kB`, `41 MB`.
  static func size(_ bytes: Int) -> String {
    if bytes < 1_000 { return count(bytes, "byte") }
    for (unit, size) in [("kB", 1_000), ("MB", 1_000_000), ("GB", 1_000_000_000)]
    where bytes < size * 999 || unit == "GB" {
      let tenths = (bytes * 10 + size / 2) / size
      return tenths < 100 ? "\(tenths / 10).\(tenths % 10) \(unit)" : "\((tenths + 5) / 10) \(unit)"
    }
    return ""
  }
}
