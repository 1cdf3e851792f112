extension TextTable {
  /// The table in GitHub's Markdown, with columns that are aligned in the source too.
  package var markdown: [String] {
    var cells = cells(least: 3, Markdown.escaped)
    let rules = zip(cells[0], alignments).map { head, alignment in
      String(repeating: "-", count: head.columnWidth - 1) + (alignment == .trailing ? ":" : "-")
    }
    cells.insert(rules, at: 1)
    return cells.map { "| \($0.joined(separator: " | ")) |" }
  }
}

/// Escapes text for GitHub's Markdown.
package enum Markdown {
  /// Escapes a text so that it is shown literally, in one line and one column, without unprintable characters.
  package static func escaped(_ text: String) -> String {
    var result = ""
    for (index, character) in zip(text.indices, text) {
      let next = text[text.index(after: index)...].first
      switch character {
      case "|", "`", "*", "_", "\\", "[", "]", "~", "$": result += "\\\(character)"
      // The start of a tag, of a user name, or of an issue number.
      case "<" where next.map { $0.isLetter || "/!?".contains($0) } ?? false: result += "&lt;"
      case "@" where next?.isLetter ?? false, "#" where next?.isNumber ?? false: result += "\(character)<!-- -->"
      case "&": result += "&amp;"
      default: result += character.isNewline || character == "\t" ? " " : String(character).printable()
      }
    }
    return result
  }
}
