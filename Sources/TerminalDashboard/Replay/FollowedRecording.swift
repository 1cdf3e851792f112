#if CommandLine
import Dashboard
import Foundation
import Inspection
import ModuleLifecycle
import Recordings

/// A recording that is still being written, as a connection to its application. Its own thread reads new entries.
///
/// To bound the unreceived entries, it stops reading. The writer of a pipe then waits; the writer of a file never does.
final class FollowedRecording: InspectionConnection {
  private struct State: Sendable {
    /// The entries that were read and not received, in the parts in which they arrived.
    var parts: [ArraySlice<JournalEntry>] = []
    /// Replies to requests, which are all refused.
    var replies: [InspectionMessage] = []
    /// The latest entry's time in the journal, and the clock's time when it arrived.
    var latest: (journal: UInt64, clock: UInt64)
    var hasEnded = false
    var isClosed = false
    /// Whether to return nothing yet.
    var isHeld: Bool
    /// Whether everything that existed initially was read, as far as there is room for it.
    var hasCaughtUp = false

    var count: Int { parts.reduce(0) { $0 + $1.count } }
  }

  let hello: Hello
  private let wake: @Sendable () -> Void
  private let state: Locked<State>

  /// The maximum number of unreceived parts. Each has 64 KiB of text, or one line if that is longer.
  private static let most = 256

  /// - Parameters:
  ///   - follower: The recording. It moves to another thread.
  ///   - isHeld: Whether to return nothing before `begin()`. A dashboard does not report what it receives while it is
  ///     created.
  ///   - ended: Called on any thread when nothing more can arrive.
  ///   - wake: Called on any thread when there is something new to receive.
  init(
    _ follower: sending RecordingFollower,
    isHeld: Bool = false, ended: @escaping @Sendable () -> Void = {}, wake: @escaping @Sendable () -> Void
  ) {
    let header = follower.header
    hello = Hello(header, events: header.rules?.keys.sorted() ?? [])
    self.wake = wake
    state = Locked(State(latest: (header.recordedNanoseconds ?? 0, MonotonicClock.system.now), isHeld: isHeld))
    // The thread keeps the connection alive.
    let code = RecorderThread.start { [self] in
      // A recording that can no longer be read has ended, too.
      while !state.withLock(\.isClosed), let entries = try? follower.read() {
        if follower.isQuiet {
          state.withLock { $0.hasCaughtUp = true }
          usleep(RecordingFollower.pause)
        }
        if entries.isEmpty { continue }
        state.withLock { state in
          state.parts.append(entries[...])
          state.latest = (
            max(state.latest.journal, entries.compactMap(\.writtenNanoseconds).max() ?? 0), MonotonicClock.system.now
          )
        }
        wake()
        while hasNoRoom { usleep(20_000) }
      }
      state.withLock { ($0.hasEnded, $0.hasCaughtUp) = (true, true) }
      ended()
      wake()
    }
    if code != nil { state.withLock { ($0.hasEnded, $0.hasCaughtUp) = (true, true) } }
  }

  /// Whether to stop reading for now.
  private var hasNoRoom: Bool {
    state.withLock { state in
      guard state.parts.count >= Self.most, !state.isClosed else { return false }
      state.hasCaughtUp = true
      return true
    }
  }

  /// Returns entries from now on.
  func begin() {
    state.withLock { $0.isHeld = false }
    wake()
  }

  /// Waits until everything that existed initially was read.
  func waitForBeginning() { while !state.withLock(\.hasCaughtUp) { usleep(1_000) } }

  var now: UInt64 {
    // Time stops at the end.
    state.withLock { $0.latest.journal.plus($0.hasEnded ? 0 : MonotonicClock.system.now.minus($0.latest.clock)) }
  }

  var backlog: Backlog { Backlog(kept: state.withLock(\.count)) }

  func receive(limit: Int) -> [InspectionMessage] {
    state.withLock { state in
      if state.isHeld { return [] }
      defer { state.replies = [] }
      if limit > 0, let part = state.parts.first {
        let rest = part.dropFirst(limit)
        if rest.isEmpty { state.parts.removeFirst() } else { state.parts[0] = rest }
        return state.replies + [.entries(Array(part.prefix(limit)))]
      }
      guard state.hasEnded, state.parts.isEmpty, !state.isClosed else { return state.replies }
      state.isClosed = true
      return state.replies + [.bye]
    }
  }

  /// Refuses the request: a recording can't be changed.
  func send(_ request: InspectionRequest) {
    let refusal = InspectionMessage.reply(Reply(id: request.id, answer: .refused(DashboardState.unchangeable)))
    state.withLock { $0.replies.append(refusal) }
  }

  func close() { state.withLock { $0.isClosed = true } }
}
#endif
