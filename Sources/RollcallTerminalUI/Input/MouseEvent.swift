/// A click or a turn of the wheel.
public struct MouseEvent: Hashable, Sendable {
  /// What the user did.
  public enum Action: Hashable, Sendable {
    /// Pressed the main button.
    case press
    /// Released a button.
    case release
    /// Pressed the main button twice.
    case doubleClick
    /// Released the main button at another position than it was pressed, as when selecting text.
    case drag
    /// Turned the wheel away from the user.
    case scrollUp
    /// Turned the wheel towards the user.
    case scrollDown
  }

  /// What the user did.
  public var action: Action
  /// The cell under the pointer.
  public var position: Point

  /// Creates an event.
  public init(_ action: Action, at position: Point) {
    self.action = action
    self.position = position
  }

  /// Creates an event from a terminal's report; `nil` for reports without use here, such as other buttons or movements.
  ///
  /// - Parameters:
  ///   - button: The button's number with flags: 32 is a movement, 64 the wheel; 4, 8 and 16 are modifiers.
  ///   - column: The column, from 1.
  ///   - row: The row, from 1.
  ///   - isRelease: Whether the report says that the button was released. Older reports use button 3 instead.
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
