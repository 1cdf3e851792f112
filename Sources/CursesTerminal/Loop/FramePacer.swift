/// Decides when to draw: at once after a key, soon what comes of that key, otherwise not more often than the eye can follow.
struct FramePacer {
  /// The shortest time between two frames that nobody asked for with a key.
  static let interval = Duration.milliseconds(33)
  /// The same right after a key: what an application in another process answers comes a moment later.
  static let answerInterval = Duration.milliseconds(2)

  /// When the next frame is due; nil if nothing changed.
  private(set) var deadline: ContinuousClock.Instant?
  private var last: ContinuousClock.Instant?
  /// When a frame was drawn last that a key has asked for.
  private var lastUrgent: ContinuousClock.Instant?
  /// Whether the next frame is one that a key has asked for.
  private var isUrgent = false

  /// Asks for a frame.
  mutating func request(at now: ContinuousClock.Instant, isUrgent: Bool) {
    let followsKey = lastUrgent.map { now < $0 + Self.interval } ?? false
    let pause = followsKey ? Self.answerInterval : Self.interval
    let due = isUrgent ? now : max(now, last?.advanced(by: pause) ?? now)
    self.isUrgent = self.isUrgent || isUrgent
    deadline = min(deadline ?? due, due)
  }

  /// Whether a frame must be drawn now.
  func isDue(at now: ContinuousClock.Instant) -> Bool { deadline.map { $0 <= now } ?? false }

  /// Notes that a frame was drawn.
  mutating func didDraw(at now: ContinuousClock.Instant) {
    last = now
    if isUrgent { lastUrgent = now }
    (deadline, isUrgent) = (nil, false)
  }
}
