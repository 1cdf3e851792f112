#if CommandLine
/// What a source has that has not been read.
public struct Backlog: Sendable, Equatable {
  /// The entries that can be read.
  public var kept: Int
  /// Those that were dropped before they could be, because the journal keeps no more than it may.
  public var dropped: UInt64

  /// A backlog; by default none.
  public init(kept: Int = 0, dropped: UInt64 = 0) {
    self.kept = kept
    self.dropped = dropped
  }
}
#endif
