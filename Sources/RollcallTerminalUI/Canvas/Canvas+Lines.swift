extension Canvas {
  /// Draws the border of a rectangle. Frames that overlap by a column or row share it.
  public mutating func frame(_ rect: Rect, style: Style = .plain) {
    guard !rect.isEmpty else { return }
    let last = Point(x: rect.maxX - 1, y: rect.maxY - 1)
    for y in rect.y...last.y {
      let isEdge = y == rect.y || y == last.y
      for x in stride(from: rect.x, through: last.x, by: isEdge ? 1 : max(1, rect.width - 1)) {
        var arms: LineArms = []
        if isEdge, x > rect.x { arms.insert(.left) }
        if isEdge, x < last.x { arms.insert(.right) }
        if x == rect.x || x == last.x {
          if y > rect.y { arms.insert(.up) }
          if y < last.y { arms.insert(.down) }
        }
        join(arms, x: x, y: y, style: style)
      }
    }
  }

  /// Writes a title on the upper border of a frame, as in `┌─ Title ───┐`. The title is cut to fit.
  public mutating func title(_ text: String, on rect: Rect, style: Style = .plain) {
    guard rect.width > 6 else { return }
    let columns = write(text, x: rect.x + 3, y: rect.y, style: style, maxColumns: rect.width - 6)
    guard columns > 0 else { return }
    write(" ", x: rect.x + 2, y: rect.y, style: style)
    write(" ", x: rect.x + 3 + columns, y: rect.y, style: style)
  }

  private mutating func join(_ arms: LineArms, x: Int, y: Int, style: Style) {
    guard bounds.contains(x: x, y: y) else { return }
    let index = y * size.width + x
    let all = arms.union(LineArms(cells[index].text, in: glyphs))
    put(all.sign(in: glyphs), columns: 1, x: x, y: y, style: style)
  }
}
