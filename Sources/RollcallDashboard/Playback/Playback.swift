#if CommandLine
package import ModuleLifecycle
import RollcallTextFormatting

/// The state of the playback of a recording.
///
/// The screen shows the application after the first `position` of the recording's `count` entries.
package struct Playback: Sendable, Equatable {
  /// The name of the recording's file, without its folder.
  package var file: String
  /// The number of entries before the playhead.
  package var position = 0
  /// The number of entries in the recording.
  package var count = 0
  /// When the first entry was written, in nanoseconds since the journal's start.
  package var startNanoseconds: UInt64 = 0
  /// The playhead's time, in nanoseconds since the journal's start.
  package var nowNanoseconds: UInt64 = 0
  /// When the last entry was written, in nanoseconds since the journal's start.
  package var endNanoseconds: UInt64 = 0
  /// The progress of a seek in percent; `nil` when there is none.
  package var seek: Int?
  /// The known launches and warnings.
  package var marks = PlaybackMarks()
  /// The number of lines of the file that could not be read.
  package var unreadLines = 0
  /// A sentence about which lines those are, and why; `nil` if there are none.
  package var damage: String?
  /// A sentence about what went wrong while reading the recording; `nil` if nothing did.
  package var problem: String?

  /// Whether the playhead is at the end.
  package var isAtEnd: Bool { position >= count }
  /// The time from the first entry to the playhead, in nanoseconds.
  package var elapsedNanoseconds: UInt64 { nowNanoseconds.minus(startNanoseconds) }
  /// The time from the first entry to the last one, in nanoseconds.
  package var totalNanoseconds: UInt64 { endNanoseconds.minus(startNanoseconds) }
}

extension Playback {
  /// Creates the playback of a recording without entries.
  package init(file: String) { self.file = file }
}

/// The parts of a recording with a launch or a warning. The size of this value does not depend on the recording's.
package struct PlaybackMarks: Sendable, Equatable {
  /// The number of parts, which have equal numbers of entries.
  static let parts = 512

  private var launches: Set<Int> = []
  private var warnings: Set<Int> = []

  /// Creates marks without a launch or a warning.
  package init() {}

  /// Marks an entry, if it is a launch or a warning, by its index among `count` entries.
  package mutating func note(_ entry: AnyEntry, at place: Int, of count: Int) {
    // The middle of the entry's own range, so that it falls into no other.
    let part = Int((Double(place) + 0.5) / Double(max(1, count)) * Double(Self.parts))
    switch entry {
    case .dispatch(let dispatch) where dispatch.event == DidFinishLaunching.name && !dispatch.isReplay:
      launches.insert(part)
    case .warning: warnings.insert(part)
    default: break
    }
  }

  /// Returns the letters on a seek bar by their columns: `L` for a launch, `W` for a warning. A warning that shares its
  /// column with a launch gets one beside it.
  func letters(columns: Int) -> [Int: String] {
    var letters: [Int: String] = [:]
    for part in launches { letters[part * columns / Self.parts] = "L" }
    for part in warnings {
      let column = part * columns / Self.parts
      let free = [column, column + 1, column - 1].first { (0..<columns).contains($0) && letters[$0] != "L" }
      if let free { letters[free] = "W" }
    }
    return letters
  }
}

/// A command from a dashboard to the player of a recording.
package enum PlaybackCommand: Sendable, Equatable {
  /// Go to a position.
  case go(PlaybackPlace)
  /// Cancel the seek and stay at the position before it.
  case cancel
}

/// A position in a recording.
public enum PlaybackPlace: Sendable, Equatable {
  /// Before the first entry.
  case start
  /// After the last entry.
  case end
  /// After this many entries.
  case entry(Int)
  /// This many entries forward, or back if negative.
  case step(Int)
  /// This long after the first entry, in nanoseconds.
  case elapsed(UInt64)
  /// After the next dispatch that was fired, not sent by a handler; with `nil`, of any event.
  case next(event: String?)
  /// After the previous such dispatch.
  case previous(event: String?)
}

/// The next and the previous occurrence of an event in a recording, relative to the playhead.
package struct EventOccurrences: Sendable, Equatable {
  /// One dispatch of the event.
  package struct Occurrence: Sendable, Equatable {
    /// The playback position right after the dispatch, in entries.
    package var entry: Int
    /// When the dispatch ended, in nanoseconds since the journal's start.
    package var atNanoseconds: UInt64

    /// Creates an occurrence.
    package init(entry: Int, atNanoseconds: UInt64) {
      self.entry = entry
      self.atNanoseconds = atNanoseconds
    }
  }

  /// The event's name.
  package var event: String
  /// The next occurrence; `nil` if there is none.
  package var next: Occurrence?
  /// The previous occurrence; `nil` if there is none.
  package var previous: Occurrence?

  /// Creates the occurrences of an event.
  package init(event: String, next: Occurrence? = nil, previous: Occurrence? = nil) {
    self.event = event
    self.next = next
    self.previous = previous
  }
}

extension PlaybackPlace {
  /// Creates a position from `start`, `end`, or a time since the start of the recording: `90s`, `1.5min`, `1:30`.
  ///
  /// - Returns: `nil` for any other text, such as an event's name.
  package init?(_ text: String) {
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

  /// Describes, as a sentence, what is wrong with a text that is neither a position nor an event's name.
  ///
  /// - Returns: `nil` if the text does not begin with a digit, as a time does.
  package static func problem(withTime text: String) -> String? {
    guard text.first.map({ $0.isASCII && $0.isNumber }) == true else { return nil }
    return "'\(Excerpt.of(text))' is not a time: write 90s, 1:30 or 1:02:03."
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
