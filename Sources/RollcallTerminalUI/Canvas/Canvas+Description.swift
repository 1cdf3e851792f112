extension Canvas: CustomStringConvertible {
  /// Returns the text of each row, exactly as wide as the canvas.
  public func lines() -> [String] {
    (0..<size.height).map { y in (0..<size.width).reduce(into: "") { $0 += self[$1, y].text } }
  }

  /// The rows, joined by newlines, without styles.
  public var description: String { lines().joined(separator: "\n") }
}
