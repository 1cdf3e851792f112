import Dispatch
import Foundation
public import ModuleLifecycle
public import RollcallRecordings

extension CompositeDelegate {
  /// Lets inspectors of this user view the application while it runs. `rollcall attach` opens the whole dashboard on
  /// it, even while its main actor hangs.
  ///
  /// ```swift
  /// #if DEBUG
  /// try composite.startInspector(name: "Storefront")
  /// #endif
  /// ```
  ///
  /// The application listens on a Unix-domain socket that only this user can reach, in `$XDG_RUNTIME_DIR/rollcall` or
  /// `/tmp/rollcall-UID`. The environment variable `ROLLCALL_SOCKETS` selects another folder. When the socket's file is
  /// deleted, the application listens again a second later. There is no network port.
  /// Nothing listens unless this method is called. Each inspector is served on its own thread, and no handler ever
  /// waits for one. Without an attached inspector, it costs no time.
  ///
  /// - Parameters:
  ///   - name: The application's name; `nil` for the composite's name.
  ///   - role: The maximum role of an inspector. `.control` amounts to code execution on the application's terms: an
  ///     inspector can send every event with any arguments.
  ///   - redaction: Receives every text that leaves the application, and returns what an inspector sees in its place.
  ///     Not applied to the names of the application, its modules and its events.
  ///   - directory: The folder to listen in. It must belong to this user, and no other user may have access. Created if
  ///     it does not exist.
  /// - Returns: The inspector. The composite keeps it until `stop()`, or until its own end.
  /// - Throws: `InspectionError` if nothing can listen there, with a hint on what to do.
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
  ///   - clock: Determines when to send a beat, and when to reject an inspector that has not identified itself.
  @discardableResult
  package func startInspector(
    name: String? = nil, allowing role: InspectionRole = .view, redacting redaction: Redaction? = nil,
    in folder: SocketFolder?, clock: MonotonicClock
  ) throws(InspectionError) -> Inspector {
    let terms = InspectionTerms(
      inspected: InspectedComposite(self, name: name), role: role, redaction: redaction, clock: clock)
    let inspector = try Inspector(terms) { folder ?? SocketFolder.standard() }
    observers.add(InspectorLease(inspector))
    return inspector
  }
}

/// Stops an inspector when its composite ends, even if it is also kept elsewhere.
private nonisolated final class InspectorLease: Observer {
  private let inspector: Inspector

  init(_ inspector: Inspector) { self.inspector = inspector }

  deinit { inspector.stopAtEnd() }
}

/// Listens for inspectors. Created by `startInspector`.
public final class Inspector: Sendable {
  /// The maximum number of inspectors at once.
  static let most = 32
  /// The maximum number of inspectors that have not identified themselves.
  static let mostArriving = 8

  /// The path of the socket. It changes when its file was deleted and the application listens again.
  public var path: String { state.withLock(\.path) }
  private let terms: InspectionTerms
  private let folder: @Sendable () -> SocketFolder
  private let state: Locked<State>
  private let queue = DispatchQueue(label: "rollcall.inspector")
  /// Entered for each connected inspector, and left at its end.
  private let servers = DispatchGroup()

  private struct State: Sendable {
    /// The listening socket; `nil` after the inspector was stopped.
    var socket: InspectorSocket?
    var path: String
    /// Reports new connections.
    var arrivals: DispatchLease?
    /// Reports that the socket's file may have gone.
    var watch: FolderWatch?
    /// The connected inspectors by number. The server is `nil` until it has started.
    var servers: [UInt64: LineServer?] = [:]
    /// The inspectors that have not identified themselves.
    var arriving: Set<UInt64> = []
    var latest: UInt64 = 0
    /// The latest decision to look for the socket's file. Earlier ones have no effect any more.
    var look: UInt64 = 0
  }

  /// - Parameter folder: Returns the folder to listen in. Called again when the socket's file has gone.
  init(_ terms: InspectionTerms, in folder: @escaping @Sendable () -> SocketFolder) throws(InspectionError) {
    (self.terms, self.folder) = (terms, folder)
    let socket = try InspectorSocket(in: folder())
    state = Locked(State(socket: socket, path: socket.path))
    listen(on: socket)
    queue.async { [weak self] in
      socket.folder.sweep()
      self?.keepFile()
    }
    ProcessEnd.add(self) { [weak self] in self?.stopAtEnd() }
  }

