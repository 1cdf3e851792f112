#if CommandLine
import RollcallDashboard
import Foundation
import RollcallInspection
import ModuleLifecycle
import RollcallRecordings

/// A recording that is still being written, as a connection to its application. Its own thread reads new entries.
///
/// To bound the unreceived entries, it stops reading. The writer of a pipe then waits; the writer of a file never does.
final class FollowedRecording: InspectionConnection {
  private struct State: Sendable {
    /// The entries that were read and not received, in the parts in which they arrived.
    var parts: [ArraySlice<AnyEntry>] = []
    /// Replies to requests, which are all refused.
    var replies: [InspectionMessage] = []
    /// The latest entry's time in the journal, and the clock's time when it arrived.
    var latest: (journal: UInt64, clock: UInt64)
    var hasEnded = false
    var isClosed = false
    /// Whether everything that existed at the beginning was read, as far as there is room for it.
    var hasCaughtUp = false
  }

  let hello: Hello
  private let wake: @Sendable () -> Void
  private let state: Locked<State>

  /// The maximum number of unreceived parts. Each has 64 KiB of text, or one line if that is longer.
  private static let most = 256

  /// - Parameters:
  ///   - header: The recording's header.
  ///   - wake: Called on any thread when there is something new to receive.
  init(_ header: JournalHeader, wake: @escaping @Sendable () -> Void) {
    hello = Hello(header, events: header.rules?.keys.sorted() ?? [])
    self.wake = wake
    state = Locked(State(latest: (header.recordedNanoseconds ?? 0, MonotonicClock.system.now)))
  }

  /// Begins to read.
  ///
  /// - Parameters:
  ///   - follower: The recording. It moves to another thread.
  ///   - ended: Called on any thread when nothing more can arrive.
  func begin(_ follower: sending RecordingFollower, ended: @escaping @Sendable () -> Void = {}) {
    // The thread keeps the connection alive.
    let code = RecorderThread.start { [self] in
      // A recording that can no longer be read has ended, too.
      while let entries = try? follower.read(), take(entries, isLast: follower.isQuiet) {
        if follower.isQuiet { usleep(RecordingFollower.pause) }
      }
      end()
      ended()
    }
    if code != nil { end() }
  }

  /// Adds entries. Waits while there is no room for more.
  ///
  /// - Returns: Whether more are wanted.
  private func take(_ entries: [AnyEntry], isLast: Bool) -> Bool {
    state.withLock { state in
      if isLast { state.hasCaughtUp = true }
      guard !entries.isEmpty else { return }
      state.parts.append(entries[...])
      let journal = max(state.latest.journal, entries.compactMap(\.writtenNanoseconds).max() ?? 0)
      state.latest = (journal, MonotonicClock.system.now)
    }
    if !entries.isEmpty { wake() }
    while true {
      let (hasRoom, isClosed) = state.withLock { state in
        if state.parts.count >= Self.most { state.hasCaughtUp = true }
        return (state.parts.count < Self.most, state.isClosed)
      }
      if hasRoom || isClosed { return !isClosed }
      usleep(20_000)
    }
  }

  private func end() {
    state.withLock { ($0.hasEnded, $0.hasCaughtUp) = (true, true) }
    wake()
  }

  /// Waits until everything that existed at the beginning was read.
  func waitForBeginning() { while !state.withLock(\.hasCaughtUp) { usleep(1_000) } }

  var now: UInt64 {
    // Time stops at the end.
    state.withLock { $0.latest.journal.plus($0.hasEnded ? 0 : MonotonicClock.system.now.minus($0.latest.clock)) }
  }

  var backlog: Backlog { Backlog(kept: state.withLock { $0.parts.reduce(0) { $0 + $1.count } }) }

  func receive(limit: Int) -> [InspectionMessage] {
    state.withLock { state in
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
