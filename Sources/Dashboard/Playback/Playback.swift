#if CommandLine
import ModuleLifecycle
import TextFormatting

/// Where the playing of a recording stands.
///
/// What is shown is the application after the first `position` of the recording's `count` entries.
public struct Playback: Sendable, Equatable {
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
  /// How far the way to a place is that is being gone to, in per cent.
  public var seek: Int?
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
  public var elapsedNanoseconds: UInt64 { nowNanoseconds.minus(startNanoseconds) }
  /// How long after the first entry the last one was written, in nanoseconds.
  public var totalNanoseconds: UInt64 { endNanoseconds - startNanoseconds }
}

/// In which parts of a recording something happened that one may want to go to. Its size does not depend on the
/// recording's.
public struct PlaybackMarks: Sendable, Equatable {
  /// How many equal parts are told apart, by their entries.
  public static let parts = 512

  private var launches: Set<Int> = []
  private var warnings: Set<Int> = []

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

  private static func note(_ place: Int, of count: Int, in parts: inout Set<Int>) {
    guard count > 0, (0..<count).contains(place) else { return }
    // The middle of the entry's own stretch, so that no other stretch claims it.
    parts.insert(min(Self.parts - 1, Int((Double(place) + 0.5) / Double(count) * Double(Self.parts))))
  }

  private static func any(_ parts: Set<Int>, in stretch: Range<Double>) -> Bool {
    let first = max(0, Int((stretch.lowerBound * Double(Self.parts)).rounded(.down)))
    let last = min(Self.parts, max(first + 1, Int((stretch.upperBound * Double(Self.parts)).rounded(.down))))
    return first < last && (first..<last).contains(where: parts.contains)
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

/// How much faster than it happened a recording is played.
public struct PlaybackSpeed: Sendable, Hashable {
  /// The factor: 2 is twice as fast; infinite for as fast as it can be shown.
  public let factor: Double

  /// As it happened.
  public static let normal = PlaybackSpeed(unchecked: 1)
  /// As fast as it can be shown.
  public static let maximum = PlaybackSpeed(unchecked: .infinity)
  /// The factors that there are, beside `maximum`.
  public static let range = 0.125...1_000.0

  /// The speeds that two keys go through.
  static let ladder =
    [0.125, 0.25, 0.5, 1, 2, 5, 10, 20, 50, 100, 200, 500, 1_000].map(PlaybackSpeed.init(unchecked:)) + [maximum]

  private init(unchecked factor: Double) { self.factor = factor }

  /// The speed that a text spells: `2`, `0.5`, `1/8`, `20x`, `max`.
  ///
  /// - Returns: `nil` where it spells none, or one that is not in `range`.
  public init?(_ text: String) {
    let text = text.lowercased()
    if text == "max" {
      self = .maximum
      return
    }
    let number = text.hasSuffix("x") || text.hasSuffix("\u{D7}") ? String(text.dropLast()) : text
    let parts = number.filter { $0 != "," }.split(separator: "/", omittingEmptySubsequences: false).map { Double($0) }
    let factor: Double? =
      switch parts.count {
      case 1: parts[0]
      case 2: parts[0].flatMap { above in parts[1].map { above / $0 } }
      default: nil
      }
    guard let factor, Self.range.contains(factor) else { return nil }
    self.factor = factor
  }

  /// The next faster speed of those that keys go through; the fastest stays.
  var faster: PlaybackSpeed { Self.ladder.first { $0.factor > factor } ?? .maximum }
  /// The next slower one; the slowest stays.
  var slower: PlaybackSpeed { Self.ladder.last { $0.factor < factor } ?? Self.ladder[0] }

  /// The speed in words: `1x`, `1/8x`, `1,000x`, `max`.
  var words: String {
    if factor.isInfinite { return "max" }
    if factor < 1, (1 / factor).rounded() == 1 / factor { return "1/\(Int(1 / factor))x" }
    if factor.rounded() == factor { return "\(Phrases.number(Int(factor)))x" }
    return "\((factor * 100).rounded() / 100)x"
  }
}

extension PlaybackPlace {
  /// The place that a text spells without an event's name: `start`, `end`, or a time from the beginning, such as `90s`,
  /// `1.5min`, `1:30`.
  ///
  /// - Returns: `nil` where it spells none.
  public init?(_ text: String) {
    let text = text.lowercased()
    switch text {
    case "start": self = .start
    case "end": self = .end
    default:
      let spelled = try? Duration(spelled: text)
      guard let elapsed = spelled.map({ UInt64(nanoseconds: $0) }) ?? Self.nanoseconds(clock: text) else { return nil }
      self = .elapsed(elapsed)
    }
  }

  /// What is wrong with a text that spells no place and no event's name, but begins as a time does, in a sentence.
  ///
  /// - Returns: `nil` where it does not begin with a digit.
  public static func problem(withTime text: String) -> String? {
    guard text.first.map({ $0.isASCII && $0.isNumber }) == true else { return nil }
    return "'\(Excerpt.of(text))' is no time: write 90s, 1:30 or 1:02:03."
  }

  private static func nanoseconds(clock text: String) -> UInt64? {
    let parts = text.split(separator: ":", omittingEmptySubsequences: false).map { Double($0) ?? .nan }
    guard (2...3).contains(parts.count), parts.allSatisfy({ $0 >= 0 }), parts.dropFirst().allSatisfy({ $0 < 60 })
    else { return nil }
    let value = parts.reduce(0) { $0 * 60 + $1 } * 1e9
    return value < 9e18 ? UInt64(value) : nil
  }
}
#endif