  /// Stops listening and ends all connections. Each inspector first receives the rest of the journal and is informed
  /// that the stop was intended. Waits for that at most 200 ms. Safe on any thread. Further calls have no effect.
  public func stop() { end("stopped") }

  /// Stops the inspector because the application ends.
  ///
  /// - Parameter milliseconds: How long inspectors can take to receive the rest of the journal.
  package func stopAtEnd(withinMilliseconds milliseconds: Int = 200) { end("ended", milliseconds) }

  private func end(_ reason: String, _ milliseconds: Int = 200) {
    let (socket, servers) = state.withLock { state in
      defer {
        (state.socket, state.arrivals, state.watch, state.arriving, state.servers) = (nil, nil, nil, [], [:])
      }
      return (state.socket, state.servers.values.compactMap(\.self))
    }
    guard let socket else { return }
    ProcessEnd.remove(self)
    socket.remove()
    for server in servers { server.leave(reason) }
    guard self.servers.wait(timeout: .now() + .milliseconds(milliseconds)) == .timedOut else { return }
    for server in servers { server.stop() }
  }

  /// Accepts inspectors at a new socket instead of the previous one, unless the inspector was stopped. Those that are
  /// connected stay.
  private func listen(on socket: InspectorSocket) {
    // Keeps the descriptor open until the source has ended.
    let arrivals = DispatchLease(
      { [queue] in DispatchSource.makeReadSource(fileDescriptor: socket.descriptor, queue: queue) },
      ended: { withExtendedLifetime(socket) {} }, { [weak self] in self?.acceptAll() })
    state.withLock { state in
      if state.socket != nil { (state.socket, state.path, state.arrivals) = (socket, socket.path, arrivals) }
    }
  }

  /// Listens at a new socket if the file of the present one has gone, and watches the folder. If it can't listen there,
  /// it tries again at the next change in the folder, and in any case after a pause that grows to a minute.
  ///
  /// - Parameter pause: The pause before this try, in seconds.
  private func keepFile(after pause: Int = 1) {
    guard var socket = state.withLock(\.socket) else { return }
    if socket.isLost, let new = try? InspectorSocket(in: folder()) {
      listen(on: new)
      socket = new
    }
    let hasFailed = socket.isLost
    let watch = FolderWatch(on: socket.folder, queue: queue) { [weak self] in self?.keepFileSoon() }
    state.withLock { if $0.socket != nil { $0.watch = watch } }
    if hasFailed {
      keepFile(in: min(2 * pause, 60))
    } else if socket.isLost {
      // The file has gone before the watch was there.
      keepFileSoon()
    }
  }

  /// Looks for the file in a second, without a watch until then. That bounds the cost of many changes, and a folder that
  /// is being removed has gone by then.
  private func keepFileSoon() {
    state.withLock { $0.watch = nil }
    keepFile(in: 1)
  }

  private func keepFile(in pause: Int) {
    let look = state.withLock { state in
      state.look += 1
      return state.look
    }
    queue.asyncAfter(deadline: .now() + .seconds(pause)) { [weak self] in
      if let self, state.withLock({ $0.look == look }) { keepFile(after: pause) }
    }
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
          // The server may already have ended.
          if state.servers[number] != nil { state.servers[number] = server }
          return state.socket == nil
        }
        if isStopped { server.stop() }
      } catch {
        forget(number)
        servers.leave()
      }
    }
    // Without a free descriptor, the waiting connection would be reported again at once.
    if [EMFILE, ENFILE, ENOBUFS, ENOMEM].contains(errno) { usleep(100_000) }
  }

  /// Returns a number for a new inspector; or `nil` and the reason it can't be served.
  private func admit() -> (number: UInt64?, problem: String) {
    state.withLock { state in
      guard state.socket != nil, state.servers.count < Self.most else {
        return (nil, "At most \(Self.most) inspectors can look at an application at once.")
      }
      guard state.arriving.count < Self.mostArriving else {
        return (
          nil, "\(Self.mostArriving) inspectors have connected but not identified themselves. Try again in a moment."
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
