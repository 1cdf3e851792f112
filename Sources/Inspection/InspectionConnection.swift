/// The way to an application that is inspected: what it tells comes out, what it is asked goes in.
///
/// A composite of this process, an application at the other end of a socket, and a recording are such ways; who
/// looks at them needs to know nothing else of the application. All calls answer at once, whatever the application is
/// doing. `receive` is for one thread; that is woken, on any thread, by the closure that the connection was made with.
public protocol InspectionConnection: AnyObject, Sendable {
  /// What the application is, as of the connection's beginning.
  var hello: Hello { get }
  /// Nanoseconds since the journal's start.
  var now: UInt64 { get }
  /// What has not been received yet. Asking receives nothing, and has the owner woken by the next entry. All zero where
  /// nothing is counted.
  var backlog: Backlog { get }
  /// What the application has told since the last call, in order. Call it until there are no more entries and no prologue;
  /// until then the owner need not be woken.
  ///
  /// - Parameter limit: The most entries. Of 0, all entries wait, with what belongs between them, and replies wait for
  ///   none.
  func receive(limit: Int) -> [InspectionMessage]
  /// Asks something. What is known at once can be received right after that; for the rest the owner is woken.
  func send(_ request: InspectionRequest)
  /// Ends the connection: what is being fired repeatedly for it is fired no more.
  func close()
}
