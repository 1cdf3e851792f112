extension TextTable {
  /// The table as GitHub shows it, its columns aligned in the source too.
  package var markdown: [String] {
    var cells = cells(least: 3, Markdown.escaped)
    let rules = zip(cells[0], alignments).map { head, alignment in
      String(repeating: "-", count: head.columnWidth - 1) + (alignment == .trailing ? ":" : "-")
    }
    cells.insert(rules, at: 1)
    return cells.map { "| \($0.joined(separator: " | ")) |" }
  }
}

/// Texts in the Markdown of GitHub.
package enum Markdown {
  /// A text that means what it says: no column ends in it, and nothing in it is a sign of Markdown, or not printable.
  package static func escaped(_ text: String) -> String {
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
