#if CommandLine
import Dashboard
import Dispatch
import Inspection
import ModuleLifecycle
import Recordings
import TextFormatting

/// A recording in an application's place: entries come as they did when it was made, or as the user goes about in it.
///
/// The dashboard asks on the terminal's thread. Places far away are worked out on another one, so that the screen stays
/// alive, and so is the rest of the recording, until it was looked through once.
final class ReplaySource: InspectionConnection {
  /// What the source needs from its surroundings; a test has its own.
  struct Surroundings: Sendable {
    /// A clock that never goes back, in nanoseconds.
    var clock: @Sendable () -> UInt64
    /// Does something later, one after the other, in an order that need not be kept by who is told.
    var work: @Sendable (@escaping @Sendable () -> Void) -> Void
    /// Does something after so many nanoseconds.
    var later: @Sendable (UInt64, @escaping @Sendable () -> Void) -> Void
    /// Called on any thread when there is something new to see.
    var wake: @Sendable () -> Void
  }

  private struct Search: Sendable {
    let id: Int
    let target: Int
    var done = 0
    var total: Int
    /// What the application was like there, once that is known.
    var snapshot: ApplicationModel?
  }

  private struct State: Sendable {
    var player: Player
    var search: Search?
    var lastSearch = 0
    var playback: Playback
    /// What requests were answered, and was not told yet.
    var replies: [InspectionMessage] = []
    /// Whether the dashboard will be woken by itself, and when that is by the clock.
    var alarm: UInt64?
  }

  let hello: Hello
  private let store: any EntryStore
  private let seekIndex: SeekIndex
  private let surroundings: Surroundings
  private let state: Locked<State>

  /// How many entries further are read one after the other, as they are while playing, and not looked up.
  static let nearby = 512

  /// - Parameters:
  ///   - hello: What the recording says of its application.
  ///   - playback: The recording's name, and how to play it.
  ///   - allowed: The warnings that are counted and not announced.
  init(
    _ store: any EntryStore, hello: Hello, playback: Playback, allowed: AllowedWarnings = AllowedWarnings(),
    _ surroundings: Surroundings
  ) {
    self.store = store
    self.hello = hello
    self.surroundings = surroundings
    seekIndex = SeekIndex(store, blank: ApplicationModel(hello, allowed: allowed))
    let player = Player(store, speed: playback.speed, longestPause: playback.longestPauseNanoseconds)
    state = Locked(State(player: player, playback: playback))
  }

  /// Looks through the recording meanwhile, so that later ways are short and the seek bar has its marks.
  func beginSurvey() {
    surroundings.work { [weak self] in self?.survey() }
  }

  private func survey() {
    do {
      try seekIndex.surveyMore()
    } catch {
      // Whoever goes there will be told.
      return
    }
    let (marks, isOver) = (seekIndex.marks, seekIndex.isSurveyed)
    let isNew = state.withLock { state in
      defer { state.playback.marks = marks }
      return state.playback.marks != marks
    }
    if isNew { surroundings.wake() }
    if !isOver { beginSurvey() }
  }

  /// Has the dashboard say that something did not work.
  func report(_ problem: String) { state.withLock { $0.playback.problem = problem } }

  // MARK: What the dashboard asks

  var now: UInt64 { state.withLock { $0.player.shownTime } }

  /// Nothing waits.
  let backlog = Backlog()

  func close() {}

  /// Nothing can be done to what has happened.
  func send(_ request: InspectionRequest) {
    var answer = Reply.Answer.refused(DashboardState.unchangeable)
    if case .check = request.kind { answer = .problems([]) }
    state.withLock { $0.replies.append(.reply(Reply(id: request.id, answer: answer))) }
  }

  func receive(limit: Int) -> [InspectionMessage] {
    let replies = state.withLock { state in
      defer { state.replies = [] }
      return state.replies
    }
    let entries = limit > 0 ? read(limit: limit) : []
    return replies + (entries.isEmpty ? [] : [.entries(entries)])
  }

  private func read(limit: Int) -> [JournalEntry] {
    let clock = surroundings.clock()
    let range = state.withLock { state -> Range<Int> in
      guard state.search == nil else { return 0..<0 }
      state.player.advance(to: clock)
      let position = state.player.position
      return position..<min(state.player.due, position + min(max(0, limit), store.count))
    }
    defer { setAlarm() }
    guard !range.isEmpty else { return [] }
    do {
      let entries = try store.entries(range)
      state.withLock { $0.player.didRead(range.count) }
      return entries
    } catch {
      state.withLock { state in
        state.player.pause(at: clock)
        state.playback.problem = String(describing: error)
      }
      return []
    }
  }

  /// Where the playing stands. Asked after entries were received.
  var playback: Playback {
    state.withLock { state in
      state.playback.position = state.player.position
      state.playback.nowNanoseconds = state.player.shownTime
      state.playback.isPlaying = state.player.isPlaying
      state.playback.seek = state.search.map { $0.total > 0 ? min(100, $0.done * 100 / $0.total) : 0 }
      return state.playback
    }
  }

  /// The application as it was at a place of the recording that was gone to, once it is known; given once, before the
  /// entries that follow it are received.
  func takeSnapshot() -> ApplicationModel? {
    let clock = surroundings.clock()
    return state.withLock { state in
      guard let search = state.search, let snapshot = search.snapshot else { return nil }
      state.search = nil
      state.player.jump(to: search.target, at: clock)
      return snapshot
    }
  }

