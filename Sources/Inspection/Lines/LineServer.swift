import Foundation
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
    try channel.start(Self.ends(of: agent))
    self.channel = channel
  }

  /// The same for an inspector that has connected to a socket: it has to say first what it is.
  ///
  /// - Parameters:
  ///   - allowed: The most that it may do.
  ///   - clock: Says when an inspector that says nothing is sent away.
  ///   - ended: Called on the server's thread when it is over.
  init(
    of inspected: InspectedComposite, allowing allowed: InspectionRole, socket: Int32,
    clock: MonotonicClock, ended: @escaping @Sendable () -> Void
  ) throws(InspectionError) {
    let channel = LineChannel(input: socket, output: socket, limit: Self.mostBytes)
    let standing = Locked(Standing.waiting)
    let deadline = clock.now + Self.patience
    try channel.start(
      LineChannel.Ends(
        fill: {
          switch standing.withLock(\.self) {
          case .waiting: return clock.now < deadline ? "" : nil
          case .attached(let ends): return ends.fill()
          case .refused(let error):
            standing.withLock { $0 = .over }
            return error
          case .over: return nil
          }
        },
        take: { line in
          switch standing.withLock(\.self) {
          case .attached(let ends): ends.take(line)
          case .refused, .over: break
          case .waiting:
            do throws(Refusal) {
              let role = try Self.role(asked: line)
              let agent = InspectionAgent(of: inspected, role: role == .control ? allowed : role) { channel.wake() }
              standing.withLock { $0 = .attached(Self.ends(of: agent)) }
            } catch {
              standing.withLock { $0 = .refused(error.reason) }
            }
          }
        },
        ended: {
          if case .attached(let ends) = standing.withLock(\.self) { ends.ended() }
          ended()
        },
        // What runs is told without an entry, so it is looked for; as often as a person notices.
        pause: {
          switch standing.withLock(\.self) {
          case .waiting: Int32(clamping: deadline.minus(clock.now) / 1_000_000 + 1)
          case .attached: 100
          case .refused, .over: 0
          }
        }))
    self.channel = channel
  }

  /// How far an inspector has come.
  private enum Standing: Sendable {
    case waiting
    case attached(LineChannel.Ends)
    /// It is sent away with this line.
    case refused(String)
    case over
  }

  /// How long an inspector may take to say what it is, in nanoseconds.
  private static let patience: UInt64 = 5_000_000_000

  /// What an inspector asks to be, by its first line.
  private static func role(asked line: [UInt8]?) throws(Refusal) -> InspectionRole {
    guard let line, line.first == UInt8(ascii: "{"), let asked: AttachLine = try? JournalLine.object(line.span) else {
      throw refusal("malformed", "The first line of an inspector has to be its attach line, as the protocol says.")
    }
    let version = AttachLine.version
    guard asked.attach >= version, asked.min ?? asked.attach <= version else {
      throw refusal("version", "This application speaks version \(version) of the protocol.")
    }
    return asked.role
  }

  private static func refusal(_ error: String, _ message: String) -> Refusal {
    Refusal(reason: MessageLines.line(ErrorLine(error: error, message: message)))
  }

  /// Tells an inspector why it can't be served, and closes its connection.
  static func sendAway(_ socket: Int32, _ error: String, _ message: String) {
    let line = Array(refusal(error, message).reason.utf8)
    _ = unsafe send(socket, line, line.count, Int32(MSG_DONTWAIT))
    close(socket)
  }

  private static func ends(of agent: InspectionAgent) -> LineChannel.Ends {
    let hasGreeted = Locked(false)
    return LineChannel.Ends(
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
      ended: { agent.close() })
  }

  /// Ends the connection at once.
  package func stop() { channel.stop() }
}
