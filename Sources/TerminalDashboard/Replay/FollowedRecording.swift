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
    var parts: [ArraySlice<JournalEntry>] = []
    /// What was asked, and refused.
    var replies: [InspectionMessage] = []
    /// The latest entry's time in the journal, and by the clock when it came.
    var latest: (journal: UInt64, clock: UInt64)
    var hasEnded = false
    var isClosed = false
    /// Whether nothing is given yet.
    var isHeld: Bool
    /// Whether all that was there at first has been read, as far as there is room for it.
    var hasCaughtUp = false

    var count: Int { parts.reduce(0) { $0 + $1.count } }
  }

  let hello: Hello
  private let wake: @Sendable () -> Void
  private let state: Locked<State>

  /// The most parts that are not received; each is of 64 KiB of text, unless a line is longer.
  private static let most = 256

  /// - Parameters:
  ///   - follower: The recording; this thread's no more.
  ///   - isHeld: Whether to give nothing before `begin()`: what a dashboard receives while it is made, it does not tell.
  ///   - ended: Called on any thread when nothing more comes.
  ///   - wake: Called on any thread when there is something new to receive.
  init(
    _ follower: sending RecordingFollower,
    isHeld: Bool = false, ended: @escaping @Sendable () -> Void = {}, wake: @escaping @Sendable () -> Void
  ) {
    let header = follower.header
    hello = Hello(header, events: header.rules?.keys.sorted() ?? [])
    self.wake = wake
    state = Locked(State(latest: (header.recordedNanoseconds ?? 0, MonotonicClock.system.now), isHeld: isHeld))
    // It keeps the connection until its end.
    let code = RecorderThread.start { [self] in
      // What can't be read any more has ended, too.
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

  /// Whether no more is to be read for now.
  private var hasNoRoom: Bool {
    state.withLock { state in
      guard state.parts.count >= Self.most, !state.isClosed else { return false }
      state.hasCaughtUp = true
      return true
    }
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

  /// Nothing can be asked of it.
  func send(_ request: InspectionRequest) {
    let refusal = InspectionMessage.reply(Reply(id: request.id, answer: .refused(DashboardState.unchangeable)))
    state.withLock { $0.replies.append(refusal) }
  }

  func close() { state.withLock { $0.isClosed = true } }
}
#endif
