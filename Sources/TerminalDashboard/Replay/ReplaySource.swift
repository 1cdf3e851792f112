#if CommandLine
import Dashboard
import Dispatch
import Inspection
import ModuleLifecycle
import Recordings
import TextFormatting

/// A recording that stands in for an application. Entries arrive as the user moves in it.
///
/// The dashboard calls it on the terminal's thread. Another thread computes distant positions, and surveys the
/// recording once, so that the screen stays responsive.
final class ReplaySource: InspectionConnection {
  /// What the source needs from its environment; replaced in tests.
  struct Surroundings: Sendable {
    /// Runs work later, one piece at a time. Callers must not rely on the order.
    var work: @Sendable (@escaping @Sendable () -> Void) -> Void
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
    /// The number of entries that were read.
    var position = 0
    /// The number of entries to read now; at least `position`.
    var due = 0
    var search: Search?
    var lastSearch = 0
    var playback: Playback
    /// Replies to requests that were not received yet.
    var replies: [InspectionMessage] = []
  }

  let hello: Hello
  private let store: any EntryStore
  private let seekIndex: SeekIndex
  private let surroundings: Surroundings
  private let state: Locked<State>

  /// The maximum number of entries ahead that are read in order, as when stepping. A more distant target uses a
  /// snapshot.
  static let nearby = 512

  /// - Parameters:
  ///   - hello: The recording's description of its application.
  ///   - playback: The recording's name and size.
  ///   - allowed: The warnings that are counted but not announced.
  init(
    _ store: any EntryStore, hello: Hello, playback: Playback, allowed: AllowedWarnings = AllowedWarnings(),
    _ surroundings: Surroundings
  ) {
    self.store = store
    self.hello = hello
    self.surroundings = surroundings
    seekIndex = SeekIndex(store, blank: ApplicationModel(hello, allowed: allowed))
    state = Locked(State(playback: playback))
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

  /// The time of the latest entry that was read.
  var now: UInt64 { state.withLock { store.time(after: $0.position) } }

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
    let range = state.withLock { state in
      state.position..<(state.search == nil ? min(state.due, state.position + min(limit, store.count)) : state.position)
    }
    guard !range.isEmpty else { return [] }
    do {
      let entries = try store.entries(range)
      let isPart = state.withLock { state in
        state.position = range.upperBound
        return state.position < state.due
      }
      if isPart { surroundings.wake() }
      return entries
    } catch {
      state.withLock { state in
        state.due = state.position
        state.playback.problem = String(describing: error)
      }
      return []
    }
  }

  /// The state of the playback. Read it after receiving entries.
  var playback: Playback {
    state.withLock { state in
      state.playback.position = state.position
      state.playback.nowNanoseconds = store.time(after: state.position)
      state.playback.seek = state.search.map { $0.total > 0 ? min(100, $0.done * 100 / $0.total) : 0 }
      return state.playback
    }
  }

  /// Returns the application's state at the target of a move, once it is known. Returns it only once, before the
  /// entries after it are received.
  func takeSnapshot() -> ApplicationModel? {
    state.withLock { state in
      guard let search = state.search, let snapshot = search.snapshot else { return nil }
      state.search = nil
      (state.position, state.due) = (search.target, search.target)
      return snapshot
    }
  }

  /// Returns the next and the previous occurrence of an event in the recording.
  func occurrences(of event: String) -> EventOccurrences {
    let position = state.withLock(\.position)
    func occurrence(_ index: Int) -> EventOccurrences.Occurrence {
      EventOccurrences.Occurrence(entry: index + 1, atNanoseconds: store.time(of: index))
    }
    return EventOccurrences(
      event: event, next: try? store.next(event: event, after: position - 1).map(occurrence),
      previous: try? store.previous(event: event, before: position - 1).map(occurrence))
  }

  // MARK: Moving

  /// Changes the playback.
  ///
  /// - Returns: Why this is not possible, in one sentence; otherwise `nil`.
  func control(_ command: PlaybackCommand) -> String? {
    switch command {
    case .cancel:
      state.withLock { state in
        state.search = nil
        state.due = state.position
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
    let position = state.withLock { $0.search?.target ?? $0.due }
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
    let search = state.withLock { state -> Search? in
      state.playback.problem = nil
      if target >= state.position, target - state.position <= Self.nearby {
        (state.search, state.due) = (nil, target)
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
}

extension ReplaySource.Surroundings {
  /// A thread other than the terminal's.
  static func real(wake: @escaping @Sendable () -> Void) -> ReplaySource.Surroundings {
    let queue = DispatchQueue(label: "rollcall.replay", qos: .userInitiated)
    return ReplaySource.Surroundings(work: { work in queue.async { work() } }, wake: wake)
  }
}
#endif
