import Synchronization

/// Tells code that runs elsewhere whether it is still needed. A closed gate stays closed.
final class Gate: Sendable {
  private let isClosed = Atomic<Bool>(false)

  var isOpen: Bool { !isClosed.load(ordering: .acquiring) }

  /// Closes the gate.
  ///
  /// - Returns: Whether this call closed it.
  @discardableResult
  func close() -> Bool { !isClosed.exchange(true, ordering: .acquiringAndReleasing) }
}
