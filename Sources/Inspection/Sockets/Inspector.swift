import Foundation
package import ModuleLifecycle
import Recordings

extension CompositeDelegate {
  /// Lets inspectors of this user look at the application while it runs. The composite keeps the inspector until it is
  /// stopped, or until its own end.
  ///
  /// - Parameters:
  ///   - name: The application's name; `nil` for the composite's.
  ///   - role: The most that an inspector may do.
  ///   - folder: Where to listen; `nil` for the first of `SocketFolder.all`.
  ///   - clock: Says when an inspector that does not say what it is is sent away.
  /// - Throws: `InspectionError` when nothing can listen there.
  @discardableResult
  package func startInspector(
    name: String? = nil, allowing role: InspectionRole = .view, in folder: SocketFolder? = nil,
    clock: MonotonicClock = .system
  ) throws(InspectionError) -> Inspector {
    let inspector = try Inspector(
      of: InspectedComposite(self, name: name), allowing: role, in: folder ?? SocketFolder.all()[0], clock)
    companions.append(inspector)
    return inspector
  }
}

/// Listens for inspectors, on a thread of its own, and has each served on one of its own. No handler ever waits for one.
package final class Inspector: Sendable {
  /// The most inspectors at once.
  static let most = 32

  private let socket: InspectorSocket
  private let inspected: InspectedComposite
  private let role: InspectionRole
  private let clock: MonotonicClock
  private let state = Locked(State())

  private struct State: Sendable {
    /// The numbers of the inspectors that are there, and what serves them.
    var open: Set<UInt64> = []
    var servers: [UInt64: LineServer] = [:]
    var latest: UInt64 = 0
    var waker: Int32?
    var isStopped = false
  }

  init(
    of inspected: InspectedComposite, allowing role: InspectionRole, in folder: SocketFolder, _ clock: MonotonicClock
  ) throws(InspectionError) {
    (self.inspected, self.role, self.clock) = (inspected, role, clock)
    socket = try InspectorSocket(in: folder)
    folder.sweep()
    var ends: [Int32] = [-1, -1]
    guard unsafe pipe(&ends) == 0 else { throw InspectionError(code: errno) }
    for end in ends { _ = fcntl(end, F_SETFD, FD_CLOEXEC) }
    let (reading, writing) = (ends[0], ends[1])
    state.withLock { $0.waker = writing }
    let (listening, accept) = (socket, { @Sendable [weak self] in self?.acceptAll() })
    let code = RecorderThread.start {
      var polled = [
        pollfd(fd: listening.descriptor, events: Int16(POLLIN), revents: 0),
        pollfd(fd: reading, events: Int16(POLLIN), revents: 0),
      ]
      while unsafe poll(&polled, 2, -1) >= 0 || errno == EINTR {
        if polled[1].revents != 0 { break }
        if polled[0].revents != 0 { accept() }
      }
      close(reading)
    }
    if let code {
      close(reading)
      throw InspectionError(code: code)
    }
  }

  deinit { stop() }

  /// The socket's path.
  package var path: String { socket.path }

  /// Ends all connections, and listens no more.
  package func stop() {
    let (servers, waker) = state.withLock { state in
      defer { (state.open, state.servers, state.waker, state.isStopped) = ([], [:], nil, true) }
      return (state.servers, state.waker)
    }
    socket.remove()
    // The thread sees the end of the pipe.
    if let waker { close(waker) }
    for server in servers.values { server.stop() }
  }

  private func acceptAll() {
    while let (descriptor, _) = socket.accept() {
      let number = state.withLock { state -> UInt64? in
        guard !state.isStopped, state.open.count < Self.most else { return nil }
        state.latest += 1
        state.open.insert(state.latest)
        return state.latest
      }
      guard let number else {
        LineServer.sendAway(descriptor, "busy", "At most \(Self.most) inspectors can look at an application at once.")
        continue
      }
      do throws(InspectionError) {
        let server = try LineServer(of: inspected, allowing: role, socket: descriptor, clock: clock) { [weak self] in
          self?.forget(number)
        }
        // It may be over already.
        state.withLock { if $0.open.contains(number) { $0.servers[number] = server } }
      } catch {
        close(descriptor)
        forget(number)
      }
    }
    // Without descriptors for it an inspector would be found waiting again at once.
    if [EMFILE, ENFILE, ENOBUFS, ENOMEM].contains(errno) { usleep(100_000) }
  }

  private func forget(_ number: UInt64) {
    state.withLock { state in
      state.open.remove(number)
      state.servers[number] = nil
    }
  }
}
