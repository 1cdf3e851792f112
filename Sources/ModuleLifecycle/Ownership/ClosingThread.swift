#if canImport(Glibc)
import Glibc
#elseif canImport(Musl)
import Musl
#elseif canImport(Darwin)
import Darwin
#endif

/// The bags that are being emptied on one thread, one inside the other.
///
/// Cleaning an object can release the last reference to another owner. That owner's bag is emptied at once, inside the
/// loop that empties the first bag: its objects are cleaned before the next object of the first bag, and before the
/// owner's other members are destroyed. In a chain of owners, every link would need stack space. Therefore at most
/// `deepest` loops run one inside the other. A bag further down is handed to the innermost loop, which empties it
/// before it continues. The order of the cleanups stays the same, but by then the owner's other members are gone.
///
/// Every thread that empties bags has its own state, created with its first bag and freed when the thread ends. Other
/// threads never access it.
@safe struct ClosingThread {
  /// The maximum number of nested loops. Each takes about 1.5 KB of stack, plus the owner's `deinit`.
  static let deepest = 32

  private struct State {
    /// The number of running loops.
    var depth = 0
    /// The bags that were handed over. The last one is next.
    var waiting = ContiguousArray<WaitingBag>()
  }

  private let state: UnsafeMutablePointer<State>

  private static let key: pthread_key_t = {
    var key = pthread_key_t()
    let result = unsafe pthread_key_create(&key) { state in
      // Darwin passes a nonoptional pointer, Linux an optional one.
      let state: UnsafeMutableRawPointer? = unsafe state
      let typed = unsafe state?.assumingMemoryBound(to: State.self)
      unsafe typed?.deinitialize(count: 1)
      unsafe typed?.deallocate()
    }
    precondition(result == 0, "The process has no thread-local storage left.")
    return key
  }()

  /// The state of the current thread.
  static var current: ClosingThread {
    if let known = unsafe pthread_getspecific(key) {
      return unsafe ClosingThread(state: known.assumingMemoryBound(to: State.self))
    }
    let state = UnsafeMutablePointer<State>.allocate(capacity: 1)
    unsafe state.initialize(to: State())
    unsafe pthread_setspecific(key, state)
    return unsafe ClosingThread(state: state)
  }

  /// Whether no further loop can run inside the others.
  var isFull: Bool { unsafe state.pointee.depth >= Self.deepest }

  func enter() { unsafe state.pointee.depth += 1 }

  func leave() { unsafe state.pointee.depth -= 1 }

  /// Hands a bag to the innermost loop.
  func add(_ bag: WaitingBag) { unsafe state.pointee.waiting.append(bag) }

  /// The number of waiting bags. A loop empties only those that were added after it began.
  var waitingCount: Int { unsafe state.pointee.waiting.count }

  /// Empties the bags that were handed over after the first `count`.
  @inline(__always) func empty(downTo count: Int) {
    if waitingCount > count { emptyWaiting(downTo: count) }
  }

  @inline(never) private func emptyWaiting(downTo count: Int) {
    // When one cleanup released several owners, the first one comes first.
    unsafe state.pointee.waiting[count...].reverse()
    while waitingCount > count {
      let before = waitingCount
      let bag = unsafe state.pointee.waiting[before - 1]
      let isEmpty = bag.step()
      if waitingCount > before {
        // Bags released by this step come before this bag's next object.
        unsafe state.pointee.waiting[before...].reverse()
      } else if isEmpty {
        unsafe state.pointee.waiting.removeLast()
      }
    }
  }
}

/// A bag that waits to be emptied, step by step, by the loop that runs on its thread.
final class WaitingBag {
  private enum Progress: ~Copyable {
    case beginning
    /// A cleanup has run, and its row is not yet written. Has the end of the cleanup if that is still to come.
    case cleaned(OwnedRows.Taken, since: UInt64?, CleanupEnd?)
    /// No cleanup is running. Has the end time of the last one.
    case between(UInt64?)
    case empty
  }

  private let ledger: OwnershipLedger
  private let reason: ReleaseReason
  private var progress = Progress.beginning

  init(_ ledger: OwnershipLedger, _ reason: ReleaseReason) {
    self.ledger = ledger
    self.reason = reason
  }

  /// Runs one cleanup, or records the one that has run and releases its object. Bags that a step releases are emptied
  /// before the next step.
  ///
  /// - Returns: Whether nothing is left to do.
  func step() -> Bool {
    var now = Progress.empty
    swap(&now, &progress)
    switch consume now {
    case .empty: return true
    case .beginning: return begin(since: ledger.now)
    case .between(let last): return begin(since: last)
    case .cleaned(let object, let start, let end):
      progress = .between(ledger.noteCleaned(object, reason, since: start, end))
      return false
    }
  }

  private func begin(since start: UInt64?) -> Bool {
    if ledger.waitsForItsTurn(reason) { return true }
    guard let object = ledger.takeLast(reason) else {
      ledger.endClosing(reason)
      return true
    }
    let end = object.row.run()
    progress = .cleaned(object, since: start, end)
    return false
  }
}
