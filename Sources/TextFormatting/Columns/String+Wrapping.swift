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
    func add(_ piece: Substring, _ width: Int) {
      if used + 1 + width <= columns, !line.isEmpty {
        line += " "
        line += piece
        used += 1 + width
      } else {
        if !line.isEmpty { lines.append(line) }
        line = String(piece)
        used = width
      }
    }
    let bytes = paragraph.utf8
    var start = bytes.startIndex
    while start < bytes.endIndex {
      let end = bytes[start...].firstIndex(of: UInt8(ascii: " ")) ?? bytes.endIndex
      let word = paragraph[start..<end]
      let width = word.columnWidth
      if width > columns {
        for (piece, width) in word.pieces(ofColumns: columns) { add(piece, width) }
      } else if start < end {
        add(word, width)
      }
      start = end < bytes.endIndex ? bytes.index(after: end) : end
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
