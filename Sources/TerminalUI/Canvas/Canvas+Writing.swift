import TextFormatting

extension Canvas {
  /// Writes text on one row and gives the columns that it takes, so that the next text goes to `x` plus the result.
  ///
  /// Text that goes over an edge of the canvas is clipped; text over `maxColumns` ends in an ellipsis. A wide character
  /// of which an edge would show only a half becomes a space.
  @discardableResult
  public mutating func write(
    _ text: String, x: Int, y: Int, style: Style = .plain, maxColumns: Int? = nil
  ) -> Int {
    let room = min(maxColumns ?? .max, max(0, size.width - x))
    guard room > 0 else { return 0 }
    if text.isPrintableASCII, text.utf8.count <= maxColumns ?? .max {
      let count = min(text.utf8.count, room)
      var text = text
      text.withUTF8 { bytes in
        unsafe writeCells(bytes.lazy.map(Unicode.Scalar.init), count: count, x: x, y: y, style: style)
      }
      return count
    }
    // Bars, lines, times and their like: each sign is a cell of its own.
    if maxColumns == nil, !glyphs.isASCII, text.unicodeScalars.allSatisfy(\.isOneCell) {
      let count = min(text.unicodeScalars.count, room)
      writeCells(text.unicodeScalars, count: count, x: x, y: y, style: style)
      return count
    }
    guard let maxColumns else { return writeCharacters(text, room: room, x: x, y: y, style: style) }
    let fitting = glyphs.plain(text).truncated(toColumns: maxColumns, ellipsis: glyphs.ellipsis)
    return writeCharacters(fitting, room: room, x: x, y: y, style: style)
  }

  /// Blanks a rectangle.
  public mutating func fill(_ rect: Rect) {
    let area = rect.intersection(bounds)
    guard !area.isEmpty else { return }
    for y in area.y..<area.maxY {
      mend(from: area.x, to: area.maxX, y: y)
      for x in area.x..<area.maxX { cells[y * size.width + x] = .blank }
    }
  }
  /// Changes the styles in a rectangle and leaves its text, as for a selected row.
  public mutating func restyle(_ rect: Rect, _ change: (Style) -> Style) {
    let area = rect.intersection(bounds)
    guard !area.isEmpty else { return }
    for y in area.y..<area.maxY {
      for index in (y * size.width + area.x)..<(y * size.width + area.maxX) {
        cells[index].style = change(cells[index].style)
      }
    }
  }

  private mutating func writeCells(
    _ scalars: some Sequence<Unicode.Scalar>, count: Int, x: Int, y: Int, style: Style
  ) {
    let start = max(0, x)
    let end = x + count
    guard y >= 0, y < size.height, start < end else { return }
    mend(from: start, to: end, y: y)
    var column = x
    for scalar in scalars {
      if column >= end { break }
      if column >= start { cells[y * size.width + column] = Cell(glyph: Glyph(scalar), style: style) }
      column += 1
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
            put(.space, columns: 1, x: x + column, y: y, style: style)
          }
          if isWhole { put(Glyph(form), columns: columns, x: x + used, y: y, style: style) }
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

extension Unicode.Scalar {
  /// Whether it takes one column, as far as that is known at a glance, and joins with no other that does: printable ASCII,
  /// box drawing characters and block elements, and signs of our own.
  fileprivate var isOneCell: Bool {
    switch self {
    case " "..."~", "\u{2500}"..."\u{259F}", "\u{B5}", "\u{B7}", "\u{D7}", "\u{2026}", "\u{25B8}": true
    default: false
    }
  }
}
