extension StringProtocol {
  /// The text in lines of at most so many columns, broken between words.
  ///
  /// Line breaks in the text are kept, runs of spaces between words become one, and a word that is longer than a line
  /// is broken where the line ends. An empty text is one empty line.
  public func wrapped(toColumns columns: Int) -> [String] {
    let columns = Swift.max(1, columns)
    return split(omittingEmptySubsequences: false, whereSeparator: \.isNewline).flatMap { paragraph in
      Self.wrap(words: String(paragraph).split(separator: " ").map(String.init), toColumns: columns)
    }
  }

  private static func wrap(words: [String], toColumns columns: Int) -> [String] {
    var lines: [String] = []
    var line = ""
    var used = 0
    for word in words {
      for piece in word.pieces(ofColumns: columns) {
        let width = piece.columnWidth
        if line.isEmpty {
          line = piece
          used = width
        } else if used + 1 + width <= columns {
          line += " " + piece
          used += 1 + width
        } else {
          lines.append(line)
          line = piece
          used = width
        }
      }
    }
    lines.append(line)
    return lines
  }

  /// The word itself if it fits a line, otherwise its pieces.
  private func pieces(ofColumns columns: Int) -> [String] {
    guard columnWidth > columns else { return [String(self)] }
    var pieces: [String] = []
    var piece = ""
    var used = 0
    for character in self {
      let width = TextWidth.columns(of: character)
      if used + width > columns, !piece.isEmpty {
        pieces.append(piece)
        piece = ""
        used = 0
      }
      piece.append(character)
      used += width
    }
    return pieces + [piece]
  }
}
