#if CommandLine
import Dashboard
import Foundation
import Inspection
import ModuleLifecycle
import Recordings

/// The playhead of a recording. Determines which entries are due at a time of the clock.
///
/// It is a value without its own clock: the caller passes the time.
struct Player: Sendable {
  private let store: any EntryStore
  /// The longest wait for the next entry, in nanoseconds of the recording; `nil` for the original time.
  let longestPause: UInt64?
  /// The number of entries that were read.
  private(set) var position = 0
  /// The number of entries that should be read by now; at least `position`.
  private(set) var due = 0
  /// The playhead's time, in the recording's time.
  private var time: UInt64
  private(set) var isPlaying = false
  private var speed: PlaybackSpeed
  /// The clock's time at the last update.
  private var clock: UInt64 = 0

  init(_ store: any EntryStore, speed: PlaybackSpeed = .normal, longestPause: UInt64? = nil) {
    self.store = store
    self.speed = speed
    self.longestPause = longestPause
    time = store.start
  }

  /// The time to show. While due entries are unread, it is behind the playhead's time.
  var shownTime: UInt64 { position < due ? store.time(after: position) : time }

  // MARK: Control

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

  /// Makes the due entries that were not read due again later.
  private mutating func forgetUnread() {
    guard position < due else { return }
    due = position
    time = store.time(after: position)
  }

  /// Makes all entries up to an index due now.
  mutating func skip(to target: Int, at clock: UInt64) {
    due = max(position, target)
    time = store.time(after: due)
    self.clock = clock
  }

  /// Moves to another position, as if all entries before it had been read.
  mutating func jump(to target: Int, at clock: UInt64) {
    (position, due) = (target, target)
    time = store.time(after: target)
    self.clock = clock
    if target >= store.count { isPlaying = false }
  }

  /// Records that this many of the due entries were read.
  mutating func didRead(_ count: Int) {
    position = min(position + count, due)
    if position >= store.count { isPlaying = false }
  }

  // MARK: Time

  /// Advances the playhead to a time of the clock. Waits for the reader: entries that come faster than they can be
  /// shown are shown as fast as possible.
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

  /// The time until the next entry is due, in nanoseconds of the clock; `nil` if no entry becomes due by itself.
  var untilNext: UInt64? {
    guard isPlaying, due < store.count else { return nil }
    if position < due || speed == .maximum { return 0 }
    return UInt64(min(Double(lead.minus(time)) / speed.factor, 9e18).rounded(.up))
  }

  /// The playhead's time at which the next entry is due: the entry's own time, or earlier if a pause is shortened.
  private var lead: UInt64 {
    let next = store.time(of: due)
    guard let longestPause else { return next }
    let pauseEnd = store.time(after: due).addingReportingOverflow(longestPause)
    return pauseEnd.overflow ? next : min(next, pauseEnd.partialValue)
  }
}

/// The entries of a recording, with random access. Can be used from several threads.
protocol EntryStore: Sendable {
  var count: Int { get }
  /// Returns the entries in a range.
  ///
  /// - Throws: An error whose description is a sentence, if the file can't be read.
  func entries(_ range: Range<Int>) throws -> [JournalEntry]
  /// Returns when an entry was written, in nanoseconds since the journal's start. Never less than for the previous
  /// entry.
  func time(of index: Int) -> UInt64
  /// The names of the events that were sent, without duplicates.
  var events: [String] { get }
  /// Returns the first dispatch of an event after an entry; with `nil`, of any event that was not sent by a handler.
  ///
  /// - Throws: An error whose description is a sentence, if the file can't be read.
  func next(event: String?, after index: Int) throws -> Int?
  /// Returns the last such dispatch before an entry.
  func previous(event: String?, before index: Int) throws -> Int?
}

extension EntryStore {
  /// When the last entry was written.
  var end: UInt64 { count > 0 ? time(of: count - 1) : 0 }
  /// When the first entry was written.
  var start: UInt64 { count > 0 ? time(of: 0) : 0 }

  /// Returns the time after this many entries.
  func time(after position: Int) -> UInt64 { position > 0 ? time(of: position - 1) : start }

  /// Returns how many entries were written by this time.
  func position(at time: UInt64) -> Int { (0..<count).prefixCount { self.time(of: $0) <= time } }
}

extension RecordingFile: EntryStore {}

extension Hello {
  /// Creates the description of an application from a recording's header.
  init(_ header: JournalHeader, events: [String]) {
    let rules =
      header.rules
      ?? Dictionary(
        EventCatalog.standard.types.map { ($0.name, EventDescription(of: $0).rule) },
        uniquingKeysWith: { first, _ in first })
    self.init(
      application: header.application, startedNanoseconds: header.startedNanoseconds,
      secondsFromUTC: header.secondsFromUTC ?? Machine.secondsFromUTC, modules: header.modules ?? [],
      events: events.map { EventDescription(name: $0, rule: rules[$0] ?? "") }, state: header.state ?? .notRunning,
      budgets: header.budgets ?? .none, launchedNanoseconds: header.launchedNanoseconds, role: .view)
  }
}

extension Playback {
  /// Creates the playback at a recording's start.
  init(_ file: RecordingFile, _ options: ReplayOptions) {
    self.init(
      file: URL(filePath: file.path).lastPathComponent, count: file.count, startNanoseconds: file.start,
      endNanoseconds: file.end, speed: options.speed,
      longestPauseNanoseconds: options.longestPause.map { UInt64(nanoseconds: $0) },
      unreadLines: file.damage.skippedLines, damage: file.damage.isNone ? nil : file.damage.sentences)
  }
}
#endif
