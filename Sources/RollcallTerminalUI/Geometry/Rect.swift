/// A rectangle of cells.
///
/// Its size is never negative. Operations that would make it negative give an empty rectangle.
public struct Rect: Hashable, Sendable {
  /// The leftmost column.
  public var x: Int
  /// The topmost row.
  public var y: Int
  /// The number of columns.
  public var width: Int
  /// The number of rows.
  public var height: Int

  /// Creates a rectangle. A negative width or height becomes zero.
  public init(x: Int = 0, y: Int = 0, width: Int = 0, height: Int = 0) {
    self.x = x
    self.y = y
    self.width = max(0, width)
    self.height = max(0, height)
  }

  /// Creates a rectangle of a size at the origin.
  public init(_ size: Size) {
    self.init(x: 0, y: 0, width: size.width, height: size.height)
  }

  /// The column after the last one.
  public var maxX: Int { x + width }

  /// The row after the last one.
  public var maxY: Int { y + height }

  /// The width and height.
  public var size: Size { Size(width: width, height: height) }

  /// Whether the rectangle contains no cells.
  public var isEmpty: Bool { width == 0 || height == 0 }

  /// Whether the rectangle contains a cell.
  public func contains(x: Int, y: Int) -> Bool { x >= self.x && x < maxX && y >= self.y && y < maxY }

  /// Returns the cells that both rectangles contain.
  public func intersection(_ other: Rect) -> Rect {
    let left = max(x, other.x)
    let top = max(y, other.y)
    return Rect(x: left, y: top, width: min(maxX, other.maxX) - left, height: min(maxY, other.maxY) - top)
  }
}

extension Rect {
  /// Returns the rectangle without a margin of equal width on all sides. A margin of 1 gives the inside of a frame.
  public func inset(by margin: Int = 1) -> Rect {
    inset(top: margin, leading: margin, bottom: margin, trailing: margin)
  }

  /// Returns the rectangle without a margin on each side.
  public func inset(top: Int = 0, leading: Int = 0, bottom: Int = 0, trailing: Int = 0) -> Rect {
    Rect(x: x + leading, y: y + top, width: width - leading - trailing, height: height - top - bottom)
  }

  /// Splits off the first columns, at most all of them.
  public func split(leading columns: Int) -> (leading: Rect, rest: Rect) {
    let cut = min(max(0, columns), width)
    return (Rect(x: x, y: y, width: cut, height: height), Rect(x: x + cut, y: y, width: width - cut, height: height))
  }

  /// Splits off the first rows, at most all of them.
  public func split(top rows: Int) -> (top: Rect, rest: Rect) {
    let cut = min(max(0, rows), height)
    return (Rect(x: x, y: y, width: width, height: cut), Rect(x: x, y: y + cut, width: width, height: height - cut))
  }
}
