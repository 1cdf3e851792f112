/// A click or a turn of the wheel.
public struct MouseEvent: Hashable, Sendable {
  /// What was done.
  public enum Action: Hashable, Sendable {
    /// The main button went down.
    case press
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
}
