#if CommandLine
/// Where the playing of a recording stands.
///
/// What is shown is the application after the first `position` of the recording's `count` entries.
public struct Playback: Sendable, Equatable {
  /// A place that is being gone to, and how far that is.
  public struct Seek: Sendable, Equatable {
    /// How many entries are to be shown.
    public var target: Int
    /// How many entries have been taken in for that.
    public var done: Int
    /// How many have to be.
    public var total: Int

    /// A place to go to.
    public init(target: Int, done: Int, total: Int) {
      self.target = target
      self.done = done
      self.total = total
    }
  }

  /// The recording's file, without its folder.
  public var file: String
  /// How many entries are shown.
  public var position: Int
  /// How many there are.
  public var count: Int
  /// When the first entry was written, in nanoseconds since the journal's start.
  public var startNanoseconds: UInt64
  /// The playhead's time.
  public var nowNanoseconds: UInt64
  /// When the last entry was written.
  public var endNanoseconds: UInt64
  /// Whether it goes on by itself.
  public var isPlaying: Bool
  /// How fast it does.
  public var speed: PlaybackSpeed
  /// How long it waits for the next entry at the most, in nanoseconds of the recording; `nil` for as long as that took.
  public var longestPauseNanoseconds: UInt64?
  /// The place that is being gone to.
  public var seek: Seek?
  /// What is known to stand where.
  public var marks: PlaybackMarks
  /// How many lines of the file could not be read.
  public var unreadLines: Int
  /// Which, and why, as a sentence; `nil` where all could.
  public var damage: String?
  /// What went wrong while the recording was read, as a sentence.
  public var problem: String?

  /// The beginning of a recording.
  public init(
    file: String, count: Int, startNanoseconds: UInt64 = 0, endNanoseconds: UInt64 = 0,
    speed: PlaybackSpeed = .normal, longestPauseNanoseconds: UInt64? = nil, unreadLines: Int = 0, damage: String? = nil
  ) {
    self.file = file
    position = 0
    self.count = count
    self.startNanoseconds = startNanoseconds
    nowNanoseconds = startNanoseconds
    self.endNanoseconds = max(startNanoseconds, endNanoseconds)
    isPlaying = false
    self.speed = speed
    self.longestPauseNanoseconds = longestPauseNanoseconds
    marks = PlaybackMarks()
    self.unreadLines = unreadLines
    self.damage = damage
  }

  /// Whether all entries are shown.
  public var isAtEnd: Bool { position >= count }
  /// Whether it is on its way somewhere, so that it will stand elsewhere without being asked.
  public var isMoving: Bool { isPlaying || seek != nil }
  /// How long after the first entry the playhead stands, in nanoseconds.
  public var elapsedNanoseconds: UInt64 { nowNanoseconds - min(startNanoseconds, nowNanoseconds) }
  /// How long after the first entry the last one was written, in nanoseconds.
  public var totalNanoseconds: UInt64 { endNanoseconds - startNanoseconds }
}

/// In which parts of a recording something happened that one may want to go to. Its size does not depend on the
/// recording's.
public struct PlaybackMarks: Sendable, Equatable {
  /// How many equal parts are told apart, by their entries.
  public static let parts = 512

  private var launches: [Bool] = []
  private var warnings: [Bool] = []

  /// Nothing is known yet.
  public init() {}

  /// Notes an entry, by its place from 0 among so many.
  public mutating func note(launchAt place: Int, of count: Int) { Self.note(place, of: count, in: &launches) }
  /// Notes a warning.
  public mutating func note(warningAt place: Int, of count: Int) { Self.note(place, of: count, in: &warnings) }

  /// Whether there is a launch in a stretch of the recording, its ends from 0 to 1.
  func hasLaunch(in stretch: Range<Double>) -> Bool { Self.any(launches, in: stretch) }
  /// Whether there is a warning.
  func hasWarning(in stretch: Range<Double>) -> Bool { Self.any(warnings, in: stretch) }

  private static func note(_ place: Int, of count: Int, in parts: inout [Bool]) {
    if parts.isEmpty { parts = Array(repeating: false, count: Self.parts) }
    guard count > 0, (0..<count).contains(place) else { return }
    // The middle of the entry's own stretch, so that no other stretch claims it.
    parts[min(Self.parts - 1, Int((Double(place) + 0.5) / Double(count) * Double(Self.parts)))] = true
  }

  private static func any(_ parts: [Bool], in stretch: Range<Double>) -> Bool {
    guard !parts.isEmpty else { return false }
    let first = max(0, Int((stretch.lowerBound * Double(Self.parts)).rounded(.down)))
    let last = min(Self.parts, max(first + 1, Int((stretch.upperBound * Double(Self.parts)).rounded(.down))))
    return first < last && parts[first..<last].contains(true)
  }
}

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
