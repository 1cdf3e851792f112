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
