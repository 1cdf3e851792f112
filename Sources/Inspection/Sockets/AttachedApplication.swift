import Foundation
import ModuleLifecycle
import Recordings

/// The way to an application that runs elsewhere: a connection, and another one where that ends and the application is
/// there again.
///
/// While the application is there, a connection is all. When it has gone, a thread looks for it twice a second: where the
/// connection was cut, at the same socket, and goes on where it broke off; otherwise among all that listen for one with the
/// same name and the same program. A new application may only be looked at until control is asked for.
package final class AttachedApplication: InspectionConnection {
  private struct State: Sendable {
    var connection: LineConnection
    /// What comes before the connection's next messages.
    var queued: [InspectionMessage] = []
    var path: String
    /// What was asked for last, and is asked for again where the connection was cut.
    var role: InspectionRole
    var isClosed = false
    var isSeeking = false
  }

  package let hello: Hello
  private let folders: [SocketFolder]
  private let seeks: Bool
  /// What has been received, as far as it is kept; for exports.
  package let kept = KeptEntries()
  private let wake: @Sendable () -> Void
  private let state: Locked<State>

  /// The time between two looks for an application that has gone, in microseconds.
  private static let pause: UInt32 = 500_000

  /// - Parameters:
  ///   - path: The application's socket.
  ///   - folders: Where to look for it when it is gone.
  ///   - role: What is asked for.
  ///   - seeks: Whether to look for it at all.
  ///   - wake: Called on any thread when there is something new to receive.
  /// - Throws: `InspectionError` when the application does not answer, or sends the inspector away.
  package init(
    at path: String, in folders: [SocketFolder], as role: InspectionRole, seeks: Bool = true,
    wake: @escaping @Sendable () -> Void
  ) throws(InspectionError) {
    (self.folders, self.seeks, self.wake) = (folders, seeks, wake)
    let connection = try Self.connect(path, as: role, resuming: nil, kept, wake)
    hello = connection.hello
    state = Locked(State(connection: connection, path: path, role: role))
  }

  /// - Throws: `InspectionError` also where another application has taken the place of the one to go on with.
  private static func connect(
    _ path: String, as role: InspectionRole, resuming resumption: (session: String, entry: UInt64)?,
    _ kept: KeptEntries, _ wake: @escaping @Sendable () -> Void
  ) throws(InspectionError) -> LineConnection {
    let isResuming = resumption != nil
    let isOther = Locked(false)
    let connection = try LineConnection(
      attachingTo: InspectorSocket.connect(to: path), LineConnection.greeting(as: role, resuming: resumption),
      keeps: { message, bytes in
        if case .hello(let hello) = message, isResuming, !hello.isResumed { isOther.withLock { $0 = true } }
        if !isOther.withLock(\.self) { kept.take(message, bytes: bytes) }
        return true
      }, wake: wake)
    guard isResuming, !connection.hello.isResumed else { return connection }
    connection.close()
    throw InspectionError("Another application listens at '\(path)'.")
  }

  /// The socket of the application that is looked at, or was.
  package var path: String { state.withLock(\.path) }

  package var now: UInt64 { state.withLock(\.connection).now }

  package var backlog: Backlog {
    let (queued, connection) = state.withLock { ($0.queued.reduce(0) { $0 + $1.entryCount }, $0.connection) }
    var backlog = connection.backlog
    backlog.kept += queued
    return backlog
  }

  package func receive(limit: Int) -> [InspectionMessage] {
    let (queued, connection) = state.withLock { state in
      // Of 0, all that belongs between entries waits.
      let given = limit > 0 ? state.queued : []
      if limit > 0 { state.queued = [] }
      return (given, state.connection)
    }
    let messages = queued + connection.receive(limit: limit)
    guard seeks, messages.contains(.bye) else { return messages }
    seek(after: connection, resuming: messages.contains(.contact(.ended(.cut))))
    return messages.filter { $0 != .bye }
  }

  package func send(_ request: InspectionRequest) { state.withLock(\.connection).send(request) }

  package func close() {
    let connection = state.withLock { state in
      state.isClosed = true
      return state.connection
    }
    connection.close()
  }

  /// Asks the application for another role. The answer is a message.
  package func ask(for role: InspectionRole) {
    let connection = state.withLock { state in
      state.role = role
      return state.connection
    }
    connection.ask(for: role)
  }

  // MARK: Attaching again

  private func seek(after connection: LineConnection, resuming isCut: Bool) {
    let isNew = state.withLock { state in
      guard !state.isSeeking, !state.isClosed, state.connection === connection else { return false }
      state.isSeeking = true
      return true
    }
    guard isNew else { return }
    // Without a thread it stays gone.
    _ = RecorderThread.start { [weak self] in
      var search = Search()
      while let self, state.withLock({ !$0.isClosed }), !look(resuming: isCut, &search) { usleep(Self.pause) }
    }
  }

  /// What is known of the applications that listen.
  private struct Search {
    /// The sockets of those that are others.
    var others: Set<String> = []
    /// How many there were that it may be.
    var count = 0
  }

  /// Looks for the application once.
  ///
  /// - Returns: Whether it was found.
  private func look(resuming isCut: Bool, _ search: inout Search) -> Bool {
    let (before, path, role) = state.withLock { ($0.connection, $0.path, $0.role) }
    if isCut, let resumption = before.resumption,
      (try? replace(before, at: path, as: role, resuming: resumption)) != nil
    {
      return true
    }
    var found = RunningApplication.all(in: folders, except: search.others)
    // A socket that was named may stand in no folder, as one that ssh forwards.
    if !found.contains(where: { $0.path == path }), !search.others.contains(path),
      let again = RunningApplication(at: path)
    {
      found.append(again)
    }
    search.others.formUnion(found.filter { $0.hello != nil && !$0.isAgain(before.hello) }.map(\.path))
    found = found.filter { $0.isAgain(before.hello) }
    if found.count != search.count, found.count > 1 {
      state.withLock { $0.queued.append(.contact(.isAmbiguous(found.count))) }
      wake()
    }
    search.count = found.count
    guard found.count == 1 else { return false }
    return (try? replace(before, at: found[0].path, as: .view, resuming: nil)) != nil
  }

  /// Goes on with another connection, after one of which all was received.
  private func replace(
    _ before: LineConnection, at path: String, as role: InspectionRole,
    resuming resumption: (session: String, entry: UInt64)?
  ) throws(InspectionError) {
    let connection = try Self.connect(path, as: role, resuming: resumption, kept, wake)
    if connection.hello.isResumed, before.awaitsPrologue { connection.askForPrologue() }
    let isWanted = state.withLock { state in
      guard !state.isClosed else { return false }
      state.queued.append(.hello(connection.hello))
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
