/// A gap in the journal: entries that were dropped because it was full.
public struct GapEntry: Sendable, Equatable {
  /// The number of dropped entries.
  public var dropped: UInt64

  package init(dropped: UInt64) { self.dropped = dropped }
}
