/// Decides when to ping the main actor, and when its silence deserves a warning.
///
/// Some time doesn't count. While a handler runs, the main actor is known to be busy. While no asynchronous handler is
/// waited for, a program that sends all its events at once need not give the main actor time to respond.
struct MainActorWatch: Sendable, Equatable {
  enum Step: Sendable, Equatable {
    case nothing
    case ping
    /// Warn that the main actor has been silent for `silent` nanoseconds.
    case warn(silent: UInt64)
  }

  /// How long the main actor can be silent before a warning, in nanoseconds.
  static let patience: UInt64 = 1_000_000_000
  /// The shortest time between two pings, in nanoseconds.
  static let interval: UInt64 = 250_000_000

  private var sentAt: UInt64?
  private var silentSince: UInt64 = 0
  private var hasWarned = false
  private var lookedAt: UInt64 = 0

  /// - Parameters:
  ///   - now: The clock reading.
  ///   - mayBeBusy: Whether silence is expected and means nothing.
  ///   - isAnswered: Whether the latest ping was answered.
  mutating func step(at now: UInt64, mayBeBusy: Bool, isAnswered: Bool) -> Step {
    // If there was no check for a while, nothing is known about that time either.
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

/// The times after which a handler that has not returned is reported: after one second, and after each doubling.
///
/// The event's budget is an additional threshold. The steps are limited, so that a handler that never returns doesn't
/// fill the journal.
struct RunningSteps: Sendable, Equatable {
  /// The first step, in nanoseconds.
  static let first: UInt64 = 1_000_000_000
  /// The last step: 2048 s, the twelfth.
  static let last = first << 11

  /// The latest step that was reported. Zero before the first.
  private(set) var reported: UInt64 = 0

  /// Returns the step to report now. `nil` if none has been reached since the last report.
  ///
  /// If several have been reached since the last check, it returns the greatest.
  mutating func take(running: UInt64) -> UInt64? {
    var step = Self.first
    guard running >= step else { return nil }
    while step < Self.last, running >= step * 2 { step *= 2 }
    guard step > reported else { return nil }
    reported = step
    return step
  }
}
