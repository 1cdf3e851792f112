/// Entries that were dropped because the journal was full.
public struct GapEntry: Sendable, Equatable {
  /// How many.
  public var dropped: UInt64

  package init(dropped: UInt64) { self.dropped = dropped }
}
