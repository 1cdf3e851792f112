import ModuleLifecycle

/// Throttles a server that can't keep up with the journal. Entries are dropped anyway, and the application needs the
/// processor more than the inspector needs the others.
struct Overrun: Sendable {
  /// How long the server works at once, in nanoseconds, and how many times as long it then rests.
  private static let (work, rest) = (UInt64(500_000), UInt64(14))
  private var isOn = false
  private var worked: UInt64 = 0
  /// The end of the current rest, by the system's clock.
  private(set) var restsUntil: UInt64 = 0

  /// - Parameters:
  ///   - isDropping: Whether entries were dropped.
  ///   - isUpToDate: Whether everything available was sent.
  mutating func note(from start: UInt64, to end: UInt64, isDropping: Bool, isUpToDate: Bool) {
    isOn = (isOn || isDropping) && !isUpToDate
    worked = isOn ? worked + end.minus(start) : 0
    guard worked >= Self.work else { return }
    restsUntil = end + worked * Self.rest
    worked = 0
  }
}
