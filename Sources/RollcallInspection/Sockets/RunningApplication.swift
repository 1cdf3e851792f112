import Dispatch
import Foundation
package import ModuleLifecycle
import RollcallRecordings

/// An application that listens for inspectors.
package struct RunningApplication: Sendable {
  package let path: String
  /// The process ID, as reported by the system.
  package let process: Int
  /// The application's description; `nil` if it did not respond in time.
  package let hello: Hello?
  /// The application's state; `nil` if it was not reported.
  package let state: ApplicationState?
  package let running: RunningHandler?

  /// Returns all applications that listen in the given folders, in the order of their start.
  ///
  /// Asks each one for its description. This takes at most a second for all of them together.
  ///
  /// - Parameter known: Sockets to skip.
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

  /// Asks the application at a socket for its description.
  ///
  /// - Returns: `nil` if nothing listens there, or it belongs to another user.
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
    // The application reports the running handler, then ends the connection.
    if connection != nil { _ = isOver.wait(timeout: .now() + .seconds(1)) }
    let messages = connection?.receive(limit: .max) ?? []
    running = messages.lazy.compactMap { if case .running(let handler) = $0 { handler } else { nil } }.first
    state = hello?.isPending == false ? hello?.state : nil
    connection?.close()
  }

  /// Whether this is probably a new run of an application that has gone: the name and the program are the same.
  func isAgain(_ hello: Hello) -> Bool {
    guard let mine = self.hello else { return false }
    return mine.application == hello.application
      && Self.program(mine.process?.executable) == Self.program(hello.process?.executable)
  }

  /// The path of a program without folders that are made anew for each installation: Apple's systems name them by
  /// UUIDs.
  static func program(_ path: String?) -> [Substring]? {
    path?.split(separator: "/").filter { UUID(uuidString: String($0)) == nil }
  }
}
