#if CommandLine
import Dashboard
import Foundation
import Inspection
import ModuleLifecycle
import Recordings

/// The playhead of a recording: which entries are due at a moment of the clock.
///
/// It is a value and has no clock of its own: whoever plays says what time it is.
struct Player: Sendable {
  private let store: any EntryStore
  /// How long to wait for the next entry at the most, in nanoseconds of the recording; `nil` for as long as that took.
  let longestPause: UInt64?
  /// How many entries have been read.
  private(set) var position = 0
  /// How many entries are to be read by now; never less.
  private(set) var due = 0
  /// The playhead's time, in that of the recording.
  private var time: UInt64
  private(set) var isPlaying = false
  private var speed: PlaybackSpeed
  /// The clock when it was looked at last.
  private var clock: UInt64 = 0

  init(_ store: any EntryStore, speed: PlaybackSpeed = .normal, longestPause: UInt64? = nil) {
    self.store = store
    self.speed = speed
    self.longestPause = longestPause
    time = store.start
  }

  /// What is shown as the playhead's time: as long as not all that is due has been read, it is behind.
  var shownTime: UInt64 { position < due ? store.time(after: position) : time }

  // MARK: What it is asked to do

  mutating func play(at clock: UInt64) {
    self.clock = clock
    isPlaying = store.count > 0
  }

  mutating func pause(at clock: UInt64) {
    advance(to: clock)
    forgetUnread()
    isPlaying = false
  }

  mutating func setSpeed(_ speed: PlaybackSpeed, at clock: UInt64) {
    advance(to: clock)
    forgetUnread()
    self.speed = speed
  }

  /// What was due and has not been read is due again later.
  private mutating func forgetUnread() {
    guard position < due else { return }
    due = position
    time = store.time(after: position)
  }

  /// Has entries up to a place read now.
  mutating func skip(to target: Int, at clock: UInt64) {
    due = max(position, target)
    time = store.time(after: due)
    self.clock = clock
  }

  /// Stands at another place, as if everything before it had been read.
  mutating func jump(to target: Int, at clock: UInt64) {
    (position, due) = (target, target)
    time = store.time(after: target)
    self.clock = clock
    if target >= store.count { isPlaying = false }
  }

  /// So many of the entries that are due were read.
  mutating func didRead(_ count: Int) {
    position = min(position + count, due)
    if position >= store.count { isPlaying = false }
  }

  // MARK: Time

  /// Goes on as far as the clock has. It waits for who reads: where entries come faster than they can be shown, they are
  /// shown as fast as they can be.
  mutating func advance(to clock: UInt64) {
    let elapsed = clock.minus(self.clock)
    self.clock = clock
    guard isPlaying, position >= due else { return }
    if speed == .maximum {
      due = store.count
      time = store.end
      return
    }
    var budget = UInt64(min(Double(elapsed) * speed.factor, 9e18))
    while due < store.count {
      let lead = self.lead
      let left = lead.minus(time)
      guard budget >= left else {
        time += budget
        return
      }
      budget -= left
      time = max(time, store.time(of: due))
      due += 1
    }
  }

  /// How long it will be until the next entry is due, in nanoseconds of the clock; `nil` where none will be by itself.
  var untilNext: UInt64? {
    guard isPlaying, due < store.count else { return nil }
    if position < due || speed == .maximum { return 0 }
    return UInt64(min(Double(lead.minus(time)) / speed.factor, 9e18).rounded(.up))
  }

  /// The playhead's time at which the next entry comes: its own, or earlier where a pause is shortened.
  private var lead: UInt64 {
    let next = store.time(of: due)
    guard let longestPause else { return next }
    let pauseEnd = store.time(after: due).addingReportingOverflow(longestPause)
    return pauseEnd.overflow ? next : min(next, pauseEnd.partialValue)
  }
}

/// The entries of a recording, to be read from any place. May be used from several threads.
protocol EntryStore: Sendable {
  /// How many entries there are.
  var count: Int { get }
  /// The entries of a range.
  ///
  /// - Throws: An error whose description is a sentence, where the file can't be read.
  func entries(_ range: Range<Int>) throws -> [JournalEntry]
  /// When an entry was written, in nanoseconds since the journal's start; no earlier than the one before it.
  func time(of index: Int) -> UInt64
  /// The names of the events that were sent, each once.
  var events: [String] { get }
  /// The first dispatch of an event, or of any, not sent by a handler, that comes after an entry.
  ///
  /// - Throws: An error whose description is a sentence, where the file can't be read.
  func next(event: String?, after index: Int) throws -> Int?
  /// The last one that comes before an entry.
  func previous(event: String?, before index: Int) throws -> Int?
}

extension EntryStore {
  /// When the last entry was written.
  var end: UInt64 { count > 0 ? time(of: count - 1) : 0 }
  /// When the first one was.
  var start: UInt64 { count > 0 ? time(of: 0) : 0 }

  /// The time after so many entries.
  func time(after position: Int) -> UInt64 { position > 0 ? time(of: position - 1) : start }

  /// How many of the entries were written by a time.
  func position(at time: UInt64) -> Int { (0..<count).prefixCount { self.time(of: $0) <= time } }
}

extension RecordingFile: EntryStore {}

extension Hello {
  /// What a recording says of its application before its first entry.
  init(_ header: JournalHeader, events: [String]) {
    let rules =
      header.rules
      ?? Dictionary(
        EventCatalog.standard.types.map { ($0.name, EventDescription(of: $0).rule) },
        uniquingKeysWith: { first, _ in first })
    self.init(
      application: header.application, startedNanoseconds: header.startedNanoseconds,
      secondsFromUTC: header.secondsFromUTC ?? RecordingPrologue.secondsFromUTC, modules: header.modules ?? [],
      events: events.map { EventDescription(name: $0, rule: rules[$0] ?? "") }, state: header.state ?? .notRunning,
      budgets: header.budgets ?? .none, launchedNanoseconds: header.launchedNanoseconds, role: .view)
  }
}

extension Playback {
  /// The beginning of a recording.
  init(_ file: RecordingFile, _ options: ReplayOptions) {
    self.init(
      file: URL(filePath: file.path).lastPathComponent, count: file.count, startNanoseconds: file.start,
      endNanoseconds: file.end, speed: options.speed,
      longestPauseNanoseconds: options.longestPause.map { UInt64(nanoseconds: $0) },
      unreadLines: file.damage.skippedLines, damage: file.damage.isNone ? nil : file.damage.sentences)
  }
}
#endif
