#if CommandLine
import Dashboard

/// The playhead of a recording: which entries are due at a moment of the clock.
///
/// It is a value and has no clock of its own: whoever plays says what time it is.
struct Player: Sendable {
  private let tape: any Tape
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

  init(_ tape: any Tape, speed: PlaybackSpeed = .normal, longestPause: UInt64? = nil) {
    self.tape = tape
    self.speed = speed
    self.longestPause = longestPause
    time = tape.start
  }

  /// What is shown as the playhead's time: as long as not all that is due has been read, it is behind.
  var shownTime: UInt64 { position < due ? tape.time(after: position) : time }

  // MARK: What it is asked to do

  mutating func play(at clock: UInt64) {
    self.clock = clock
    isPlaying = tape.count > 0
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
    time = tape.time(after: position)
  }

  /// Has entries up to a place read now.
  mutating func skip(to target: Int, at clock: UInt64) {
    due = max(position, target)
    time = tape.time(after: due)
    self.clock = clock
  }

  /// Stands at another place, as if everything before it had been read.
  mutating func jump(to target: Int, at clock: UInt64) {
    (position, due) = (target, target)
    time = tape.time(after: target)
    self.clock = clock
    if target >= tape.count { isPlaying = false }
  }

  /// So many of the entries that are due were read.
  mutating func didRead(_ count: Int) {
    position = min(position + count, due)
    if position >= tape.count { isPlaying = false }
  }

  // MARK: Time

  /// Goes on as far as the clock has. It waits for who reads: where entries come faster than they can be shown, they are
  /// shown as fast as they can be.
  mutating func advance(to clock: UInt64) {
    let elapsed = clock - min(self.clock, clock)
    self.clock = clock
    guard isPlaying, position >= due else { return }
    if speed == .maximum {
      due = tape.count
      time = tape.end
      return
    }
    var budget = UInt64(min(Double(elapsed) * speed.factor, 9e18))
    while due < tape.count {
      let lead = self.lead
      let left = lead - min(time, lead)
      guard budget >= left else {
        time += budget
        return
      }
      budget -= left
      time = max(time, tape.time(of: due))
      due += 1
    }
  }

  /// How long it will be until the next entry is due, in nanoseconds of the clock; `nil` where none will be by itself.
  var untilNext: UInt64? {
    guard isPlaying, due < tape.count else { return nil }
    if position < due || speed == .maximum { return 0 }
    return UInt64(min(Double(lead - min(time, lead)) / speed.factor, 9e18).rounded(.up))
  }

  /// The playhead's time at which the next entry comes: its own, or earlier where a pause is shortened.
  private var lead: UInt64 {
    let next = tape.time(of: due)
    guard let longestPause else { return next }
    let pauseEnd = tape.time(after: due).addingReportingOverflow(longestPause)
    return pauseEnd.overflow ? next : min(next, pauseEnd.partialValue)
  }
}
#endif
