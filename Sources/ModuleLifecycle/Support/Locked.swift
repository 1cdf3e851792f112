import Synchronization

#if ROLLCALL_PTHREAD_LOCK
#if canImport(Darwin)
import Darwin
#elseif canImport(Glibc)
import Glibc
#elseif canImport(Musl)
import Musl
#endif
#endif

/// A value that is only accessed under its lock.
package struct Locked<Value: ~Copyable & Sendable>: ~Copyable, Sendable {
  #if ROLLCALL_LOCK_ORDER
  private let order: LockOrder
  #endif
  private let lock: UnorderedLock<Value>

  /// - Parameter order: The place of the lock among others that are taken with it.
  package init(_ value: consuming Value, _ order: LockOrder = .last) {
    #if ROLLCALL_LOCK_ORDER
    self.order = order
    #endif
    lock = UnorderedLock(value)
  }

  package borrowing func withLock<Result: ~Copyable>(
    _ body: (inout Value) throws -> Result
  ) rethrows -> Result {
    #if ROLLCALL_LOCK_ORDER
    LockOrder.enter(order)
    defer { LockOrder.leave(order) }
    #endif
    return try lock.withLock(body)
  }
}

/// A value under a lock that has no place in the order.
///
/// The lock is the standard library's `Mutex`. The thread sanitizer doesn't see the slow path of `Mutex` and reports
/// every access as a race. A build with `-DROLLCALL_PTHREAD_LOCK` therefore uses a POSIX mutex instead, which the
/// sanitizer sees.
struct UnorderedLock<Value: ~Copyable & Sendable>: ~Copyable, Sendable {
  #if ROLLCALL_PTHREAD_LOCK
  private let storage: PosixLocked<Value>

  init(_ value: consuming Value) { storage = PosixLocked(value) }

  borrowing func withLock<Result: ~Copyable>(
    _ body: (inout Value) throws -> Result
  ) rethrows -> Result {
    try storage.withLock(body)
  }
  #else
  private let mutex: Mutex<Value>

  init(_ value: consuming Value) { mutex = Mutex(value) }

  borrowing func withLock<Result: ~Copyable>(
    _ body: (inout Value) throws -> Result
  ) rethrows -> Result {
    try mutex.withLock { value in
      nonisolated(unsafe) var result: Result
      unsafe result = try body(&value)
      return unsafe result
    }
  }
  #endif
}

#if ROLLCALL_PTHREAD_LOCK
/// A value under a POSIX mutex, at an address that never moves.
@safe private final class PosixLocked<Value: ~Copyable & Sendable>: @unchecked Sendable {
  private let mutex = UnsafeMutablePointer<pthread_mutex_t>.allocate(capacity: 1)
  private var value: Value

  init(_ value: consuming Value) {
    self.value = value
    unsafe mutex.initialize(to: pthread_mutex_t())
    unsafe pthread_mutex_init(mutex, nil)
  }

  deinit {
    unsafe pthread_mutex_destroy(mutex)
    unsafe mutex.deallocate()
  }

  func withLock<Result: ~Copyable>(_ body: (inout Value) throws -> Result) rethrows -> Result {
    unsafe pthread_mutex_lock(mutex)
    defer { unsafe pthread_mutex_unlock(mutex) }
    return try body(&value)
  }
}
#endif
