#if CommandLine
import RollcallInspection
import ModuleLifecycle
import RollcallTextFormatting
import RollcallRecordings

/// Numbers and names as text.
enum Phrases {
  /// A duration with its unit: `812 µs`, `1.2 s`.
  static func time(_ nanoseconds: UInt64) -> String { DurationText.format(nanoseconds: nanoseconds) }

  /// A number with grouped digits: `1,000,000`.
  static func number(_ number: some BinaryInteger) -> String { CountText.format(number) }

  /// How often: `once`, `twice`, `1,000 times`.
  static func times(_ count: Int) -> String { CountText.times(count) }

  /// A count with its noun: `1 module`, `2 modules`.
  static func count(_ count: Int, _ noun: String) -> String { CountText.format(count, noun) }

  /// A count of entries: `1 entry`, `1,204 entries`.
  static func entries(_ count: some BinaryInteger) -> String {
    CountText.format(count, "entry", plural: "entries")
  }

  /// A coarse age: `38 s`, `12 min`, `3 h`. At most six columns, up to some thousand hours.
  static func age(_ nanoseconds: UInt64) -> String {
    let seconds = nanoseconds / 1_000_000_000
    if seconds < 60 { return "\(seconds) s" }
    return seconds < 3600 ? "\(seconds / 60) min" : "\(seconds / 3600) h"
  }

  /// A configured time: `5 s`, `400 ms`, `5 min`.
  static func limit(_ nanoseconds: UInt64) -> String {
    let text = Phrases.time(nanoseconds).replacing(".0 ", with: " ")
    return text.hasSuffix(" min 0 s") ? String(text.dropLast(4)) : text
  }

  /// Why an object was cleaned, as the end of "because …".
  static func because(_ reason: ReleaseReason) -> String {
    switch reason {
    case .ownerReleased: "its owner was released"
    case .cancelled: "it was cancelled"
    case .finished: "it had finished"
    case .failed: "it threw an error"
    case .replaced: "another object of its kind and name replaced it"
    case .late: "its owner was already gone"
    case .event: "the event that it was acquired for is over"
    case .applicationEnd: "the application ended"
    case .swept: "its owner, which has no bag, was found dead"
    default: "of \(reason.rawValue)"
    }
  }
}

/// Short forms of durations and their changes.
extension Phrases {
  /// A duration in at most seven columns: `41.6 ms`, `812 ms`, `38 s`, `12 min`.
  static func duration(_ nanoseconds: UInt64) -> String {
    let text = Phrases.time(nanoseconds)
    if text.columnWidth <= 7 { return text }
    guard nanoseconds < 1_000_000_000 else { return age(nanoseconds) }
    let milliseconds = (nanoseconds + 500_000) / 1_000_000
    return milliseconds < 1_000 ? "\(milliseconds) ms" : "1.0 s"
  }
}

/// Owners and owned objects as text.
extension Phrases {
  /// An object's lifetime, from the journal's word for it.
  static func lifetime(_ lifetime: String) -> String {
    if lifetime == "module" { return "as long as its owner" }
    if lifetime == "application" { return "until the application ends" }
    guard lifetime.hasPrefix("event:") else { return lifetime }
    return "until \(lifetime.dropFirst(6)) is over, no longer than its owner"
  }

  /// What a remedy did to an object, as the end of "session api was …".
  static func done(_ remedy: String) -> String {
    switch remedy {
    case "cancel": "cancelled"
    case "stop": "stopped"
    case "invalidate", "close", "remove", "release", "terminate": remedy + "d"
    case "disconnect", "detach", "dismiss", "unregister", "end": remedy + "ed"
    default: "cleaned"
    }
  }

  /// The dispatches between which an owner died.
  static func died(_ window: OwnedObjectHistory.Window) -> String {
    if window.before == 0 { return "died before the first event" }
    if window.after == 0 { return "died before the end of #\(window.before)" }
    if window.after == window.before { return "died after #\(window.after)" }
    return "died between #\(window.after) and #\(window.before)"
  }

  static func name(of owner: OwnedObjectHistory.Owner) -> String { owner.name.isEmpty ? "(no name)" : owner.name }
}

/// Warnings as text.
extension Phrases {
  /// The number of allowed warnings and the rules: `3 allowed: outOfState 2, handlerThrew:Push 1`; empty for none.
  static func allowed(by log: WarningLog) -> String {
    guard log.allowedCount > 0 else { return "" }
    return "\(number(log.allowedCount)) allowed: "
      + log.allowedCounts.map { "\($0.key) \(number($0.value))" }.joined(separator: ", ")
  }

  /// The rule that allows warnings like this one: `handlerThrew:Push`.
  static func rule(for warning: WarningEntry) -> String {
    AllowedWarnings.Rule(warning.kind, of: warning.module).description
  }
}

/// Journal times as times of day.
struct Clock {
  private let origin: UInt64

  init(_ state: DashboardState) {
    // Only the time of day matters. Reducing first avoids overflow.
    let day: UInt64 = 86_400
    let shift = UInt64((state.application.source.secondsFromUTC % 86_400 + 86_400) % 86_400)
    origin = (state.application.source.startedNanoseconds % (day * 1_000_000_000) + shift * 1_000_000_000)
  }

  /// The time of day, such as `22:41:09`.
  func time(_ nanoseconds: UInt64) -> String {
    ClockText.format(secondsSinceMidnight: Int((origin &+ nanoseconds) / 1_000_000_000 % 86_400))
  }

  /// The time of day with milliseconds, such as `22:41:09.114`.
  func preciseTime(_ nanoseconds: UInt64) -> String {
    ClockText.format(nanosecondsSinceMidnight: (origin &+ nanoseconds) % 86_400_000_000_000)
  }
}

/// Playback as text.
extension Phrases {
  /// The position in a recording, and its length: `0:12 of 1:04`, `0.042 of 1.207 s`.
  static func place(_ elapsed: UInt64, of total: UInt64) -> String {
    if total < 10_000_000_000 { return "\(seconds(elapsed)) of \(seconds(total)) s" }
    return "\(clock(elapsed).trailing(clock(total).count)) of \(clock(total))"
  }

  /// The length of a recording or a part of it, consistent with `place(_:of:)`: from ten seconds on, in completed
  /// seconds.
  static func length(_ nanoseconds: UInt64) -> String {
    if nanoseconds < 10_000_000_000 { return Phrases.time(nanoseconds) }
    return limit(nanoseconds / 1_000_000_000 * 1_000_000_000)
  }

  /// Seconds with a fixed number of decimals.
  private static func seconds(_ nanoseconds: UInt64) -> String {
    let milliseconds = nanoseconds / 1_000_000
    return "\(milliseconds / 1_000).\((milliseconds % 1_000).digits(3))"
  }

  private static func clock(_ nanoseconds: UInt64) -> String {
    let (minutes, seconds) = (nanoseconds / 60_000_000_000, nanoseconds / 1_000_000_000 % 60)
    let head = minutes < 60 ? "\(minutes)" : "\(minutes / 60):\((minutes % 60).digits(2))"
    return "\(head):\(seconds.digits(2))"
  }

  /// `At the end`, or the progress of a seek; `nil` at any other position.
  static func status(of playback: Playback) -> String? {
    if let percent = playback.seek { return "Seeking \(percent)%" }
    return playback.isAtEnd ? "At the end" : nil
  }
}
#endif
