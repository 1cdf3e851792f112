import Foundation

/// A value that is only ever touched under its lock.
///
/// The lock is Foundation's and not the standard library's `Mutex`, because the thread sanitizer understands it.
final class Locked<Value: Sendable>: @unchecked Sendable {
  private let lock = NSLock()
  private var value: Value

  init(_ value: Value) { self.value = value }

  func withLock<Result>(_ body: (inout Value) -> Result) -> Result { lock.withLock { body(&value) } }
}
