extension Rect {
  /// The rectangle without a margin of the same thickness on each side; 1 gives the inside of a frame.
  public func inset(by margin: Int = 1) -> Rect {
    inset(top: margin, leading: margin, bottom: margin, trailing: margin)
  }

  /// The rectangle without a margin on each side.
  public func inset(top: Int = 0, leading: Int = 0, bottom: Int = 0, trailing: Int = 0) -> Rect {
    Rect(x: x + leading, y: y + top, width: width - leading - trailing, height: height - top - bottom)
  }

  /// Cuts off the first columns, at most all of them.
  public func split(leading columns: Int) -> (leading: Rect, rest: Rect) {
    let cut = clamp(columns, to: width)
    return (
      Rect(x: x, y: y, width: cut, height: height),
      Rect(x: x + cut, y: y, width: width - cut, height: height)
    )
  }

  /// Cuts off the last columns.
  public func split(trailing columns: Int) -> (rest: Rect, trailing: Rect) {
    let halves = split(leading: width - clamp(columns, to: width))
    return (halves.leading, halves.rest)
  }

  /// Cuts off the first rows.
  public func split(top rows: Int) -> (top: Rect, rest: Rect) {
    let cut = clamp(rows, to: height)
    return (
      Rect(x: x, y: y, width: width, height: cut),
      Rect(x: x, y: y + cut, width: width, height: height - cut)
    )
  }

  /// Cuts off the last rows.
  public func split(bottom rows: Int) -> (rest: Rect, bottom: Rect) {
    let halves = split(top: height - clamp(rows, to: height))
    return (halves.top, halves.rest)
  }

  private func clamp(_ value: Int, to limit: Int) -> Int {
    min(max(0, value), limit)
  }
}
