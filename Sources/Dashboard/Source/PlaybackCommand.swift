#if CommandLine
/// What a dashboard asks the player of a recording to do.
public enum PlaybackCommand: Sendable, Equatable {
  /// Go on by itself; from the end, from the beginning again.
  case play
  /// Stand still.
  case pause
  /// Play that fast.
  case setSpeed(PlaybackSpeed)
  /// Go to a place, and play on from there if it was playing.
  case go(PlaybackPlace)
  /// Go no further to the place that is being gone to: stay where it was.
  case cancel
}

/// A place in a recording.
public enum PlaybackPlace: Sendable, Equatable {
  /// Before the first entry.
  case start
  /// After the last one.
  case end
  /// After so many entries.
  case entry(Int)
  /// So many entries further, or back for a negative number.
  case step(Int)
  /// So long after the first entry, in nanoseconds.
  case elapsed(UInt64)
  /// After the next dispatch that no handler sent.
  case nextDispatch
  /// After the one before.
  case previousDispatch
  /// After the next dispatch of an event that no handler sent.
  case next(event: String)
  /// After the one before.
  case previous(event: String)
}

/// Where an event comes next in a recording, and where it came last, seen from the playhead.
public struct EventOccurrences: Sendable, Equatable {
  /// One of its dispatches.
  public struct Occurrence: Sendable, Equatable {
    /// How many entries are shown after it.
    public var entry: Int
    /// When it was over, in nanoseconds since the journal's start.
    public var atNanoseconds: UInt64

    /// A place.
    public init(entry: Int, atNanoseconds: UInt64) {
      self.entry = entry
      self.atNanoseconds = atNanoseconds
    }
  }

  /// The event's name.
  public var event: String
  /// The next one; `nil` if there is none.
  public var next: Occurrence?
  /// The one before the playhead's place; `nil` if there is none.
  public var previous: Occurrence?

  /// Where an event comes.
  public init(event: String, next: Occurrence? = nil, previous: Occurrence? = nil) {
    self.event = event
    self.next = next
    self.previous = previous
  }
}
#endif
