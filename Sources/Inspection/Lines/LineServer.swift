import Foundation
package import ModuleLifecycle
import Recordings

/// Tells an inspector at the other end of two descriptors of a composite, line by line, on a thread of its own. It ends
/// when it is stopped, or the inspector goes; what is being fired repeatedly for it then is fired no more.
package final class LineServer: Sendable {
  private let channel: LineChannel
  private let session: LineSession

  /// The longest line of an inspector that is read, in bytes.
  package static let mostBytes = 64 << 10

  /// - Parameters:
  ///   - composite: Not kept alive.
  ///   - input: Where requests come from. Both descriptors are the server's from now on.
  ///   - output: Where messages go to.
  /// - Throws: `InspectionError` where the system has no thread or no descriptor for it.
  @MainActor package convenience init(
    of composite: CompositeDelegate, role: InspectionRole, secondsFromUTC: Int? = nil, input: Int32, output: Int32
  ) throws(InspectionError) {
    let channel = LineChannel(input: input, output: output, limit: Self.mostBytes)
    let agent = InspectionAgent(composite, role: role, secondsFromUTC: secondsFromUTC) { channel.wake() }
    let terms = InspectionTerms(InspectedComposite(composite), allowing: role)
    try self.init(channel, LineSession(terms, agent) { channel.wake() })
  }

  /// The same for an inspector that has connected to a socket: it has to say first what it is.
  ///
  /// - Parameters:
  ///   - attached: Called on the server's thread when it has said so.
  ///   - ended: Called there when it is over.
  convenience init(
    _ terms: InspectionTerms, socket: Int32, peer: Peer, attached: @escaping @Sendable () -> Void,
    ended: @escaping @Sendable () -> Void
  ) throws(InspectionError) {
    let channel = LineChannel(input: socket, output: socket, limit: Self.mostBytes)
    try self.init(channel, LineSession(terms, peer, attached: attached) { channel.wake() }, ended: ended)
  }

  private init(
    _ channel: LineChannel, _ session: LineSession, ended: @escaping @Sendable () -> Void = {}
  ) throws(InspectionError) {
    (self.channel, self.session) = (channel, session)
    try channel.start(
      LineChannel.Ends(
        fill: { session.fill() }, take: { session.take($0) },
        ended: {
          session.end()
          ended()
        }, givesUp: { session.givesUp }, pause: { session.pause() }, readsWhileWriting: false))
  }

  /// Tells an inspector why it can't be served, and closes its connection.
  static func sendAway(_ socket: Int32, _ error: ErrorLine) {
    let line = Array(MessageLines.line(error).utf8)
    _ = unsafe send(socket, line, line.count, Int32(MSG_DONTWAIT))
    close(socket)
  }

  /// Ends the connection at once.
  package func stop() { channel.stop() }

  /// Tells the inspector what the journal still has, and why the connection ends.
  func leave(_ reason: String) { session.leave(reason) }
}

/// What an application that can be inspected grants.
struct InspectionTerms: Sendable {
  let inspected: InspectedComposite
  /// The most that an inspector may do.
  let role: InspectionRole
  /// What may leave of texts; `nil` for all.
  let redaction: Redaction?
  /// Says when to send a beat, and when an inspector that says nothing is sent away.
  let clock: MonotonicClock

  init(
    _ inspected: InspectedComposite, allowing role: InspectionRole, redacting redaction: Redaction? = nil,
    clock: MonotonicClock = .system
  ) {
    (self.inspected, self.role, self.redaction, self.clock) = (inspected, role, redaction, clock)
  }
}
