#if canImport(Glibc)
import Glibc
#elseif canImport(Musl)
import Musl
#elseif canImport(Darwin)
import Darwin
#endif

/// What a thread knows of the bags that are being emptied on it, one inside the other.
///
/// An object that is cleaned may be the last to hold another owner. That one's bag is emptied at once, inside the loop
/// that empties the first: its objects go before the next object of the first bag, and before the owner's other members.
/// In a chain of owners this would need stack for every link. So at most `deepest` loops run one inside the other. A bag
/// that is further down is handed to the innermost loop, which empties it before it goes on. The order of the cleanups
/// is the same; only the owner's other members have gone by then.
///
/// Every thread that empties bags has one of these, made with its first bag and freed at the thread's end. Code on other
/// threads never sees it.
@safe struct ClosingThread {
  /// How many loops run one inside the other. Each takes about 1.5 KB of the stack, and the owner's `deinit` comes on top.
  static let deepest = 32

  private struct State {
    /// How many loops are running.
    var depth = 0
    /// The bags that have been handed over. The last one is the next.
    var waiting = ContiguousArray<WaitingBag>()
  }

  private let state: UnsafeMutablePointer<State>

  private static let key: pthread_key_t = {
    var key = pthread_key_t()
    let result = unsafe pthread_key_create(&key) { state in
      // Darwin passes a pointer, Linux one that may be nil.
      let state: UnsafeMutableRawPointer? = unsafe state
      let typed = unsafe state?.assumingMemoryBound(to: State.self)
      unsafe typed?.deinitialize(count: 1)
      unsafe typed?.deallocate()
    }
    precondition(result == 0, "The process has no thread-local storage left.")
    return key
  }()

  /// The state of the thread that asks.
  static var current: ClosingThread {
    if let known = unsafe pthread_getspecific(key) {
      return unsafe ClosingThread(state: known.assumingMemoryBound(to: State.self))
    }
    let state = UnsafeMutablePointer<State>.allocate(capacity: 1)
    unsafe state.initialize(to: State())
    unsafe pthread_setspecific(key, state)
    return unsafe ClosingThread(state: state)
  }

  /// Whether no further loop may begin inside those that are running.
  var isFull: Bool { unsafe state.pointee.depth >= Self.deepest }

  func enter() { unsafe state.pointee.depth += 1 }

  func leave() { unsafe state.pointee.depth -= 1 }

  /// Hands a bag to the innermost loop.
  func add(_ bag: WaitingBag) { unsafe state.pointee.waiting.append(bag) }

  /// How many bags wait. A loop empties those that came after it had begun, and no others.
  var waitingCount: Int { unsafe state.pointee.waiting.count }

  /// Empties the bags that were handed over, down to those that had been there before.
  @inline(__always) func empty(downTo count: Int) {
    if waitingCount > count { emptyWaiting(downTo: count) }
  }

  @inline(never) private func emptyWaiting(downTo count: Int) {
    // Of several that one cleanup let go of, the first one goes first.
    unsafe state.pointee.waiting[count...].reverse()
    while waitingCount > count {
      let before = waitingCount
      let bag = unsafe state.pointee.waiting[before - 1]
      let isEmpty = bag.step()
      if waitingCount > before {
        // What this step let go of comes before the bag's next object.
        unsafe state.pointee.waiting[before...].reverse()
      } else if isEmpty {
        unsafe state.pointee.waiting.removeLast()
      }
    }
  }
}

/// A bag that waits until the loop that runs on its thread empties it, step by step.
final class WaitingBag {
  private enum Progress: ~Copyable {
    case beginning
    /// A cleanup has run; its row is still to be written. The end of the cleanup, if it has yet to come.
    case cleaned(OwnedRows.Taken, since: UInt64?, CleanupEnd?)
    /// When the last cleanup ended.
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

  /// Runs one cleanup, or writes down the one that has run and lets go of its object. What a step lets go of is emptied
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
