import Foundation
import ModuleLifecycle
import RollcallCSockets
import RollcallTestingAdditions
import Testing

@testable import RollcallInspection

/// Where applications listen, and which inspectors they accept.
@Suite(.inTurn, .serialized) struct SocketTests {
  /// A new folder that is removed with this object. Socket paths must be short: it is directly below /tmp.
  private final class Place {
    let folder = SocketFolder(path: "/tmp/rollcall-test-\(UUID().uuidString.prefix(8))")

    func make(mode: mode_t = 0o700) throws {
      try FileManager.default.createDirectory(atPath: folder.path, withIntermediateDirectories: false)
      try #require(unsafe chmod(folder.path, mode) == 0)
    }

    deinit { try? FileManager.default.removeItem(atPath: folder.path) }
  }

  private func mode(of path: String) -> mode_t {
    var status = stat()
    return unsafe lstat(path, &status) == 0 ? status.st_mode & 0o777 : 0
  }

  @Test func theFolderComesFromTheUserTheSessionOrTheSystem() {
    func paths(_ environment: [String: String]) -> [String] {
      SocketFolder.all(environment: environment, user: 501).map(\.path)
    }
    expectEqual(paths([:]), ["/tmp/rollcall-501"])
    expectEqual(paths(["XDG_RUNTIME_DIR": "/run/user/501"]), ["/run/user/501/rollcall", "/tmp/rollcall-501"])
    expectEqual(paths(["XDG_RUNTIME_DIR": "", "ROLLCALL_SOCKETS": "/s"]), ["/s", "/tmp/rollcall-501"])
  }

  @Test func aFolderIsCreatedForThisUserAlone() throws {
    let place = Place()
    expectEqual(place.folder.sockets, [])
    try place.folder.prepare()
    try place.folder.prepare()
    expectEqual(mode(of: place.folder.path), 0o700)
  }

