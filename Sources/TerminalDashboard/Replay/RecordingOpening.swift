#if CommandLine
import Foundation
import ModuleLifecycle
import Recordings

/// A recording that is being opened on a thread of its own, because reading a large one through takes seconds.
final class RecordingOpening: Sendable {
  typealias Outcome = Result<RecordingFile, RecordingError>

  private struct State: Sendable {
    var done: UInt64 = 0
    var total: UInt64 = 0
    var isCancelled = false
    var outcome: Outcome?
    var wake: (@Sendable () -> Void)?
  }

  let path: String
  private let state = Locked(State())
  private let isOver = DispatchSemaphore(value: 0)

  init(path: String) { self.path = path }

  /// Begins; to be called once.
  func begin() {
    Thread { [self] in
      let outcome: Outcome
      do throws(RecordingError) {
        outcome = .success(
          try RecordingFile(path: path) { [self] done, total in
            state.withLock { state in
              (state.done, state.total) = (done, total)
              return !state.isCancelled
            }
          })
      } catch {
        outcome = .failure(error)
      }
      let wake = state.withLock { state in
        state.outcome = outcome
        return state.wake
      }
      isOver.signal()
      wake?()
    }.start()
  }

  /// What came of it; `nil` as long as it goes on.
  var outcome: Outcome? { state.withLock(\.outcome) }

  /// How many bytes have been read, of how many.
  var progress: (done: UInt64, total: UInt64) { state.withLock { ($0.done, $0.total) } }

  /// Waits for the end, but no longer than this; to be called by one thread.
  func wait(_ patience: DispatchTimeInterval) -> Outcome? {
    if let outcome { return outcome }
    _ = isOver.wait(timeout: .now() + patience)
    return outcome
  }

  /// Has somebody woken at the end, or at once if that has come.
  func whenOver(_ wake: @escaping @Sendable () -> Void) {
    let isOver = state.withLock { state in
      state.wake = wake
      return state.outcome != nil
    }
    if isOver { wake() }
  }

  /// Reads no more than it has.
  func cancel() { state.withLock { $0.isCancelled = true } }
}
#endif
