import Dispatch
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
  /// listens unless this is called. Each inspector that comes is served on a thread of its own, and no handler ever waits for one. While no inspector is attached it costs no time.
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
      inspected: InspectedComposite(self, name: name), role: role, redaction: redaction, clock: clock)
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
  /// Tells of inspectors that have connected. Set once, and cancelled once.
  private nonisolated(unsafe) let arrivals: any DispatchSourceRead
  /// Left by each inspector that is there, at its end.
  private let servers = DispatchGroup()

  private struct State: Sendable {
    /// `nil` once nothing listens any more.
    var socket: InspectorSocket?
    /// The inspectors that are there, by their numbers, and what serves them, once that has begun.
    var servers: [UInt64: LineServer?] = [:]
    /// Those that have not said what they are.
    var arriving: Set<UInt64> = []
    var latest: UInt64 = 0
  }

  init(_ terms: InspectionTerms, in folder: SocketFolder) throws(InspectionError) {
    self.terms = terms
    let socket = try InspectorSocket(in: folder)
    path = socket.path
    state = Locked(State(socket: socket))
    let queue = DispatchQueue(label: "rollcall.inspector")
    unsafe arrivals = DispatchSource.makeReadSource(fileDescriptor: socket.descriptor, queue: queue)
    unsafe arrivals.setEventHandler { @Sendable [weak self] in self?.acceptAll() }
    // The descriptor is not closed before this has ended.
    unsafe arrivals.setCancelHandler { @Sendable in withExtendedLifetime(socket) {} }
    queue.async { folder.sweep() }
    unsafe arrivals.activate()
  }

  /// Listens no more, and ends all connections: each inspector is told what the journal still has, and that this was on
  /// purpose. Waits for that at most a fifth of a second. Safe on any thread; a second call changes nothing.
  public func stop() { end("stopped") }

  /// The same where the application itself ends.
  ///
  /// - Parameter milliseconds: How long inspectors may take to be told what the journal still has.
  package func stopAtEnd(withinMilliseconds milliseconds: Int = 200) { end("ended", milliseconds) }

  private func end(_ reason: String, _ milliseconds: Int = 200) {
    let (socket, servers) = state.withLock { state in
      defer { (state.socket, state.arriving, state.servers) = (nil, [], [:]) }
      return (state.socket, state.servers.values.compactMap(\.self))
    }
    guard let socket else { return }
    socket.remove()
    unsafe arrivals.cancel()
    for server in servers { server.leave(reason) }
    guard self.servers.wait(timeout: .now() + .milliseconds(milliseconds)) == .timedOut else { return }
    for server in servers { server.stop() }
  }

  private func acceptAll() {
    while let (descriptor, peer) = state.withLock(\.socket)?.accept() {
      let (number, problem) = admit()
      guard let number else {
        LineServer.sendAway(descriptor, problem)
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
          if state.servers[number] != nil { state.servers[number] = server }
          return state.socket == nil
        }
        if isStopped { server.stop() }
      } catch {
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
      guard state.socket != nil, state.servers.count < Self.most else {
        return (nil, "At most \(Self.most) inspectors can look at an application at once.")
      }
      guard state.arriving.count < Self.mostArriving else {
        return (
          nil, "\(Self.mostArriving) inspectors have connected and not said what they are. Try again in a moment."
        )
      }
      state.latest += 1
      state.servers[state.latest] = .some(nil)
      state.arriving.insert(state.latest)
      servers.enter()
      return (state.latest, "")
    }
  }

  private func forget(_ number: UInt64) {
    state.withLock { state in
      state.arriving.remove(number)
      state.servers[number] = nil
    }
  }
}
