extension String {
  /// Returns the text in lines of at most this many columns, broken between words.
  ///
  /// Line breaks in the text are kept. Runs of spaces between words become one space, and a word longer than a line is
  /// broken at the line's end. An empty text gives one empty line. Linear in the text's length.
  public func wrapped(toColumns columns: Int) -> [String] {
    split(omittingEmptySubsequences: false, whereSeparator: \.isNewline).flatMap { paragraph in
      var lines: [String] = []
      var (line, used) = ("", 0)
      for word in paragraph.split(separator: " ") {
        for (piece, width) in word.pieces(ofColumns: Swift.max(1, columns)) {
          if used + 1 + width <= columns, !line.isEmpty {
            line += " " + piece
            used += 1 + width
          } else {
            if !line.isEmpty { lines.append(line) }
            (line, used) = (String(piece), width)
          }
        }
      }
      return lines + [line]
    }
  }
}

extension Substring {
  /// The word in pieces that fit a line, with their widths. Nearly always one piece.
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
