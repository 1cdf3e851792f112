#if CommandLine
import ModuleLifecycle
import TextFormatting

/// Numbers and names in words.
enum Words {
  /// `1 module`, `2 modules`.
  static func count(_ count: Int, _ noun: String) -> String { CountText.format(count, noun) }

  /// So many of a journal: `1 entry`, `1,204 entries`.
  static func entries(_ count: some BinaryInteger) -> String {
    CountText.format(count, "entry", plural: "entries")
  }

  /// How long something has lasted, in six columns at the most up to some thousand hours: `38 s`, `12 min`, `3 h`.
  static func age(_ nanoseconds: UInt64) -> String {
    let seconds = nanoseconds / 1_000_000_000
    if seconds < 60 { return "\(seconds) s" }
    return seconds < 3600 ? "\(seconds / 60) min" : "\(seconds / 3600) h"
  }

  /// A time that somebody has set: `5 s`, `400 ms`, `5 min`.
  static func limit(_ nanoseconds: UInt64) -> String {
    let text = DurationText.format(nanoseconds: nanoseconds).replacing(".0 ", with: " ")
    return text.hasSuffix(" min 0 s") ? String(text.dropLast(4)) : text
  }

  /// Why an object was cleaned, completing "because …".
  static func because(_ reason: ReleaseReason) -> String {
    switch reason {
    case .ownerReleased: "its owner was released"
    case .cancelled: "it was cancelled"
    case .finished: "it had finished"
    case .replaced: "another of its kind and name took its place"
    case .late: "its owner had gone already"
    case .event: "the event that it was acquired for is over"
    case .applicationEnd: "the application ended"
    case .swept: "its owner, which has no bag of its own, was found dead"
    default: "of \(reason.rawValue)"
    }
  }
}
#endif
