import Foundation
package import ModuleLifecycle

/// The way to an application at the other end of two descriptors, line by line; see `LineServer`.
///
/// A thread of its own reads what the application sends. What was not received of that is bounded: of more, entries are
/// dropped and counted, and the application is asked how it stands.
package final class LineConnection: InspectionConnection {
  private let channel: LineChannel
  private let inbox: Inbox
  private let reception: Reception
  package let hello: Hello

  /// What an inspector says when it comes.
  package struct Greeting: Sendable {
    package var role: InspectionRole
    /// Whether to be told what the application is, and nothing else.
    package var isProbe = false
    /// The journal that an earlier connection was about, and the first entry that it did not have.
    package var resuming: (session: String, entry: UInt64)?

    package init(
      as role: InspectionRole, isProbe: Bool = false, resuming: (session: String, entry: UInt64)? = nil
    ) {
      (self.role, self.isProbe, self.resuming) = (role, isProbe, resuming)
    }

    fileprivate var line: String {
      var line = AttachLine(min: AttachLine.version, name: ProcessInfo.processInfo.processName, role: role)
      line.probe = isProbe
      if let resuming {
        line.session = resuming.session
        line.after = resuming.entry > 0 ? resuming.entry - 1 : nil
      }
      return MessageLines.line(line)
    }
  }

  /// Attaches to an application that listens.
  ///
  /// - Parameters:
  ///   - socket: The connection, and who is at its other end; see `InspectorSocket.connect`.
  ///   - keeps: Given each message as it comes, with the bytes of its line, on the connection's thread; says whether it is to
  ///     be received, too.
  /// - Throws: `InspectionError` with the application's reason, if it sends the inspector away.
  package convenience init(
    attachingTo socket: (descriptor: Int32, peer: Peer), _ greeting: Greeting, patience: Duration = .seconds(5),
    clock: MonotonicClock = .system, keeps: @escaping @Sendable (InspectionMessage, Int) -> Bool = { _, _ in true },
    ended: @escaping @Sendable () -> Void = {}, wake: @escaping @Sendable () -> Void
  ) throws(InspectionError) {
    try self.init(
      input: socket.descriptor, output: socket.descriptor, greeting: greeting.line, peer: socket.peer, clock: clock,
      patience: patience, keeps: keeps, ended: ended, wake: wake)
  }

  /// Waits until the application at the other end of two descriptors says what it is.
  ///
  /// - Parameters:
  ///   - input: Where messages come from. Both descriptors are the connection's from now on.
  ///   - output: Where requests go to.
  ///   - text: What is sent first.
  ///   - peer: The process at the other end of a socket; it is to send beats. `nil`, and it need not.
  ///   - mostBytes: How much may be there that was not received, in bytes of lines.
  ///   - patience: How long to wait.
  ///   - ended: Called on the connection's thread at its end.
  ///   - wake: Called on any thread when there is something new to receive.
  /// - Throws: `InspectionError` where the application says nothing in that time, or the system has no thread for it.
  package init(
    input: Int32, output: Int32, greeting text: String = "", peer: Peer? = nil, mostBytes: Int = 16 << 20,
    clock: MonotonicClock = .system, patience: Duration = .seconds(5),
    keeps: @escaping @Sendable (InspectionMessage, Int) -> Bool = { _, _ in true },
    ended: @escaping @Sendable () -> Void = {}, wake: @escaping @Sendable () -> Void
  ) throws(InspectionError) {
    let channel = LineChannel(input: input, output: output, limit: 16 << 20)
    let (inbox, greeted) = (Inbox(mostBytes: mostBytes), DispatchSemaphore(value: 0))
    let reception = Reception(inbox, peer, clock, keeps: keeps, greeted: { greeted.signal() }, wake: wake)
    inbox.sendFirst(text)
    do throws(InspectionError) {
      try channel.start(
        LineChannel.Ends(
          fill: { inbox.takeRequests() },
          take: { if !reception.take($0) { channel.stop() } },
          ended: {
            reception.end()
            greeted.signal()
            ended()
            wake()
          }, tick: { reception.tick() }, pause: { reception.pause }))
    } catch {
      for descriptor in Set([input, output]) { Foundation.close(descriptor) }
      throw error
    }
    _ = greeted.wait(timeout: .now() + .nanoseconds(Int(clamping: UInt64(nanoseconds: patience))))
    guard let found = reception.hello else {
      channel.stop()
      throw InspectionError(reception.refusal ?? "There is no application that says what it is.")
    }
    (self.channel, self.inbox, self.reception, hello) = (channel, inbox, reception, found)
  }

  deinit { channel.stop() }

  package var now: UInt64 { reception.now }

  package var backlog: Backlog { inbox.backlog }

  /// What a new connection goes on with; `nil` where the application has not said how.
  package var resumption: (session: String, entry: UInt64)? {
    hello.session.map { ($0, reception.nextEntry) }
  }

  /// Whether entries are missing, and the application has not said how it stands since.
  package var awaitsPrologue: Bool { inbox.awaitsPrologue }

  package func receive(limit: Int) -> [InspectionMessage] {
    let (messages, hasAsked) = inbox.receive(limit: limit)
    if hasAsked { channel.wake() }
    return messages
  }

  package func send(_ request: InspectionRequest) {
    inbox.send(request)
    channel.wake()
  }

  /// Asks to be allowed more, or less; the answer is a message.
  package func ask(for role: InspectionRole) {
    inbox.ask(RequestLine(askingFor: role))
    channel.wake()
  }

  /// Asks how the application stands.
  package func askForPrologue() {
    inbox.ask(RequestLine())
    channel.wake()
  }

  package func close() { channel.stop() }
}
