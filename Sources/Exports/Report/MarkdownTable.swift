import TextFormatting

/// A table as GitHub shows it, its columns aligned in the source too.
struct MarkdownTable {
  private var rows: [[String]]
  private let alignments: [Alignment]

  init(_ head: [(String, Alignment)]) {
    rows = [head.map { Self.escaped($0.0) }]
    alignments = head.map(\.1)
  }

  /// - Parameter cells: Texts as they are; what Markdown would read otherwise is escaped.
  mutating func add(_ cells: [String]) { rows.append(cells.map(Self.escaped)) }

  var isEmpty: Bool { rows.count == 1 }

  var lines: [String] {
    var rows = rows.padded(alignments: alignments, least: 3)
    let rules = zip(rows[0], alignments).map { head, alignment in
      String(repeating: "-", count: head.columnWidth - 1) + (alignment == .trailing ? ":" : "-")
    }
    rows.insert(rules, at: 1)
    return rows.map { "| \($0.joined(separator: " | ")) |" }
  }

  /// A text that means what it says: no column ends in it, and nothing in it is a sign of Markdown, or not printable.
  static func escaped(_ text: String) -> String {
    var result = ""
    for (index, character) in zip(text.indices, text) {
      let next = text[text.index(after: index)...].first
      switch character {
      case "|", "`", "*", "_", "\\", "[", "]", "~", "$": result += "\\\(character)"
      // The beginning of a tag, of a person's name, of an issue's number.
      case "<" where next.map { $0.isLetter || "/!?".contains($0) } ?? false: result += "&lt;"
      case "@" where next?.isLetter ?? false, "#" where next?.isNumber ?? false: result += "\(character)<!-- -->"
      case "&": result += "&amp;"
      default: result += character.isNewline || character == "\t" ? " " : String(character).printable()
      }
    }
    return result
  }
}
