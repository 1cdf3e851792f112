#if CommandLine
import TerminalUI
import TextFormatting

extension HeadlineLine {
  /// Where a file was written, how large it is, and what is not in it.
  func exported(_ summary: ExportSummary) -> Message {
    let size = ByteText.format(summary.byteCount)
    let missing =
      summary.missing == 0
      ? "" : " \(Words.entries(summary.missing)) had been dropped before."
    // Of a long path the end says most.
    let name = summary.path.split(separator: "/").last.map(String.init) ?? summary.path
    let dropped = summary.missing == 0 ? "" : " \(Words.number(summary.missing)) dropped before."
    return Message(
      long: "Exported to \(summary.path), \(size), \(Words.entries(summary.entryCount)).\(missing)",
      short: "Exported to \(name), \(size).\(dropped)",
      style: summary.missing == 0 ? .bold : Palette.caution.bold)
  }
}
#endif
