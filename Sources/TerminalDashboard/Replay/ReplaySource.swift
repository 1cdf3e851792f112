#if CommandLine
import Dashboard
import Dispatch
import Inspection
import ModuleLifecycle
import Recordings
import TextFormatting

/// A recording that stands in for an application. Entries arrive as they did originally, or as the user moves in time.
///
/// The dashboard calls it on the terminal's thread. Another thread computes distant positions, and surveys the
/// recording once, so that the screen stays responsive.
final class ReplaySource: InspectionConnection {
  /// What the source needs from its environment; replaced in tests.
  struct Surroundings: Sendable {
    /// A monotonic clock, in nanoseconds.
    var clock: @Sendable () -> UInt64
    /// Runs work later, one piece at a time. Callers must not rely on the order.
    var work: @Sendable (@escaping @Sendable () -> Void) -> Void
    /// Runs work after a delay in nanoseconds.
    var later: @Sendable (UInt64, @escaping @Sendable () -> Void) -> Void
    /// Called on any thread when there is something new to show.
    var wake: @Sendable () -> Void
  }

  private struct Search: Sendable {
    let id: Int
    let target: Int
    var done = 0
    var total: Int
    /// The application's state at the target, once it is known.
    var snapshot: ApplicationModel?
  }

  private struct State: Sendable {
    var player: Player
    var search: Search?
    var lastSearch = 0
    var playback: Playback
    /// Replies to requests that were not received yet.
    var replies: [InspectionMessage] = []
    /// The clock's time at which the dashboard will be woken; `nil` if it will not.
    var alarm: UInt64?
  }

  let hello: Hello
  private let store: any EntryStore
  private let seekIndex: SeekIndex
  private let surroundings: Surroundings
  private let state: Locked<State>

  /// The maximum number of entries ahead that are read in order, as during playback. A more distant target uses a
  /// snapshot.
  static let nearby = 512

  /// - Parameters:
  ///   - hello: The recording's description of its application.
  ///   - playback: The recording's name, and how to play it.
  ///   - allowed: The warnings that are counted but not announced.
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

  /// Surveys the recording in the background, so that later moves are fast and the seek bar has its marks.
  func beginSurvey() {
    surroundings.work { [weak self] in self?.survey() }
  }

  private func survey() {
    do {
      try seekIndex.surveyMore()
    } catch {
      // The user gets this error when moving there.
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

  /// Makes the dashboard report a problem.
  func report(_ problem: String) { state.withLock { $0.playback.problem = problem } }

  // MARK: Requests of the dashboard

  var now: UInt64 { state.withLock { $0.player.shownTime } }

  /// Always empty.
  let backlog = Backlog()

  func close() {}

  /// Refuses the request: a recording can't be changed.
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

  /// The state of the playback. Read it after receiving entries.
  var playback: Playback {
    state.withLock { state in
      state.playback.position = state.player.position
      state.playback.nowNanoseconds = state.player.shownTime
      state.playback.isPlaying = state.player.isPlaying
      state.playback.seek = state.search.map { $0.total > 0 ? min(100, $0.done * 100 / $0.total) : 0 }
      return state.playback
    }
  }

  /// Returns the application's state at the target of a move, once it is known. Returns it only once, before the
  /// entries after it are received.
  func takeSnapshot() -> ApplicationModel? {
    let clock = surroundings.clock()
    return state.withLock { state in
      guard let search = state.search, let snapshot = search.snapshot else { return nil }
      state.search = nil
      state.player.jump(to: search.target, at: clock)
      return snapshot
    }
  }

  /// Returns the next and the previous occurrence of an event in the recording.
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

  /// Changes the playback.
  ///
  /// - Returns: Why this is not possible, in one sentence; otherwise `nil`.
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
    // During a move, the next one starts from its target.
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
      return try after(try store.next(event: nil, after: position - 1), "No event comes after this position.")
    case .previousDispatch:
      return try after(try store.previous(event: nil, before: position - 1), "No event comes before this position.")
    case .next(let event):
      let last = try store.previous(event: event, before: position).map {
        " It last came at entry \(CountText.format($0 + 1))."
      }
      return try after(
        try store.next(event: event, after: position - 1), "\(event) does not come after this position.\(last ?? "")")
    case .previous(let event):
      return try after(
        try store.previous(event: event, before: position - 1), "\(event) does not come before this position.")
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

  /// Schedules a wake-up of the dashboard for the next due entry.
  private func setAlarm() {
    let clock = surroundings.clock()
    let delay = state.withLock { state -> UInt64? in
      guard state.search == nil, let delay = state.player.untilNext else { return nil }
      let time = clock.plus(delay)
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
  /// The system's clock, and threads other than the terminal's.
  static func real(wake: @escaping @Sendable () -> Void) -> ReplaySource.Surroundings {
    let queue = DispatchQueue(label: "rollcall.replay", qos: .userInitiated)
    return ReplaySource.Surroundings(
      clock: { DispatchTime.now().uptimeNanoseconds },
      work: { work in queue.async { work() } },
      later: { delay, work in
        // Other events will wake the dashboard within a day.
        let delay = Int(min(delay, 86_400_000_000_000))
        DispatchQueue.global().asyncAfter(deadline: .now() + .nanoseconds(delay)) { work() }
      },
      wake: wake)
  }
}
#endif
