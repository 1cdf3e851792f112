/// The time that a thread spent computing and waiting for a processor, since it started or between two readings.
struct ThreadTimes: Equatable {
  /// In nanoseconds. `unknown` if it was not measured.
  var computing: UInt64
  /// In nanoseconds. `unknown` if the system doesn't report it.
  var waiting: UInt64

  static let unknown = UInt64.max
  static let zero = ThreadTimes(computing: 0, waiting: 0)
  static let notMeasured = ThreadTimes(computing: unknown, waiting: unknown)

  var isMeasured: Bool { computing != Self.unknown }

  /// Subtracts other times. The result is never negative.
  func minus(_ other: Self) -> Self {
    Self(
      computing: computing.minus(other.computing),
      waiting: waiting == Self.unknown || other.waiting == Self.unknown
        ? Self.unknown : waiting.minus(other.waiting))
  }

  func plus(_ other: Self) -> Self {
    Self(
      computing: computing.plus(other.computing),
      waiting: waiting == Self.unknown || other.waiting == Self.unknown ? Self.unknown : waiting.plus(other.waiting))
  }

  /// The times as a journal entry stores them: `nil` where unknown.
  var fields: (computing: UInt64?, waiting: UInt64?) {
    (isMeasured ? computing : nil, waiting == Self.unknown ? nil : waiting)
  }
}
