import RollcallTerminalUI

/// Distinguishes double clicks and drags from clicks.
struct ClickPairs {
  /// The longest time between the clicks of a double click.
  static let interval = Duration.milliseconds(400)

  private var last: (place: Point, at: ContinuousClock.Instant)?
  private var held: Point?

  /// Returns the action for a press of the button. A third press starts over.
  mutating func press(at place: Point, now: ContinuousClock.Instant) -> MouseEvent.Action {
    held = place
    if let last, last.place == place, last.at.duration(to: now) <= Self.interval {
      self.last = nil
      return .doubleClick
    }
    last = (place, now)
    return .press
  }

  /// Returns the action for a release of the button: a drag, or `nil` at the position of the press.
  mutating func release(at place: Point) -> MouseEvent.Action? {
    defer { held = nil }
    return held == nil || held == place ? nil : .drag
  }
}
