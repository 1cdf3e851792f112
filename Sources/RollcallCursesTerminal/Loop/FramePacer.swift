/// Decides when to draw: at once after a key, soon for the results of that key, otherwise no faster than the eye can
/// follow.
struct FramePacer {
  /// The shortest time between two frames that no key caused.
  static let interval = Duration.milliseconds(33)
  /// The same right after a key: an application in another process answers a moment later.
  static let answerInterval = Duration.milliseconds(2)

  /// When the next frame is due; `nil` if nothing changed.
  private(set) var deadline: ContinuousClock.Instant?
  private var last: ContinuousClock.Instant?
  /// When the last frame caused by a key was drawn.
  private var lastUrgent: ContinuousClock.Instant?
  /// Whether a key caused the next frame.
  private var isUrgent = false

  mutating func request(at now: ContinuousClock.Instant, isUrgent: Bool) {
    let followsKey = lastUrgent.map { now < $0 + Self.interval } ?? false
    let pause = followsKey ? Self.answerInterval : Self.interval
    let due = isUrgent ? now : max(now, last?.advanced(by: pause) ?? now)
    self.isUrgent = self.isUrgent || isUrgent
    deadline = min(deadline ?? due, due)
  }

  func isDue(at now: ContinuousClock.Instant) -> Bool { deadline.map { $0 <= now } ?? false }

  mutating func didDraw(at now: ContinuousClock.Instant) {
    last = now
    if isUrgent { lastUrgent = now }
    (deadline, isUrgent) = (nil, false)
  }
}