  @Test func aFolderThatOthersCanEnterIsRefused() throws {
    let place = Place()
    try place.make(mode: 0o750)
    #expect(
      throws: InspectionError(
        "Other users may enter the folder '\(place.folder.path)'. Run 'chmod 700' on it, or set ROLLCALL_SOCKETS.")
    ) { try place.folder.prepare() }
    expectEqual(place.folder.sockets, [])
  }

  @Test func aLinkToAFolderIsRefused() throws {
    let (place, link) = (Place(), Place())
    try place.make()
    try FileManager.default.createSymbolicLink(atPath: link.folder.path, withDestinationPath: place.folder.path)
    #expect(
      throws: InspectionError(
        "'\(link.folder.path)' is not a folder; nothing can listen in it. Set ROLLCALL_SOCKETS to a folder of your own."
      )
    ) { try link.folder.prepare() }
  }

  @Test(.enabled(if: geteuid() == 0, "only root can give a folder away")) func aFolderOfAnotherUserIsRefused() throws {
    let place = Place()
    try place.make()
    try #require(unsafe chown(place.folder.path, 12_345, 12_345) == 0)
    #expect(
      throws: InspectionError(
        "The folder '\(place.folder.path)' belongs to user 12345, and you are 0. "
          + "Set ROLLCALL_SOCKETS to a folder of your own.")
    ) { try place.folder.prepare() }
  }

  @Test func aFolderThatCannotBeCreatedHasAnErrorThatSaysWhy() {
    #expect(
      throws: InspectionError(
        "The socket folder '/nowhere/rollcall' can't be created: there is no such file or folder.")
    ) { try SocketFolder(path: "/nowhere/rollcall").prepare() }
    func error(_ environment: [String: String]) -> String {
      SocketFolder.error("It can't be used: permission denied.", code: EPERM, environment: environment).description
    }
    expectEqual(
      error([:]), "It can't be used: permission denied. Set ROLLCALL_SOCKETS to a folder of your own.")
    expectEqual(
      error(["APP_SANDBOX_CONTAINER_ID": "com.example.Storefront"]),
      "No inspector can reach an app in the App Sandbox. "
        + "Let it record itself instead: composite.journal.record(to:).")
  }

  @Test func aPathThatIsTooLongIsRefused() throws {
    let place = Place()
    try place.make()
    let long = SocketFolder(path: "\(place.folder.path)/\(String(repeating: "x", count: 80))")
    let error = #expect(throws: InspectionError.self) { try InspectorSocket(in: long) }
    expectEqual(error?.description.hasPrefix("The path '\(long.path)/\(getpid())-"), true)
    expectEqual(error?.description.hasSuffix(" bytes; the limit is 103."), true)
  }

  @Test func anInspectorOfThisUserIsAcceptedAndBothKnowEachOther() throws {
    let place = Place()
    let socket = try InspectorSocket(in: place.folder)
    #expect(place.folder.sockets == [socket.path] && mode(of: socket.path) == 0o600)
    #expect(socket.accept() == nil, "no inspector is waiting")
    let client = try InspectorSocket.connect(to: socket.path)
    let server = try #require(socket.accept())
    defer { for descriptor in [client.descriptor, server.descriptor] { close(descriptor) } }
    #expect(client.peer.process == getpid() && client.peer.user == geteuid())
    expectEqual(server.peer, client.peer)
    #expect(fcntl(client.descriptor, F_GETFD) & FD_CLOEXEC != 0 && fcntl(server.descriptor, F_GETFD) & FD_CLOEXEC != 0)
    #expect(fcntl(socket.descriptor, F_GETFD) & FD_CLOEXEC != 0)
  }

  @Test func onlyTheSocketsOwnFileIsRemovedWithIt() throws {
    let place = Place()
    var sockets = try [InspectorSocket(in: place.folder), InspectorSocket(in: place.folder)]
    let path = sockets[0].path
    sockets.removeFirst()
    expectEqual(place.folder.sockets, [sockets[0].path])
    #expect(throws: InspectionError("Can't connect to '\(path)': there is no such file or folder.")) {
      try InspectorSocket.connect(to: path)
    }
    // A file that has taken its path meanwhile is not its own.
    try FileManager.default.moveItem(atPath: sockets[0].path, toPath: "\(place.folder.path)/moved")
    try Data().write(to: URL(filePath: sockets[0].path))
    let other = sockets[0].path
    sockets = []
    #expect(FileManager.default.fileExists(atPath: other))
  }

  @Test func aSocketIsBoundWithTheNameThatItKeeps() throws {
    let place = Place()
    let socket = try InspectorSocket(in: place.folder)
    var address = sockaddr_un()
    var length = socklen_t(MemoryLayout<sockaddr_un>.size)
    let bound = unsafe withUnsafeMutablePointer(to: &address) { pointer in
      unsafe pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) {
        unsafe getsockname(socket.descriptor, $0, &length)
      }
    }
    expectEqual(bound, 0)
    let path = unsafe withUnsafeBytes(of: address.sun_path) { bytes in
      unsafe String(decoding: bytes.prefix { $0 != 0 }, as: UTF8.self)
    }
    expectEqual(path, socket.path)
  }

  /// Another application in the folder holds its lock, or the file system has none.
  @Test func withoutTheFoldersLockASocketListensAndNothingIsSwept() throws {
    let place = Place()
    try place.make()
    let name = "\(try endedProcess())-a.sock"
    try leave(name, in: place.folder)
    var lock = FolderLock(on: place.folder.path)
    #expect(lock != nil)
    let socket = try InspectorSocket(in: place.folder)
    close(try InspectorSocket.connect(to: socket.path).descriptor)
    place.folder.sweep()
    #expect(try names(in: place.folder).contains(name))
    lock = nil
    place.folder.sweep()
    expectEqual(place.folder.sockets, [socket.path])
    lock = FolderLock.take(on: place.folder.path)
    #expect(lock != nil, "the sweep and the socket have released it")
    withExtendedLifetime((lock, socket)) {}
  }

  @Test func aSocketThatDoesNotListenYetIsNotSwept() throws {
    let place = Place()
    try place.make()
    let descriptor = socket(AF_UNIX, streamSocket, 0)
    defer { close(descriptor) }
    let name = "\(getpid())-3w5e11264sgsf.sock"
    let address = try #require(SocketAddress("\(place.folder.path)/\(name)"))
    try #require(address.bind(descriptor))
    place.folder.sweep()
    try expectEqual(names(in: place.folder), [name])
  }

  /// Leaves a socket behind as a killed process does.
  private func leave(_ name: String, in folder: SocketFolder) throws {
    let socket = try InspectorSocket(in: folder)
    try FileManager.default.moveItem(atPath: socket.path, toPath: "\(folder.path)/\(name)")
  }

  private func names(in folder: SocketFolder) throws -> Set<String> {
    Set(try FileManager.default.contentsOfDirectory(atPath: folder.path))
  }

  /// Returns the number of a process that has ended.
  private func endedProcess() throws -> Int32 {
    let process = Process()
    process.executableURL = URL(filePath: "/bin/sh")
    process.arguments = ["-c", ":"]
    try process.run()
    process.waitUntilExit()
    return process.processIdentifier
  }

  @Test func onlySocketsOfEndedApplicationsAreSwept() throws {
    let place = Place()
    let listening = try InspectorSocket(in: place.folder)
    let ended = try endedProcess()
    // The first is this package's. The others are of other programs, of a process that is alive, or no sockets.
    let names = [
      "\(ended)-3w5e11264sgsf.sock", "postgres.sock", "keyring", ".\(ended)-a", "\(ended)-A.sock", "\(ended)-a-b.sock",
      "\(ended)-.sock", "0\(ended)-a.sock", "-1-a.sock", "\(getpid())-a.sock",
    ]
    for name in names { try leave(name, in: place.folder) }
    try Data().write(to: URL(filePath: "\(place.folder.path)/\(ended)-b.sock"))
    #expect(throws: InspectionError("The application that listened at '\(place.folder.path)/keyring' has ended.")) {
      try InspectorSocket.connect(to: "\(place.folder.path)/keyring")
    }
    let own = "\(place.folder.path)/\(getpid())-a.sock"
    #expect(throws: InspectionError("The application at '\(own)' does not answer.")) {
      try InspectorSocket.connect(to: own)
    }
    place.folder.sweep()
    let listeningName = (listening.path as NSString).lastPathComponent
    try expectEqual(self.names(in: place.folder), Set(names.dropFirst() + ["\(ended)-b.sock", listeningName]))
  }

  /// On macOS, the signal would end the process whichever thread writes.
  @Test func writingToAPeerThatHasGoneCausesNoSignal() throws {
    let place = Place()
    let listening = try InspectorSocket(in: place.folder)
    let client = try InspectorSocket.connect(to: listening.path)
    let served = try #require(listening.accept())
    defer { close(served.descriptor) }
    close(client.descriptor)
    // A blocked signal can be seen, and does not end the tests.
    var (only, before, pending) = (sigset_t(), sigset_t(), sigset_t())
    unsafe sigemptyset(&only)
    unsafe sigaddset(&only, SIGPIPE)
    unsafe pthread_sigmask(SIG_BLOCK, &only, &before)
    defer { unsafe pthread_sigmask(SIG_SETMASK, &before, nil) }
    #expect(unsafe rollcall_send(served.descriptor, "x", 1) == -1 && errno == EPIPE)
    unsafe sigpending(&pending)
    expectEqual(unsafe sigismember(&pending, SIGPIPE), 0)
  }
}
