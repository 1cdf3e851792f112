extension String {
  /// The text in lines of at most so many columns, broken between words.
  ///
  /// Line breaks in the text are kept, runs of spaces between words become one, and a word that is longer than a line
  /// is broken where the line ends. An empty text is one empty line.
  public func wrapped(toColumns columns: Int) -> [String] {
    let columns = Swift.max(1, columns)
    if isPrintableASCII, let lines = Self.wrap(Array(utf8), toColumns: columns) { return lines }
    return split(omittingEmptySubsequences: false, whereSeparator: \.isNewline).flatMap { paragraph in
      Self.wrap(paragraph, toColumns: columns)
    }
  }

  /// The lines of a text whose bytes take a column each; `nil` unless there is one space between words, and none else.
  private static func wrap(_ bytes: [UInt8], toColumns columns: Int) -> [String]? {
    let space = UInt8(ascii: " ")
    guard let last = bytes.last, last != space, bytes[0] != space else { return nil }
    for index in bytes.indices.dropLast() where bytes[index] == space && bytes[index + 1] == space { return nil }
    var lines: [String] = []
    var start = 0
    while bytes.count - start > columns {
      let gap = bytes[start...(start + columns)].lastIndex(of: space)
      let end = gap ?? start + columns
      lines.append(String(decoding: bytes[start..<end], as: UTF8.self))
      start = gap.map { $0 + 1 } ?? end
    }
    return lines + [String(decoding: bytes[start...], as: UTF8.self)]
  }

  private static func wrap(_ paragraph: Substring, toColumns columns: Int) -> [String] {
    var lines: [String] = []
    // What the line has so far: its part of the text, its columns, and whether several spaces in it become one.
    var (line, used, hasGaps) = (paragraph[..<paragraph.startIndex], 0, false)
    func endLine() {
      lines.append(
        hasGaps
          ? line.utf8.split(separator: UInt8(ascii: " ")).map { String(Substring($0)) }.joined(separator: " ")
          : String(line))
    }
    func add(_ piece: Substring, _ width: Int) {
      if used + 1 + width <= columns, !line.isEmpty {
        hasGaps = hasGaps || paragraph.utf8.index(after: line.endIndex) != piece.startIndex
        line = paragraph[line.startIndex..<piece.endIndex]
        used += 1 + width
      } else {
        if !line.isEmpty { endLine() }
        (line, used, hasGaps) = (piece, width, false)
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
    endLine()
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
