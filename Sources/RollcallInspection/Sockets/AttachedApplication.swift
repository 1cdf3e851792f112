import Foundation
import ModuleLifecycle
import RollcallRecordings

/// A connection to an application in another process. Reconnects when the application is available again.
///
/// While the application is available, it is a plain connection. Afterwards, a thread looks for the application twice a
/// second. It resumes a cut connection at the same socket. Otherwise, it looks for a single listening application with
/// the same name and program. A new application can only be viewed until control is requested.
package final class AttachedApplication: InspectionConnection {
  private struct State: Sendable {
    var connection: LineConnection
    /// Messages to deliver before those of the connection.
    var queued: [InspectionMessage] = []
    var path: String
    /// The role requested last. Requested again after a cut connection.
    var role: InspectionRole
    var isClosed = false
    var isSeeking = false
  }

  package let hello: Hello
  private let folders: [SocketFolder]
  private let seeks: Bool
  private let passer: LinePasser?
  /// What was received, up to a limit; for exports.
  package let kept = KeptEntries()
  private let wake: @Sendable () -> Void
  private let news = DispatchSemaphore(value: 0)
  private let state: Locked<State>

  /// The time between two searches for an application that has gone, in microseconds.
  private static let pause: UInt32 = 500_000

  /// - Parameters:
  ///   - path: The application's socket.
  ///   - folders: Where to look for the application after it has gone.
  ///   - role: The role to request.
  ///   - seeks: Whether to look for the application after it has gone.
  ///   - passesOn: See `LineConnection`. If set, nothing is kept for exports.
  ///   - wake: Called on any thread when there is something new to receive.
  /// - Throws: `InspectionError` if the application does not respond, or rejects the inspector.
  package init(
    at path: String, in folders: [SocketFolder], as role: InspectionRole, seeks: Bool = true,
    passesOn: (@Sendable (String) -> Void)? = nil, wake: @escaping @Sendable () -> Void
  ) throws(InspectionError) {
    (self.folders, self.seeks) = (folders, seeks)
    self.wake = { [news] in
      news.signal()
      wake()
    }
    passer = passesOn.map(LinePasser.init)
    let connection = try Self.connect(path, as: role, resuming: nil, kept, passer, self.wake)
    hello = connection.hello
    state = Locked(State(connection: connection, path: path, role: role), .session)
  }

  /// - Throws: `InspectionError` also if another application has replaced the one to resume.
  private static func connect(
    _ path: String, as role: InspectionRole, resuming resumption: (session: String, entry: UInt64)?,
    _ kept: KeptEntries, _ passer: LinePasser?, _ wake: @escaping @Sendable () -> Void
  ) throws(InspectionError) -> LineConnection {
    let isResuming = resumption != nil
    let isOther = Locked(false)
    var passesOn: (@Sendable (String) -> Void)?
    if let passer { passesOn = { line in if !isOther.withLock(\.self) { passer.pass(line) } } }
    let connection = try LineConnection(
      attachingTo: InspectorSocket.connect(to: path), LineConnection.greeting(as: role, resuming: resumption),
      keeps: { message, bytes in
        if case .hello(let hello) = message, isResuming, !hello.isResumed { isOther.withLock { $0 = true } }
        if passer == nil, !isOther.withLock(\.self) { kept.take(message, bytes: bytes) }
        return true
      }, passesOn: passesOn, wake: wake)
    guard isResuming, !connection.hello.isResumed else { return connection }
    connection.close()
    throw InspectionError("Another application is listening at '\(path)'.")
  }

  /// The socket of the application that is or was inspected.
  package var path: String { state.withLock(\.path) }

  package var now: UInt64 { state.withLock(\.connection).now }

  /// The journal that was read last, and the number after that of the latest entry received.
  package var progress: (session: String, entry: UInt64)? { state.withLock(\.connection).resumption }

  package var backlog: Backlog {
    let (queued, connection) = state.withLock { ($0.queued.reduce(0) { $0 + $1.entryCount }, $0.connection) }
    var backlog = connection.backlog
    backlog.kept += queued
    return backlog
  }

  package func receive(limit: Int) -> [InspectionMessage] {
    let (queued, connection) = state.withLock { state in
      // With 0, everything between entries waits.
      let given = limit > 0 ? state.queued : []
      if limit > 0 { state.queued = [] }
      return (given, state.connection)
    }
    let messages = queued + connection.receive(limit: limit)
    guard seeks, messages.contains(.bye) else { return messages }
    seek(
      after: connection, resuming: messages.contains(.contact(.ended(.cut))),
      hasStopped: messages.contains(.contact(.ended(.stopped))))
    return messages.filter { $0 != .bye }
  }

  /// Waits until the application has reported everything up to now, or hangs. The next call of `receive` returns it.
  package func waitForBeginning() { _ = state.withLock(\.connection).waitForBeginning(news) }

  package func send(_ request: InspectionRequest) { state.withLock(\.connection).send(request) }

  /// Sends a request as a line of the protocol, such as one that a program has written.
  ///
  /// - Parameter line: The line; `nil` for one that was too long.
  /// - Returns: A line that says why it was not sent; `nil` if it was.
  package func send(line: [UInt8]?) -> String? {
    let asked: RequestLine
    do throws(JournalLineError) {
      guard let line else { throw .damaged("a request can be at most 64 KiB") }
      asked = try JournalLine.object(line)
    } catch {
      let message = "This line was not sent: \(error)."
      return MessageLines.line(NoticeLine(type: "error", error: "malformed", message: message))
    }
    let id = asked.type == "role" || asked.type == "prologue" ? nil : asked.id
    let connection = state.withLock { state in
      if asked.type == "role" { state.role = RoleWords(role: asked.role, events: asked.mayFire).value }
      return state.connection
    }
    let text = String(decoding: (line ?? []).drop { $0 != UInt8(ascii: "{") }, as: UTF8.self) + "\n"
    return connection.send(text, id: id).map { problem in
      id.map { MessageLines.line(ReplyLine(reply: Reply(id: $0, answer: .refused(problem)))) }
        ?? MessageLines.line(NoticeLine(type: "error", error: "ended", message: problem))
    }
  }

  package func close() {
    let connection = state.withLock { state in
      state.isClosed = true
      return state.connection
    }
    connection.close()
  }

  /// Asks the application for another role. The answer arrives as a message.
  package func ask(for role: InspectionRole) {
    let connection = state.withLock { state in
      state.role = role
      return state.connection
    }
    connection.ask(for: role)
  }

  // MARK: Reconnecting

  private func seek(after connection: LineConnection, resuming isCut: Bool, hasStopped: Bool) {
    let isNew = state.withLock { state in
      guard !state.isSeeking, !state.isClosed, state.connection === connection else { return false }
      state.isSeeking = true
      return true
    }
    guard isNew else { return }
    // If no thread can be started, the application stays disconnected.
    _ = RecorderThread.start { [weak self] in
      var search = Search(awaitsEnd: hasStopped)
      while let self, state.withLock({ !$0.isClosed }), !look(resuming: isCut, &search) { usleep(Self.pause) }
    }
  }

  /// What is known about the listening applications.
  private struct Search {
    /// The sockets of applications that do not match.
    var others: Set<String> = []
    /// The number of candidates in the last search.
    var count = 0
    /// Whether the application has stopped its inspector, and its process may go on.
    var awaitsEnd: Bool
  }

  /// Says that the process of an application that had stopped its inspector has ended.
  private func noteEnd(of connection: LineConnection, _ search: inout Search) {
    guard search.awaitsEnd, connection.hasGone else { return }
    search.awaitsEnd = false
    let message = InspectionMessage.contact(.ended(.orderly))
    state.withLock { $0.queued.append(message) }
    passer?.pass(PassedLines.text(of: message))
    wake()
  }

  /// Searches for the application once.
  ///
  /// - Returns: Whether it was found.
  private func look(resuming isCut: Bool, _ search: inout Search) -> Bool {
    let (before, path, role) = state.withLock { ($0.connection, $0.path, $0.role) }
    noteEnd(of: before, &search)
    if isCut, let resumption = before.resumption,
      replace(before, at: path, as: role, resuming: resumption)
    {
      return true
    }
    var found = RunningApplication.all(in: folders, except: search.others)
    // A socket given by path may be in none of the folders, such as one that ssh forwards.
    if !found.contains(where: { $0.path == path }), !search.others.contains(path),
      let again = RunningApplication(at: path)
    {
      found.append(again)
    }
    search.others.formUnion(found.filter { $0.hello != nil && !$0.isAgain(before.hello) }.map(\.path))
    found = found.filter { $0.isAgain(before.hello) }
    if found.count != search.count, found.count > 1 {
      let message = InspectionMessage.contact(.isAmbiguous(found.count))
      state.withLock { $0.queued.append(message) }
      passer?.pass(PassedLines.text(of: message))
      wake()
    }
    search.count = found.count
    guard found.count == 1 else { return false }
    return replace(before, at: found[0].path, as: .view, resuming: nil)
  }

  /// Switches to another connection, if that can be made. What is unread of the previous one is delivered before.
  ///
  /// - Returns: Whether the application could be attached to.
  private func replace(
    _ before: LineConnection, at path: String, as role: InspectionRole,
    resuming resumption: (session: String, entry: UInt64)?
  ) -> Bool {
    passer?.begin()
    defer { passer?.end() }
    guard let connection = try? Self.connect(path, as: role, resuming: resumption, kept, passer, wake) else {
      return false
    }
    replace(before, with: connection, at: path, as: role)
    return true
  }

  private func replace(
    _ before: LineConnection, with connection: LineConnection, at path: String, as role: InspectionRole
  ) {
    if connection.hello.isResumed, before.awaitsPrologue { connection.askForPrologue() }
    // While the dashboard is frozen, the entries before the end have not been received.
    let unread = before.receive(limit: .max)
    let isWanted = state.withLock { state in
      guard !state.isClosed else { return false }
      state.queued += unread + [.hello(connection.hello)]
      (state.connection, state.path, state.role) = (connection, path, role)
      state.isSeeking = false
      return true
    }
    if !isWanted { connection.close() }
    wake()
  }
}

extension InspectionMessage {
  fileprivate var entryCount: Int { if case .entries(let entries, _) = self { entries.count } else { 0 } }
}
