/// A click or a turn of the wheel.
public struct MouseEvent: Hashable, Sendable {
  /// What was done.
  public enum Action: Hashable, Sendable {
    /// The main button went down.
    case press
    /// A button came up.
    case release
    /// The main button went down twice.
    case doubleClick
    /// The main button was let go of at another place than it went down: somebody tried to select text.
    case drag
    /// The wheel turned away from the user.
    case scrollUp
    /// The wheel turned towards the user.
    case scrollDown
  }

  /// What was done.
  public var action: Action
  /// The cell under the pointer.
  public var position: Point

  /// Makes an event.
  public init(_ action: Action, at position: Point) {
    self.action = action
    self.position = position
  }

  /// Reads what a terminal reports in numbers; nil for what no program here needs, such as another button or a movement.
  ///
  /// - Parameters:
  ///   - button: The button's number with its flags: 32 is a movement, 64 the wheel; 4, 8 and 16 are modifiers.
  ///   - column: The column, from 1.
  ///   - row: The row, from 1.
  ///   - isRelease: Whether the report itself says that the button came up. Older ones have button 3 for that.
  init?(button: Int, column: Int, row: Int, isRelease: Bool) {
    guard column > 0, row > 0 else { return nil }
    position = Point(x: column - 1, y: row - 1)
    switch (button & ~0b1_1100, isRelease) {
    case (0, false): action = .press
    case (0, true), (3, _): action = .release
    case (64, false): action = .scrollUp
    case (65, false): action = .scrollDown
    default: return nil
    }
  }
}
