/// Decides when to draw: at once after a key, otherwise not more often than the eye can follow.
struct FramePacer {
  /// The shortest time between two frames that nobody asked for with a key.
  static let interval = Duration.milliseconds(33)

  /// When the next frame is due; nil if nothing changed.
  private(set) var deadline: ContinuousClock.Instant?
  private var last: ContinuousClock.Instant?

  /// Asks for a frame.
  mutating func request(at now: ContinuousClock.Instant, isUrgent: Bool) {
    let due = isUrgent ? now : max(now, last?.advanced(by: Self.interval) ?? now)
    deadline = min(deadline ?? due, due)
  }

  /// Whether a frame must be drawn now.
  func isDue(at now: ContinuousClock.Instant) -> Bool { deadline.map { $0 <= now } ?? false }

  /// Notes that a frame was drawn.
  mutating func didDraw(at now: ContinuousClock.Instant) {
    last = now
    deadline = nil
  }
}
