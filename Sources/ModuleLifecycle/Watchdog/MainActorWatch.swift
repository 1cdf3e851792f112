/// Decides when to ask the main actor for a sign of life, and when its silence is worth a warning.
///
/// While a handler runs, the main actor is known to be busy, and with what; and while no asynchronous handler is waited
/// for, a program that sends its events in one go need not let it answer. That time does not count.
struct MainActorWatch: Sendable, Equatable {
  enum Step: Sendable, Equatable {
    case nothing
    /// Send a ping.
    case ping
    /// Warn: the main actor has been silent for so long.
    case warn(silent: UInt64)
  }

  /// How long it may be silent, in nanoseconds.
  static let patience: UInt64 = 1_000_000_000
  /// The shortest time between two pings, in nanoseconds.
  static let interval: UInt64 = 250_000_000

  private var sentAt: UInt64?
  private var silentSince: UInt64 = 0
  private var hasWarned = false
  private var lookedAt: UInt64 = 0

  /// - Parameters:
  ///   - now: The clock's reading.
  ///   - mayBeBusy: Whether there is nothing to learn from its silence.
  ///   - isAnswered: Whether the latest ping was answered.
  mutating func step(at now: UInt64, mayBeBusy: Bool, isAnswered: Bool) -> Step {
    // When nobody looked for a while, nothing is known of that time either.
    if mayBeBusy || now - min(lookedAt, now) > Self.patience { silentSince = now }
    lookedAt = now
    if isAnswered || sentAt == nil {
      hasWarned = false
      let isTooSoon = sentAt.map { now - min($0, now) < Self.interval } ?? false
      guard !mayBeBusy, !isTooSoon else { return .nothing }
      (sentAt, silentSince) = (now, now)
      return .ping
    }
    let silent = now - min(silentSince, now)
    guard !mayBeBusy, !hasWarned, silent >= Self.patience else { return .nothing }
    hasWarned = true
    return .warn(silent: silent)
  }
}
