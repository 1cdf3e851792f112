#if CommandLine
import RollcallReports
import RollcallLaunches
import RollcallTerminalUI
import RollcallTextFormatting

extension Detail {
  /// What the latest launch consisted of, and what could start later.
  ///
  /// - Parameter width: The columns for the table. If it is wider, what was seen to need a module has its own line.
  init(_ explanation: Explanation, width: Int) {
    let words = ExplanationText(explanation)
    var table = words.table
    let isWide = table.cells { $0.printable(.line) }.allSatisfy { $0.joined(separator: "  ").columnWidth <= width }
    if !isWide { table.drop(ExplanationText.needs) }
    let needs = explanation.rows.reduce(into: [:]) { needs, row in
      needs[row.name.printable(.line)] = row.needs.map(\.words).joined(separator: ", ")
    }
    title = "Why the launch took so long \u{00B7} until \(words.end.printable(.line))"
    indent = 1
    add("", words.head)
    add("", "")
    let rows = table.cells { $0.printable(.line) }
    // The figures matter more than the end of a long name.
    let excess = max(0, rows[0].joined(separator: "  ").columnWidth - width)
    let room = max(8, rows[0][0].columnWidth - excess)
    for (index, cells) in rows.enumerated() {
      let told = zip(rows[0], cells).dropFirst().map { ($0.trimmed, $1.trimmed) }.filter { !$0.1.isEmpty }
        .map { $0 == ExplanationText.needs ? "\($0): \($1)" : "\($0) \($1)" }
      let spoken = "\(cells[0].trimmed): \(told.joined(separator: ", "))"
      lines.append(
        Line(
          text: ([cells[0].trimmedAtTheEnd.truncated(toColumns: room).padded(toColumns: room)] + cells.dropFirst())
            .joined(separator: "  ").trimmedAtTheEnd, style: index == 0 ? Style.label : .plain, isRow: true,
          spoken: index == 0 ? nil : spoken))
      let need = isWide || index == 0 ? nil : needs[cells[0].trimmed]
      if let need, !need.isEmpty { add("", "  needed: \(need)", style: Style.label) }
    }
    for text in [""] + words.suggestions + [""] + words.notes { add("", text.trimmed) }
  }
}

extension String {
  /// The text without spaces at either end.
  fileprivate var trimmed: String { String(trimmedAtTheEnd.drop { $0 == " " }) }

  fileprivate var trimmedAtTheEnd: String { String(reversed().drop { $0 == " " }.reversed()) }
}
#endif
