#if CommandLine
import RollcallDashboard
import Dispatch
import RollcallInspection
import ModuleLifecycle
import RollcallRecordings
import RollcallTextFormatting

/// A recording that stands in for an application. Entries arrive as the user moves in it.
///
/// A short way forward is read entry by entry. For any other move, another thread computes the application's state at
/// the target. On its way through the recording it keeps a bounded number of evenly spaced states, from which later
/// moves begin, and one a little before the target, because users step backwards. A survey of the whole recording does
/// the same, and finds the marks of the seek bar.
final class ReplaySource: InspectionConnection {
  private struct State: Sendable {
    /// Its position is the number of entries that were read. Its seek is under way while it is not `nil`.
    var playback: Playback
    /// The position that the user wants; also that of the seek.
    var due = 0
    /// Tells the latest seek from those before it.
    var latestSeek = 0
    /// The application's state at `due`, once the seek has found it.
    var snapshot: ApplicationModel?
    /// Replies to requests that were not received yet.
    var replies: [InspectionMessage] = []
    /// The application's state at multiples of `distance`.
    var kept: [Int: ApplicationModel]
    /// The application's state a little before the latest target.
    var near: (key: Int, value: ApplicationModel)?
    var distance = 4_096
    var isClosed = false

    mutating func endSeek() { (playback.seek, snapshot, latestSeek) = (nil, nil, latestSeek + 1) }
  }

  let hello: Hello
  private let store: any EntryStore
  private let byteLimit: Int
  private let work: @Sendable (@escaping @Sendable () -> Void) -> Void
  private let wake: @Sendable () -> Void
  private let state: Locked<State>

  /// The longest way forward that is read entry by entry.
  static let nearby = 512
  /// The maximum number of kept states.
  static let mostKept = 64
  /// The number of entries that are read at once.
  private static let chunk = 1_024

  /// - Parameters:
  ///   - hello: The recording's description of its application.
  ///   - playback: The recording's name and size.
  ///   - allowed: The warnings that are counted but not announced.
  ///   - byteLimit: The maximum estimated size of the kept states, in bytes.
  ///   - work: Runs work on other threads.
  ///   - wake: Called on any thread when there is something new to show.
  init(
    _ store: any EntryStore, hello: Hello, playback: Playback, allowed: AllowedWarnings = AllowedWarnings(),
    byteLimit: Int = 128 << 20,
    work: @escaping @Sendable (@escaping @Sendable () -> Void) -> Void = {
      DispatchQueue.global(qos: .userInitiated).async(execute: $0)
    },
    wake: @escaping @Sendable () -> Void
  ) {
    (self.store, self.hello, self.byteLimit, self.work, self.wake) = (store, hello, byteLimit, work, wake)
    state = Locked(State(playback: playback, kept: [0: ApplicationModel(hello, allowed: allowed)]))
  }

  /// Surveys the recording on another thread, so that later moves are fast and the seek bar has its marks.
  func beginSurvey() {
    work { [self] in
      // The user gets an error when moving there.
      _ = try? model(at: store.count) { _ in
        wake()
        return state.withLock { !$0.isClosed }
      }
      wake()
    }
  }

  /// Makes the dashboard report a problem.
  func report(_ problem: String) { state.withLock { $0.playback.problem = problem } }

  /// The number of kept states, with that at the start.
  var keptCount: Int { state.withLock(\.kept.count) }

  // MARK: Requests of the dashboard

  /// The time of the latest entry that was read.
  var now: UInt64 { playback.nowNanoseconds }

  /// Always empty.
  let backlog = Backlog()

  func close() { state.withLock { $0.isClosed = true } }

  /// Refuses the request: a recording can't be changed.
  func send(_ request: InspectionRequest) {
    var answer = Reply.Answer.refused(DashboardState.unchangeable)
    if case .check = request.kind { answer = .problems([]) }
    state.withLock { $0.replies.append(.reply(Reply(id: request.id, answer: answer))) }
  }

  func receive(limit: Int) -> [InspectionMessage] {
    let (replies, range) = state.withLock { state in
      defer { state.replies = [] }
      let position = state.playback.position
      let end = state.playback.seek == nil ? min(state.due, position + min(limit, store.count)) : position
      return (state.replies, position..<max(position, end))
    }
    guard !range.isEmpty else { return replies }
    do {
      let entries = try store.anyEntries(range)
      let isPart = state.withLock { state in
        state.playback.position = range.upperBound
        return range.upperBound < state.due
      }
      if isPart { wake() }
      return replies + [.entries(entries)]
    } catch {
      state.withLock { state in
        state.due = state.playback.position
        state.playback.problem = String(describing: error)
      }
      return replies
    }
  }

  /// The state of the playback. Read it after receiving entries.
  var playback: Playback {
    var playback = state.withLock(\.playback)
    playback.nowNanoseconds = store.time(after: playback.position)
    return playback
  }

