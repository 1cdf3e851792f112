import CInspection
import Foundation
public import ModuleLifecycle
import Recordings

extension CompositeDelegate {
  /// Lets inspectors of this user look at the application while it runs: `rollcall attach` opens the whole dashboard on it,
  /// also while its main actor hangs.
  ///
  /// ```swift
  /// #if DEBUG
  /// try composite.startInspector(name: "Storefront")
  /// #endif
  /// ```
  ///
  /// It listens on a Unix-domain socket that only this user can reach, in `$XDG_RUNTIME_DIR/rollcall` or
  /// `/tmp/rollcall-UID`; the environment's variable `ROLLCALL_SOCKETS` names another folder. There is no port. Nothing
  /// listens unless this is called. A thread waits for inspectors, each that comes is served on a thread of its own, and no
  /// handler ever waits for one. While no inspector is attached it costs no time.
  ///
  /// - Parameters:
  ///   - name: The application's name; `nil` for the composite's.
  ///   - role: The most that an inspector may do. `.control` is code execution on the application's terms: an inspector can
  ///     send every event with any arguments.
  ///   - redaction: Sees every text that leaves the application, and gives what an inspector gets to see in its place.
  ///     Names of the application, its modules and its events are no such texts.
  ///   - directory: The folder to listen in. It must belong to this user, who alone may enter it; it is made if there is
  ///     none.
  /// - Returns: The inspector. The composite keeps it until `stop()`, or until its own end.
  /// - Throws: `InspectionError` when nothing can listen there, with what to do about it.
  @discardableResult
  public func startInspector(
    name: String? = nil, allowing role: InspectionRole = .view, redacting redaction: Redaction? = nil,
    directory: String? = nil
  ) throws(InspectionError) -> Inspector {
    try startInspector(
      name: name, allowing: role, redacting: redaction, in: directory.map(SocketFolder.init), clock: .system)
  }

  /// - Parameters:
  ///   - folder: Where to listen; `nil` for `SocketFolder.standard()`.
  ///   - clock: Says when a beat is due, and when an inspector that does not say what it is is sent away.
  @discardableResult
  package func startInspector(
    name: String? = nil, allowing role: InspectionRole = .view, redacting redaction: Redaction? = nil,
    in folder: SocketFolder?, clock: MonotonicClock
  ) throws(InspectionError) -> Inspector {
    let terms = InspectionTerms(
      InspectedComposite(self, name: name), allowing: role, redacting: redaction, clock: clock)
    let inspector = try Inspector(terms, in: folder ?? SocketFolder.standard())
    companions.append(InspectorLease(inspector))
    return inspector
  }
}

/// Ends an inspector with its composite, even if it is kept elsewhere, too.
private final class InspectorLease {
  private let inspector: Inspector

  init(_ inspector: Inspector) { self.inspector = inspector }

  deinit { inspector.stopAtEnd() }
}

/// Listens for inspectors; made by `startInspector`.
public final class Inspector: Sendable {
  /// The most inspectors at once.
  static let most = 32
  /// The most that have not said what they are.
  static let mostArriving = 8

  /// The socket's path.
  public let path: String
  private let terms: InspectionTerms
  private let state: Locked<State>
  /// Left by each inspector that is there, at its end.
  private let servers = DispatchGroup()

  private struct State: Sendable {
    /// `nil` once nothing listens any more.
    var socket: InspectorSocket?
    /// The numbers of the inspectors that are there, and what serves them.
    var open: Set<UInt64> = []
    /// Those that have not said what they are.
    var arriving: Set<UInt64> = []
    var servers: [UInt64: LineServer] = [:]
    var latest: UInt64 = 0
    var waker: Int32?
  }

