#if CommandLine
/// What can be done with a recording line by line, beside looking at it.
enum ReplayVerb: String, CaseIterable {
  case play
  case pause
  case step
  case back
  case speed
  case go
  case `where`

  /// The verb that a word stands for.
  init?(word: String) { self.init(rawValue: word.lowercased()) }

  /// How it is written.
  var usage: String {
    switch self {
    case .step, .back: "\(rawValue) [ENTRIES]"
    case .speed: "speed FACTOR"
    case .go: "go EVENT, go back EVENT, or go TIME, start, end, entry NUMBER"
    case .play, .pause, .where: rawValue
    }
  }

  /// What it does, completing its usage.
  var summary: String {
    switch self {
    case .play: "plays on, and says what happens; at the end, from the beginning"
    case .pause: "stands still"
    case .step: "goes one entry of the recording on, or so many, and says what happens"
    case .back: "goes one entry back, or so many"
    case .speed: "plays so many times as fast as it happened, from 1/8 to 1,000, or max"
    case .go: "goes to where an event comes next or came last, or to a time from the beginning, such as 90s"
    case .where: "which entry is shown, of how many, and when that was"
    }
  }
}

extension PlainVerb {
  /// Whether it acts on the application, and so not on a recording.
  var isActing: Bool {
    switch self {
    case .fire, .stop, .again, .resend, .relaunch, .remove, .back, .catchUp, .on, .off, .move, .fix, .record, .lab:
      true
    case .events, .modules, .timings, .stats, .cleanup, .warnings, .detail, .status, .filter, .export, .help, .quit:
      false
    }
  }
}
#endif
