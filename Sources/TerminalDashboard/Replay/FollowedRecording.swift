#if CommandLine
import Dashboard
import Foundation
import Inspection
import ModuleLifecycle
import Recordings

/// A recording that is still being written, as the way to its application: a thread of its own reads what comes.
///
/// What was not received is bounded by not reading on. The writer of a pipe waits then; a file's writer never does.
final class FollowedRecording: InspectionConnection {
  private struct State: Sendable {
    /// What was read and not received, in the parts in which it came.
    var parts: [[JournalEntry]] = []
    /// How many of the parts were received, and how many entries of the one after them.
    var partsTaken = 0
    var taken = 0
    /// What was asked, and refused.
    var replies: [InspectionMessage] = []
    /// The latest entry's time in the journal, and by the clock when it came.
    var latest: (journal: UInt64, clock: UInt64)
    /// Why it has ended, in a sentence or in none; `nil` while it goes on.
    var end: String?
    var isClosed = false
    /// Whether nothing is given yet.
    var isHeld: Bool
    /// Whether all that was there at first has been read, as far as there is room for it.
    var hasCaughtUp = false

    var count: Int { parts[partsTaken...].reduce(-taken) { $0 + $1.count } }

    /// Whether no more is to be read for now.
    mutating func checkRoom(_ most: Int) -> Bool {
      let isFull = parts.count - partsTaken >= most
      if isFull { hasCaughtUp = true }
      return isFull
    }

    /// Gives entries of one part, at most so many; `nil` where there are none.
    mutating func take(_ limit: Int) -> [JournalEntry]? {
      guard partsTaken < parts.count else { return nil }
      let part = parts[partsTaken]
      let end = min(part.count, taken + limit)
      defer {
        taken = end
        if taken == part.count { (partsTaken, taken) = (partsTaken + 1, 0) }
        if partsTaken * 2 >= parts.count {
          parts.removeFirst(partsTaken)
          partsTaken = 0
        }
      }
      return Array(part[taken..<end])
    }
  }

  let hello: Hello
  private let clock: @Sendable () -> UInt64
  private let wake: @Sendable () -> Void
  private let state: Locked<State>

  /// The most parts that are not received; each is of 64 KiB of text, unless a line is longer.
  private static let most = 256

  /// - Parameters:
  ///   - follower: The recording; this thread's no more.
  ///   - clock: A clock that never goes back, in nanoseconds.
  ///   - isHeld: Whether to give nothing before `begin()`: what a dashboard receives while it is made, it does not tell.
  ///   - ended: Called on any thread when nothing more comes.
  ///   - wake: Called on any thread when there is something new to receive.
  init(
    _ follower: sending RecordingFollower,
    clock: @escaping @Sendable () -> UInt64 = { DispatchTime.now().uptimeNanoseconds },
    isHeld: Bool = false, ended: @escaping @Sendable () -> Void = {}, wake: @escaping @Sendable () -> Void
  ) {
    let header = follower.header
    hello = Hello(header, events: header.rules?.keys.sorted() ?? [])
    self.clock = clock
    self.wake = wake
    state = Locked(State(latest: (header.recordedNanoseconds ?? 0, clock()), isHeld: isHeld))
    // It keeps the connection until its end.
    let code = RecorderThread.start { [self] in
      while !state.withLock(\.isClosed) {
        let problem: String
        do throws(RecordingError) {
          if let entries = try follower.read() {
            if follower.isQuiet {
              state.withLock { $0.hasCaughtUp = true }
              usleep(RecordingFollower.pause)
            }
            if entries.isEmpty { continue }
            state.withLock { state in
              state.parts.append(entries)
              state.latest = (max(state.latest.journal, entries.compactMap(\.writtenNanoseconds).max() ?? 0), clock())
            }
            wake()
            while state.withLock({ $0.checkRoom(Self.most) && !$0.isClosed }) { usleep(20_000) }
            continue
          }
          problem = ""
        } catch {
          problem = error.description
        }
        state.withLock { ($0.end, $0.hasCaughtUp) = (problem, true) }
        break
      }
      ended()
      wake()
    }
    if let code { state.withLock { ($0.end, $0.hasCaughtUp) = (SystemError.words(code), true) } }
  }

  /// Gives what there is from now on.
  func begin() {
    state.withLock { $0.isHeld = false }
    wake()
  }

  /// Waits until all that was there at first has been read.
  func waitForBeginning() { while !state.withLock(\.hasCaughtUp) { usleep(1_000) } }

  var now: UInt64 {
    // Nothing goes on after the end.
    state.withLock { $0.latest.journal.plus($0.end == nil ? clock().minus($0.latest.clock) : 0) }
  }

  var backlog: Backlog { Backlog(kept: state.withLock(\.count)) }

  func receive(limit: Int) -> [InspectionMessage] {
    state.withLock { state in
      if state.isHeld { return [] }
      defer { state.replies = [] }
      if limit > 0, let entries = state.take(limit) { return state.replies + [.entries(entries)] }
      guard state.end != nil, state.count == 0, !state.isClosed else { return state.replies }
      state.isClosed = true
      return state.replies + [.bye]
    }
  }

  /// Nothing can be asked of it.
  func send(_ request: InspectionRequest) {
    let refusal = InspectionMessage.reply(Reply(id: request.id, answer: .refused(DashboardState.unchangeable)))
    state.withLock { $0.replies.append(refusal) }
  }

  func close() { state.withLock { $0.isClosed = true } }
}
#endif
