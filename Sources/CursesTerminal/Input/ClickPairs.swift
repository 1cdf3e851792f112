import TerminalUI

/// Tells the second of two clicks at one place from a first one, and a drag from a click.
struct ClickPairs {
  /// The longest time between two clicks that belong together.
  static let interval = Duration.milliseconds(400)

  private var last: (place: Point, at: ContinuousClock.Instant)?
  /// Where the button went down.
  private var held: Point?

  /// What a press of the button is. A third one begins anew.
  mutating func press(at place: Point, now: ContinuousClock.Instant) -> MouseEvent.Action {
    held = place
    if let last, last.place == place, last.at.duration(to: now) <= Self.interval {
      self.last = nil
      return .doubleClick
    }
    last = (place, now)
    return .press
  }

  /// What it is when the button is let go of; nothing at the place where it went down.
  mutating func release(at place: Point) -> MouseEvent.Action? {
    defer { held = nil }
    return held == nil || held == place ? nil : .drag
  }
}
