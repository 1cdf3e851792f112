/// The times after which a handler that does not return is reported: one second, and then each time that has doubled.
///
/// The budget of the event is a threshold besides. There is a last step, so that a handler which never returns does not
/// fill the journal.
struct RunningSteps: Sendable, Equatable {
  /// The first step, in nanoseconds.
  static let first: UInt64 = 1_000_000_000
  /// The last step: 2048 s, the twelfth.
  static let last = first << 11

  /// The latest step that was reported; zero before the first.
  private(set) var reported: UInt64 = 0

  /// The step to report now, if one has been reached since the last report.
  ///
  /// Where several have been, because nobody looked for a while, that is the greatest of them.
  mutating func take(running: UInt64) -> UInt64? {
    var step = Self.first
    guard running >= step else { return nil }
    while step < Self.last, running >= step * 2 { step *= 2 }
    guard step > reported else { return nil }
    reported = step
    return step
  }
}
