import ModuleLifecycle

/// What is done where more happens than an inspector can be told: entries are dropped then, and the application needs the
/// processor more than the inspector needs the rest of them.
struct Overrun: Sendable {
  /// How long this works in one go, in nanoseconds, and how many times as long as that it rests then.
  private static let (work, rest) = (UInt64(500_000), UInt64(14))
  private var isOn = false
  private var worked: UInt64 = 0
  /// Until when it rests, by the system's clock.
  private(set) var restsUntil: UInt64 = 0

  /// - Parameters:
  ///   - isDropping: Whether entries were dropped.
  ///   - isUpToDate: Whether all there is was told.
  mutating func note(from start: UInt64, to end: UInt64, isDropping: Bool, isUpToDate: Bool) {
    isOn = (isOn || isDropping) && !isUpToDate
    worked = isOn ? worked + end.minus(start) : 0
    guard worked >= Self.work else { return }
    restsUntil = end + worked * Self.rest
    worked = 0
  }
}
