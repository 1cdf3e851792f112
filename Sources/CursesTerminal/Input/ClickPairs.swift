import TerminalUI

/// Tells the second of two clicks at one place from a first one.
struct ClickPairs {
  /// The longest time between two clicks that belong together.
  static let interval = Duration.milliseconds(400)

  private var last: (place: Point, at: ContinuousClock.Instant)?

  /// What a press of the button is. A third one begins anew.
  mutating func action(at place: Point, now: ContinuousClock.Instant) -> MouseEvent.Action {
    if let last, last.place == place, last.at.duration(to: now) <= Self.interval {
      self.last = nil
      return .doubleClick
    }
    last = (place, now)
    return .press
  }
}
