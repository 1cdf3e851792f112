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
    var entries: [JournalEntry] = []
    /// What was asked, and refused.
    var replies: [InspectionMessage] = []
    /// The latest entry's time in the journal, and by the clock when it came.
    var latest: (journal: UInt64, clock: UInt64)
    /// Why it has ended, in a sentence or in none; `nil` while it goes on.
    var end: String?
    var isClosed = false
    /// Whether all that was there at first has been read, as far as there is room for it.
    var hasCaughtUp = false
  }

  let hello: Hello
  private let clock: @Sendable () -> UInt64
  private let state: Locked<State>

  /// The most entries that are not received.
  private static let most = 50_000

  /// - Parameters:
  ///   - follower: The recording; this thread's no more.
  ///   - clock: A clock that never goes back, in nanoseconds.
  ///   - ended: Called on any thread when nothing more comes.
  ///   - wake: Called on any thread when there is something new to receive.
  init(
    _ follower: sending RecordingFollower,
    clock: @escaping @Sendable () -> UInt64 = { DispatchTime.now().uptimeNanoseconds },
    ended: @escaping @Sendable () -> Void = {}, wake: @escaping @Sendable () -> Void
  ) {
    let header = follower.header
    hello = Hello(header, events: header.rules?.keys.sorted() ?? [])
    self.clock = clock
    state = Locked(State(latest: (header.recordedNanoseconds ?? 0, clock())))
    // It keeps the connection until its end.
    let code = RecorderThread.start { [self] in
      while !state.withLock(\.isClosed) {
        let problem: String
        do throws(RecordingError) {
          if let entries = try follower.read() {
            if entries.isEmpty {
              state.withLock { $0.hasCaughtUp = true }
              if follower.isFile { usleep(RecordingFollower.pause) }
              continue
            }
            state.withLock { state in
              state.entries += entries
              state.latest = (max(state.latest.journal, entries.compactMap(\.writtenNanoseconds).max() ?? 0), clock())
            }
            wake()
            if state.withLock({ $0.entries.count > Self.most }) { state.withLock { $0.hasCaughtUp = true } }
            while state.withLock({ $0.entries.count > Self.most && !$0.isClosed }) { usleep(20_000) }
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

  /// Waits until all that was there at first has been read.
  func waitForBeginning() { while !state.withLock(\.hasCaughtUp) { usleep(1_000) } }

  var now: UInt64 {
    // Nothing goes on after the end.
    state.withLock { $0.latest.journal.plus($0.end == nil ? clock().minus($0.latest.clock) : 0) }
  }

  var backlog: Backlog { Backlog(kept: state.withLock(\.entries.count)) }

  func receive(limit: Int) -> [InspectionMessage] {
    state.withLock { state in
      defer { state.replies = [] }
      let entries = Array(state.entries.prefix(max(0, limit)))
      state.entries.removeFirst(entries.count)
      if !entries.isEmpty { return state.replies + [.entries(entries)] }
      guard state.end != nil, state.entries.isEmpty, !state.isClosed else { return state.replies }
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