  init(_ terms: InspectionTerms, in folder: SocketFolder) throws(InspectionError) {
    self.terms = terms
    let socket = try InspectorSocket(in: folder)
    path = socket.path
    var ends: [Int32] = [-1, -1]
    guard unsafe rollcall_pipe(&ends) == 0 else { throw InspectionError(code: errno) }
    let (reading, writing) = (ends[0], ends[1])
    state = Locked(State(socket: socket, waker: writing))
    let (descriptor, accept) = (socket.descriptor, { @Sendable [weak self] in self?.acceptAll() })
    let code = RecorderThread.start {
      folder.sweep()
      // The descriptor is not closed before this has ended.
      withExtendedLifetime(socket) {
        var polled = [
          pollfd(fd: descriptor, events: Int16(POLLIN), revents: 0),
          pollfd(fd: reading, events: Int16(POLLIN), revents: 0),
        ]
        while unsafe poll(&polled, 2, -1) >= 0 || errno == EINTR {
          if polled[1].revents != 0 { break }
          if polled[0].revents != 0 { accept() }
        }
      }
      close(reading)
    }
    if let code {
      close(reading)
      close(writing)
      state.withLock { $0.waker = nil }
      throw InspectionError(code: code)
    }
  }

  /// Listens no more, and ends all connections: each inspector is told what the journal still has, and that this was on
  /// purpose. Waits for that at most a fifth of a second. Safe on any thread; a second call changes nothing.
  public func stop() { end("stopped") }

  /// The same where the application itself ends.
  ///
  /// - Parameter milliseconds: How long inspectors may take to be told what the journal still has.
  package func stopAtEnd(withinMilliseconds milliseconds: Int = 200) { end("ended", milliseconds) }

  private func end(_ reason: String, _ milliseconds: Int = 200) {
    let (socket, servers, waker) = state.withLock { state in
      defer { (state.socket, state.open, state.arriving, state.servers, state.waker) = (nil, [], [], [:], nil) }
      return (state.socket, state.servers, state.waker)
    }
    guard let socket else { return }
    socket.remove()
    if let waker {
      // The end of the pipe would do, if no child process had inherited it.
      var byte: UInt8 = 0
      _ = unsafe write(waker, &byte, 1)
      close(waker)
    }
    for server in servers.values { server.leave(reason) }
    guard self.servers.wait(timeout: .now() + .milliseconds(milliseconds)) == .timedOut else { return }
    for server in servers.values { server.stop() }
  }

  private func acceptAll() {
    while let (descriptor, peer) = state.withLock(\.socket)?.accept() {
      let (number, problem) = admit()
      guard let number else {
        LineServer.sendAway(descriptor, ErrorLine(error: "busy", message: problem))
        continue
      }
      do throws(InspectionError) {
        let server = try LineServer(
          terms, socket: descriptor, peer: peer,
          attached: { [weak self] in self?.state.withLock { _ = $0.arriving.remove(number) } },
          ended: { [weak self, servers] in
            self?.forget(number)
            servers.leave()
          })
        let isStopped = state.withLock { state in
          // It may be over already.
          if state.open.contains(number) { state.servers[number] = server }
          return state.socket == nil
        }
        if isStopped { server.stop() }
      } catch {
        close(descriptor)
        forget(number)
        servers.leave()
      }
    }
    // Without descriptors for it an inspector would be found waiting again at once.
    if [EMFILE, ENFILE, ENOBUFS, ENOMEM].contains(errno) { usleep(100_000) }
  }

  /// A number for an inspector that has connected; `nil`, and why there is no room for it.
  private func admit() -> (number: UInt64?, problem: String) {
    state.withLock { state in
      guard state.socket != nil, state.open.count < Self.most else {
        return (nil, "At most \(Self.most) inspectors can look at an application at once.")
      }
      guard state.arriving.count < Self.mostArriving else {
        return (
          nil, "\(Self.mostArriving) inspectors have connected and not said what they are. Try again in a moment."
        )
      }
      state.latest += 1
      state.open.insert(state.latest)
      state.arriving.insert(state.latest)
      servers.enter()
      return (state.latest, "")
    }
  }

  private func forget(_ number: UInt64) {
    state.withLock { state in
      state.open.remove(number)
      state.arriving.remove(number)
      state.servers[number] = nil
    }
  }
}
