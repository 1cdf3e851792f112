import RollcallTextFormatting

extension Canvas {
  /// Writes text on one row.
  ///
  /// Text outside the canvas is clipped. Text wider than `maxColumns` ends in an ellipsis. If an edge would cut a wide
  /// character in half, a space replaces it.
  ///
  /// - Returns: The number of columns used. The next text goes to `x` plus the result.
  @discardableResult
  public mutating func write(
    _ text: String, x: Int, y: Int, style: Style = .plain, maxColumns: Int? = nil
  ) -> Int {
    let room = min(maxColumns ?? .max, max(0, size.width - x))
    guard room > 0 else { return 0 }
    if text.isPrintableASCII, text.utf8.count <= maxColumns ?? .max {
      let end = x + min(text.utf8.count, room)
      guard y >= 0, y < size.height, end > 0 else { return end - x }
      mend(from: max(0, x), to: end, y: y)
      for (column, byte) in zip(x..<end, text.utf8) where column >= 0 {
        cells[y * size.width + column] = Cell(text: String(Unicode.Scalar(byte)), style: style)
      }
      return end - x
    }
    guard let maxColumns else { return writeCharacters(text, room: room, x: x, y: y, style: style) }
    let fitting = glyphs.plain(text).truncated(toColumns: maxColumns, ellipsis: glyphs.ellipsis)
    return writeCharacters(fitting, room: room, x: x, y: y, style: style)
  }

  /// Fills a rectangle with blanks.
  public mutating func fill(_ rect: Rect) {
    let area = rect.intersection(bounds)
    guard !area.isEmpty else { return }
    for y in area.y..<area.maxY {
      mend(from: area.x, to: area.maxX, y: y)
      for x in area.x..<area.maxX { cells[y * size.width + x] = .blank }
    }
  }

  /// Changes the styles in a rectangle without changing its text, for example for a selected row. A wide character at
  /// the rectangle's edge is changed whole.
  public mutating func restyle(_ rect: Rect, _ change: (Style) -> Style) {
    let area = rect.intersection(bounds)
    guard !area.isEmpty else { return }
    for y in area.y..<area.maxY {
      let row = y * size.width
      let start = cells[row + area.x].isContinuation ? area.x - 1 : area.x
      let end = area.maxX < size.width && cells[row + area.maxX].isContinuation ? area.maxX + 1 : area.maxX
      for index in (row + start)..<(row + end) { cells[index].style = change(cells[index].style) }
    }
  }

  private mutating func writeCharacters(_ text: String, room: Int, x: Int, y: Int, style: Style) -> Int {
    var used = 0
    for character in text where used < room {
      func place(_ form: String, _ columns: Int) {
        guard used < room else { return }
        let isWhole = x + used >= 0 && used + columns <= room
        if y >= 0, y < size.height {
          for column in used..<min(room, used + columns) where !isWhole && x + column >= 0 {
            put(" ", columns: 1, x: x + column, y: y, style: style)
          }
          if isWhole { put(form, columns: columns, x: x + used, y: y, style: style) }
        }
        used = min(room, used + columns)
      }
      if glyphs.isASCII {
        for letter in GlyphSet.asciiForm(of: character) { place(String(letter), 1) }
      } else {
        TextWidth.forEachCell(of: character, place)
      }
    }
    return used
  }
}
