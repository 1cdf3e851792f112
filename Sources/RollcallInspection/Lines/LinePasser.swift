import Dispatch

/// Passes lines on, one at a time, but not while a connection is replaced: a request that answers a new application's
/// hello must reach that application.
package final class LinePasser: Sendable {
  private let passesOn: @Sendable (String) -> Void
  /// Taken by what passes a line on or replaces a connection.
  private let turn = DispatchSemaphore(value: 1)

  package init(_ passesOn: @escaping @Sendable (String) -> Void) { self.passesOn = passesOn }

  func begin() { turn.wait() }

  func end() { turn.signal() }

  package func pass(_ line: String) {
    begin()
    passesOn(line)
    end()
  }
}
