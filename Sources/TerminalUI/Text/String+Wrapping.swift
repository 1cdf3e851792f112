extension String {
  /// The text in lines of at most so many columns, broken between words.
  ///
  /// Line breaks in the text are kept, runs of spaces between words become one, and a word that is longer than a line
  /// is broken where the line ends. An empty text is one empty line.
  public func wrapped(toColumns columns: Int) -> [String] {
    let columns = Swift.max(1, columns)
    // Most texts are one paragraph; to look for line breaks is to look at every character.
    if isPrintableASCII { return Self.wrap(self[...], toColumns: columns) }
    return split(omittingEmptySubsequences: false, whereSeparator: \.isNewline).flatMap { paragraph in
      Self.wrap(paragraph, toColumns: columns)
    }
  }

  private static func wrap(_ paragraph: Substring, toColumns columns: Int) -> [String] {
    var lines: [String] = []
    var line = ""
    var used = 0
    for word in paragraph.utf8.split(separator: UInt8(ascii: " ")).map(Substring.init) {
      let width = word.columnWidth
      for (piece, width) in width <= columns ? [(word, width)] : word.pieces(ofColumns: columns) {
        if line.isEmpty {
          line = String(piece)
          used = width
        } else if used + 1 + width <= columns {
          line += " "
          line += piece
          used += 1 + width
        } else {
          lines.append(line)
          line = String(piece)
          used = width
        }
      }
    }
    lines.append(line)
    return lines
  }
}

extension Substring {
  /// The word in pieces that fit a line, with their columns.
  fileprivate func pieces(ofColumns columns: Int) -> [(Substring, Int)] {
    var pieces: [(Substring, Int)] = []
    var start = startIndex
    var used = 0
    for index in indices {
      let width = TextWidth.columns(of: self[index])
      if used + width > columns, start < index {
        pieces.append((self[start..<index], used))
        start = index
        used = 0
      }
      used += width
    }
    return pieces + [(self[start...], used)]
  }
}
