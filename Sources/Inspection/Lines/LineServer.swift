package import ModuleLifecycle
import Recordings

/// Tells an inspector at the other end of two descriptors of a composite, line by line, on a thread of its own. It ends
/// when it is stopped, or the inspector goes; what is being fired repeatedly for it then is fired no more.
package final class LineServer: Sendable {
  private let channel: LineChannel

  /// The longest request that is read, in bytes. Longer ones, and lines that are none, are passed over.
  package static let mostBytes = 64 << 10

  /// - Parameters:
  ///   - composite: Not kept alive.
  ///   - input: Where requests come from. Both descriptors are the server's from now on.
  ///   - output: Where messages go to.
  /// - Throws: `InspectionError` where the system has no thread or no descriptor for it.
  @MainActor package init(
    of composite: CompositeDelegate, role: InspectionRole, secondsFromUTC: Int? = nil, input: Int32, output: Int32
  ) throws(InspectionError) {
    let channel = LineChannel(input: input, output: output, limit: Self.mostBytes)
    let agent = InspectionAgent(composite, role: role, secondsFromUTC: secondsFromUTC) { channel.wake() }
    let hasGreeted = Locked(false)
    try channel.start(
      LineChannel.Ends(
        fill: {
          let messages = hasGreeted.withLock { hasGreeted in
            defer { hasGreeted = true }
            return hasGreeted ? agent.receive(limit: 64) : [.hello(agent.hello)]
          }
          return messages.map { MessageLines.text(of: $0, now: agent.now) }.joined()
        },
        take: { line in
          guard let line, let asked: RequestLine = try? JournalLine.object(line.span) else { return }
          if let request = asked.request { agent.send(request) }
          if asked.type == "prologue" { agent.rejoin() }
        },
        ended: { agent.close() }))
    self.channel = channel
  }

  /// Ends the connection at once.
  package func stop() { channel.stop() }
}
