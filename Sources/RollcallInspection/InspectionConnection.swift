/// A connection to an inspected application: delivers messages from it and sends requests to it.
///
/// The other end is a composite in this process, an application behind a socket, or a recording. Every call returns at
/// once, whatever the application is doing. Call `receive` from one thread only. The closure passed at creation is
/// called, on any thread, to wake that thread.
package protocol InspectionConnection: AnyObject, Sendable {
  /// The application's description when the connection was made.
  var hello: Hello { get }
  /// The current time in nanoseconds since the journal's start.
  var now: UInt64 { get }
  /// The entries that have not been received yet. Reading it receives nothing, and makes the next entry wake the owner.
  /// All zero if the connection does not count.
  var backlog: Backlog { get }
  /// Returns the messages since the last call, in order. Call it until it returns no entries and no prologue; the owner
  /// may not be woken before that.
  ///
  /// - Parameter limit: The maximum number of entries. With 0, the entries and the messages between them stay queued;
  ///   replies are still returned.
  func receive(limit: Int) -> [InspectionMessage]
  /// Sends a request. Immediate answers can be received right afterwards; later ones wake the owner.
  func send(_ request: InspectionRequest)
  /// Closes the connection. Stops an event that is being fired repeatedly for it.
  func close()
}
