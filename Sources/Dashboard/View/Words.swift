import ModuleLifecycle
import TerminalUI

/// Numbers and names in words.
enum Words {
  /// `1 module`, `2 modules`.
  static func count(_ count: Int, _ noun: String) -> String { count == 1 ? "1 \(noun)" : "\(count) \(noun)s" }

  /// A share of a whole in per cent; `<1%` for what is there but hardly.
  static func share(_ part: UInt64, of whole: UInt64) -> String {
    guard whole > 0 else { return "" }
    let percent = (Double(part) / Double(whole) * 100).rounded()
    return percent < 1 && part > 0 ? "<1%" : "\(Int(percent))%"
  }

  /// How long something has lasted, in five columns at the most: `38 s`, `12min`, `3 h`.
  static func age(_ nanoseconds: UInt64) -> String {
    let seconds = nanoseconds / 1_000_000_000
    if seconds < 60 { return "\(seconds) s" }
    return seconds < 3600 ? "\(seconds / 60)min" : "\(seconds / 3600) h"
  }

  /// How a handler's call ended, in the word of the answer column.
  static func answer(_ span: HandlerSpan) -> String {
    switch span.outcome {
    case .returned: "done"
    case .answered: span.value.words
    case .abstained: "-"
    case .threw: "threw"
    case .skipped: "skipped"
    }
  }

  /// Why an object was cleaned, in the word of the reason column.
  static func reason(_ reason: ReleaseReason) -> String {
    reason == .ownerReleased ? "released" : reason.rawValue
  }

  /// Why an object was cleaned, completing "because …".
  static func because(_ reason: ReleaseReason) -> String {
    switch reason {
    case .ownerReleased: "its owner was released"
    case .cancelled: "it was cancelled"
    case .finished: "it had finished"
    case .replaced: "another of its kind and name took its place"
    case .late: "its owner had gone already"
    }
  }
}