  /// Where an event comes next in the recording, and where it came last.
  func occurrences(of event: String) -> EventOccurrences {
    let position = state.withLock { $0.player.position }
    func occurrence(_ index: Int) -> EventOccurrences.Occurrence {
      EventOccurrences.Occurrence(entry: index + 1, atNanoseconds: store.time(of: index))
    }
    return EventOccurrences(
      event: event, next: try? store.next(event: event, after: position - 1).map(occurrence),
      previous: try? store.previous(event: event, before: position - 1).map(occurrence))
  }

  // MARK: Playing

  /// Plays the recording otherwise.
  ///
  /// - Returns: Why not, in one sentence; otherwise `nil`.
  func control(_ command: PlaybackCommand) -> String? {
    let clock = surroundings.clock()
    switch command {
    case .play:
      let isAtEnd = state.withLock { $0.search == nil && $0.player.position >= store.count }
      if isAtEnd, store.count > 0 { go(to: 0) }
      state.withLock { $0.player.play(at: clock) }
    case .pause: state.withLock { $0.player.pause(at: clock) }
    case .setSpeed(let speed):
      state.withLock { state in
        state.player.setSpeed(speed, at: clock)
        state.playback.speed = speed
      }
    case .cancel:
      state.withLock { state in
        state.search = nil
        state.player.pause(at: clock)
      }
    case .go(let place):
      do {
        go(to: try target(of: place))
      } catch {
        return String(describing: error)
      }
    }
    surroundings.wake()
    return nil
  }

  private func target(of place: PlaybackPlace) throws -> Int {
    // Who goes on while a place is being looked up goes on from there.
    let position = state.withLock { $0.search?.target ?? $0.player.position }
    func after(_ index: Int?, _ sentence: String) throws -> Int {
      guard let index else { throw Refusal(description: sentence) }
      return index + 1
    }
    switch place {
    case .start: return 0
    case .end: return store.count
    case .entry(let entry): return min(max(0, entry), store.count)
    case .step(let step): return min(max(0, position + min(max(step, -store.count), store.count)), store.count)
    case .elapsed(let elapsed):
      let time = store.start.addingReportingOverflow(elapsed)
      return elapsed == 0 ? 0 : store.position(at: time.overflow ? .max : time.partialValue)
    case .nextDispatch:
      return try after(try store.next(event: nil, after: position - 1), "No event comes after this place.")
    case .previousDispatch:
      return try after(try store.previous(event: nil, before: position - 1), "No event comes before this place.")
    case .next(let event):
      let last = try store.previous(event: event, before: position).map {
        " It came last at entry \(CountText.format($0 + 1))."
      }
      return try after(
        try store.next(event: event, after: position - 1), "\(event) does not come after this place.\(last ?? "")")
    case .previous(let event):
      return try after(
        try store.previous(event: event, before: position - 1), "\(event) does not come before this place.")
    }
  }

  private func go(to target: Int) {
    let clock = surroundings.clock()
    let search = state.withLock { state -> Search? in
      state.playback.problem = nil
      let position = state.player.position
      if target >= position, target - position <= Self.nearby {
        state.search = nil
        state.player.skip(to: target, at: clock)
        return nil
      }
      state.lastSearch += 1
      let search = Search(id: state.lastSearch, target: target, total: 0)
      state.search = search
      return search
    }
    if let search { surroundings.work { [weak self] in self?.look(for: search) } }
  }

  private func look(for search: Search) {
    do {
      let snapshot = try seekIndex.snapshot(at: search.target) { done, total in
        state.withLock { state in
          guard state.search?.id == search.id else { return false }
          state.search?.done = done
          state.search?.total = total
          return true
        }
      }
      guard let snapshot else { return }
      state.withLock { if $0.search?.id == search.id { $0.search?.snapshot = snapshot } }
    } catch {
      state.withLock { state in
        guard state.search?.id == search.id else { return }
        state.search = nil
        state.playback.problem = String(describing: error)
      }
    }
    surroundings.wake()
  }

  /// Has the dashboard woken when the next entry is due.
  private func setAlarm() {
    let clock = surroundings.clock()
    let delay = state.withLock { state -> UInt64? in
      guard state.search == nil, let delay = state.player.untilNext else { return nil }
      let time = clock &+ delay
      if let alarm = state.alarm, alarm <= time, alarm > clock { return nil }
      state.alarm = time
      return delay
    }
    guard let delay else { return }
    surroundings.later(delay) { [weak self] in
      self?.state.withLock { $0.alarm = nil }
      self?.surroundings.wake()
    }
  }
}

extension ReplaySource.Surroundings {
  /// The system's clock, and threads beside the terminal's.
  static func real(wake: @escaping @Sendable () -> Void) -> ReplaySource.Surroundings {
    let queue = DispatchQueue(label: "rollcall.replay", qos: .userInitiated)
    return ReplaySource.Surroundings(
      clock: { DispatchTime.now().uptimeNanoseconds },
      work: { work in queue.async { work() } },
      later: { delay, work in
        // More than a day is as good as never: something else will have happened by then.
        let delay = Int(min(delay, 86_400_000_000_000))
        DispatchQueue.global().asyncAfter(deadline: .now() + .nanoseconds(delay)) { work() }
      },
      wake: wake)
  }
}
#endif
