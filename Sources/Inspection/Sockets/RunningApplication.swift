import Dispatch
package import ModuleLifecycle
import Recordings

/// An application that listens for inspectors.
package struct RunningApplication: Sendable {
  /// Its socket.
  package let path: String
  /// Its process, as the system says.
  package let process: Int
  /// What it says of itself; `nil` where it did not answer in time.
  package let hello: Hello?
  /// Where it stands, once it has said so.
  package let state: ApplicationState?
  /// The handler that is running.
  package let running: RunningHandler?

  /// All that listen in some folders, those first that were started first.
  ///
  /// Each is asked what it is; that takes a second at most, for all together.
  ///
  /// - Parameter known: Sockets that need not be asked.
  package static func all(in folders: [SocketFolder], except known: Set<String> = []) -> [RunningApplication] {
    let paths = folders.reduce(into: [String]()) { paths, folder in
      paths += folder.sockets.filter { !paths.contains($0) && !known.contains($0) }
    }
    let found = Locked<[RunningApplication]>([])
    let group = DispatchGroup()
    for path in paths {
      group.enter()
      let code = RecorderThread.start { @Sendable in
        if let application = RunningApplication(at: path) { found.withLock { $0.append(application) } }
        group.leave()
      }
      if code != nil { group.leave() }
    }
    group.wait()
    return found.withLock(\.self).sorted { one, other in
      (one.hello?.startedNanoseconds ?? .max, one.process) < (other.hello?.startedNanoseconds ?? .max, other.process)
    }
  }

  /// Asks what listens at a socket.
  ///
  /// - Returns: `nil` where nothing does, or it is another user's.
  init?(at path: String) {
    guard let socket = try? InspectorSocket.connect(to: path) else { return nil }
    self.path = path
    process = Int(socket.peer.process)
    let isOver = DispatchSemaphore(value: 0)
    let connection = try? LineConnection(
      attachingTo: socket, LineConnection.greeting(as: .control, isProbe: true), patience: .seconds(1),
      keeps: { message, _ in
        if message == .bye { isOver.signal() }
        return true
      }, wake: {})
    hello = connection?.hello
    // It says which handler runs, and ends the connection.
    if connection != nil { _ = isOver.wait(timeout: .now() + .seconds(1)) }
    let messages = connection?.receive(limit: .max) ?? []
    running = messages.lazy.compactMap { if case .running(let handler) = $0 { handler } else { nil } }.first
    state = hello?.isPending == false ? hello?.state : nil
    connection?.close()
  }

  /// Whether it is the same application as one that has gone: one with its name, and its program.
  func isAgain(_ hello: Hello) -> Bool {
    guard let mine = self.hello else { return false }
    return mine.application == hello.application && mine.process?.executable == hello.process?.executable
  }
}