  /// Returns the application's state at the target of a seek, once it is known. Returns it only once, before the
  /// entries after it are received.
  func takeSnapshot() -> ApplicationModel? {
    state.withLock { state in
      guard let snapshot = state.snapshot else { return nil }
      state.playback.position = state.due
      state.endSeek()
      return snapshot
    }
  }

  /// Returns the next and the previous occurrence of an event in the recording.
  func occurrences(of event: String) -> EventOccurrences {
    let position = playback.position
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
    do {
      switch command {
      case .cancel:
        state.withLock { state in
          state.endSeek()
          state.due = state.playback.position
        }
      case .go(let place): go(to: try target(of: place))
      }
    } catch {
      return String(describing: error)
    }
    wake()
    return nil
  }

  private func target(of place: PlaybackPlace) throws -> Int {
    // During a move, the next one starts from its target.
    let position = state.withLock(\.due)
    switch place {
    case .start: return 0
    case .end: return store.count
    case .entry(let entry): return min(max(0, entry), store.count)
    case .step(let step): return min(max(0, position + min(max(step, -store.count), store.count)), store.count)
    case .elapsed(let elapsed):
      let time = store.start.addingReportingOverflow(elapsed)
      return elapsed == 0 ? 0 : store.count(at: time.overflow ? .max : time.partialValue)
    case .next(let event):
      if let index = try store.next(event: event, after: position - 1) { return index + 1 }
      guard let event else { throw Refusal(description: "No event comes after this position.") }
      let last = try store.previous(event: event, before: position).map {
        " It last came at entry \(CountText.format($0 + 1))."
      }
      throw Refusal(description: "\(event) does not come after this position.\(last ?? "")")
    case .previous(let event):
      if let index = try store.previous(event: event, before: position - 1) { return index + 1 }
      let what = event.map { "\($0) does not come" } ?? "No event comes"
      throw Refusal(description: "\(what) before this position.")
    }
  }

  private func go(to target: Int) {
    let seek = state.withLock { state -> Int? in
      state.endSeek()
      (state.playback.problem, state.due) = (nil, target)
      if (0...Self.nearby).contains(target - state.playback.position) { return nil }
      state.playback.seek = 0
      return state.latestSeek
    }
    if let seek { work { [weak self] in self?.seek(seek, to: target) } }
  }

  private func seek(_ number: Int, to target: Int) {
    let found = Result {
      try model(at: target) { percent in
        state.withLock { state in
          guard state.latestSeek == number else { return false }
          state.playback.seek = percent
          return true
        }
      }
    }
    state.withLock { state in
      guard state.latestSeek == number else { return }
      switch found {
      case .success(let model): state.snapshot = model
      case .failure(let error):
        state.endSeek()
        (state.due, state.playback.problem) = (state.playback.position, String(describing: error))
      }
    }
    wake()
  }

  /// Computes the application's state after this many entries.
  ///
  /// - Parameter progress: Called with the percentage done. Returns whether to continue.
  /// - Returns: `nil` if `progress` returned false.
  private func model(at target: Int, progress: (Int) -> Bool) throws -> ApplicationModel? {
    let nearest = state.withLock { state in
      let places = state.kept.map { ($0.key, $0.value) } + [state.near].compactMap(\.self)
      return places.filter { $0.0 <= target }.max { $0.0 < $1.0 }
    }
    guard let nearest else { return nil }
    var (position, model) = nearest
    while position < target {
      guard progress((position - nearest.0) * 100 / (target - nearest.0)) else { return nil }
      let (distance, near) = (state.withLock(\.distance), target - Self.chunk)
      let stop = position < near ? near : target
      let end = min(position + Self.chunk, stop, (position / distance + 1) * distance)
      let entries = try store.anyEntries(position..<end)
      model.apply(entries)
      note(entries, from: position, model)
      position = end
      if position == near { state.withLock { [model] in $0.near = (near, model) } }
    }
    return model
  }

  /// Marks entries, and keeps the application's state after them if its position asks for it. If there are too many
  /// states, or they are too large, every other one goes.
  private func note(_ entries: [AnyEntry], from start: Int, _ model: ApplicationModel) {
    let position = start + entries.count
    state.withLock { state in
      for (offset, entry) in entries.enumerated() {
        state.playback.marks.note(entry, at: start + offset, of: store.count)
      }
      guard position.isMultiple(of: state.distance), state.kept[position] == nil else { return }
      state.kept[position] = model
      while state.kept.count > Self.mostKept
        || state.kept.count > 2 && state.kept.values.reduce(0, { $0 + $1.estimatedBytes }) > byteLimit
      {
        state.distance *= 2
        state.kept = state.kept.filter { [distance = state.distance] in $0.key.isMultiple(of: distance) }
      }
    }
  }
}
#endif
