import Synchronization

/// Tells code that runs elsewhere whether it is still wanted; once closed it stays closed.
final class Gate: Sendable {
  private let isClosed = Atomic<Bool>(false)

  var isOpen: Bool { !isClosed.load(ordering: .acquiring) }

  /// Closes the gate.
  ///
  /// - Returns: Whether this call was the one that closed it.
  @discardableResult
  func close() -> Bool { !isClosed.exchange(true, ordering: .acquiringAndReleasing) }
}
