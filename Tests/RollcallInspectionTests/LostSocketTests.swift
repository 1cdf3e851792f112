import Foundation
import ModuleLifecycle
import ModuleLifecycleTesting
import RollcallTestingAdditions
import Testing

@testable import RollcallInspection

/// A socket whose file is deleted while the application listens.
@MainActor @Suite(.inTurn, .serialized, .timeLimit(.minutes(10))) struct LostSocketTests {
  private let place = SocketPlace()
  private let composite = CompositeDelegate(name: "Shop")

  private func inspector(in folder: @escaping @Sendable () -> SocketFolder) throws -> Inspector {
    let inspected = InspectedComposite(composite, name: nil)
    return try Inspector(
      InspectionTerms(inspected: inspected, role: .view, redaction: nil, clock: ManualClock().monotonic), in: folder)
  }

  private func eventually(_ condition: () throws -> Bool) async throws {
    while try !condition() { try await Task.sleep(for: .milliseconds(5)) }
  }

  /// Waits until an inspector can find and reach the application in the folder, and nothing else is there.
  private func isFound(_ inspector: Inspector, in folder: SocketFolder) async throws {
    try await eventually { folder.sockets == [inspector.path] }
    close(try InspectorSocket.connect(to: inspector.path).descriptor)
  }

  @Test func aDeletedSocketIsBoundAgainAndInspectorsStayConnected() async throws {
    let inspector = try composite.startInspector(in: place.folder, clock: ManualClock().monotonic)
    let connection = try await Task.detached {
      try LineConnection(
        attachingTo: InspectorSocket.connect(to: inspector.path), LineConnection.greeting(as: .view),
        patience: .seconds(60)
      ) {}
    }.value
    // More than once.
    for _ in 1...2 {
      let path = inspector.path
      try FileManager.default.removeItem(atPath: path)
      try await isFound(inspector, in: place.folder)
      #expect(inspector.path != path)
    }
    composite.send(DidBecomeActive())
    _ = await connection.entry { if case .dispatch(let dispatch) = $0 { dispatch.event } else { nil } }
    connection.close()
    inspector.stop()
    expectEqual(place.folder.sockets, [])
  }

  @Test func aMovedSocketIsBoundAgain() async throws {
    let inspector = try inspector { [folder = place.folder] in folder }
    try FileManager.default.moveItem(atPath: inspector.path, toPath: "\(place.folder.path)/other")
    try await isFound(inspector, in: place.folder)
  }

  @Test func aDeletedFolderIsMadeAgain() async throws {
    let inspector = try inspector { [folder = place.folder] in folder }
    try FileManager.default.removeItem(atPath: place.folder.path)
    try await isFound(inspector, in: place.folder)
  }

  @Test func aMovedFolderIsMadeAgain() async throws {
    let inspector = try inspector { [folder = place.folder] in folder }
    let other = SocketPlace()
    try FileManager.default.moveItem(atPath: place.folder.path, toPath: other.folder.path)
    try await isFound(inspector, in: place.folder)
    withExtendedLifetime(other) {}
  }

  @Test func whenTheRuntimeFolderHasGoneItListensInTheNextFolder() async throws {
    let runtime = SocketPlace().folder.path
    try FileManager.default.createDirectory(atPath: runtime, withIntermediateDirectories: false)
    let user = UInt32.random(in: 4_000_000_000 ... .max)
    let next = SocketFolder(path: "/tmp/rollcall-\(user)")
    defer { try? FileManager.default.removeItem(atPath: next.path) }
    let inspector = try inspector { .standard(environment: ["XDG_RUNTIME_DIR": runtime], user: user) }
    #expect(inspector.path.hasPrefix("\(runtime)/rollcall/"))
    try FileManager.default.removeItem(atPath: runtime)
    try await isFound(inspector, in: next)
  }

  @Test func aStoppedInspectorDoesNotListenAgain() async throws {
    let stopped = try inspector { [folder = place.folder] in folder }
    let inspector = try inspector { [folder = place.folder] in folder }
    let path = stopped.path
    stopped.stop()
    // If the first one listened again, it would do so before the second one.
    try FileManager.default.removeItem(atPath: inspector.path)
    try await isFound(inspector, in: place.folder)
    expectEqual(stopped.path, path)
  }

  @Test func aSocketInItsPlaceIsNotItsOwn() async throws {
    let inspector = try inspector { [folder = place.folder] in folder }
    let lost = inspector.path
    let other = SocketPlace()
    let taker = try InspectorSocket(in: other.folder)
    try #require(unsafe rename(taker.path, lost) == 0)
    try await eventually { inspector.path != lost }
    #expect(FileManager.default.fileExists(atPath: lost))
    close(try InspectorSocket.connect(to: inspector.path).descriptor)
    inspector.stop()
    expectEqual(place.folder.sockets, [lost])
  }

  @Test func whenItCannotListenAgainItTriesAgain() async throws {
    let tries = Locked(0)
    let inspector = try inspector { [folder = place.folder] in
      tries.withLock { $0 += 1 }
      return folder
    }
    // A file takes the folder's place, in which nothing can be watched.
    let file = place.folder.path + "-file"
    try Data().write(to: URL(filePath: file))
    defer { try? FileManager.default.removeItem(atPath: file) }
    try await eventually {
      // The inspector can make the folder again before the file is there.
      try? FileManager.default.removeItem(atPath: place.folder.path)
      return unsafe rename(file, place.folder.path) == 0
    }
    let lost = inspector.path
    try await eventually { tries.withLock(\.self) >= 2 }
    expectEqual(inspector.path, lost)
    try FileManager.default.removeItem(atPath: place.folder.path)
    try await eventually { inspector.path != lost }
    try await isFound(inspector, in: place.folder)
  }

  @Test func whenItCannotListenAgainItTriesAtTheNextChange() async throws {
    let tries = Locked(0)
    let inspector = try inspector { [folder = place.folder] in
      tries.withLock { $0 += 1 }
      return folder
    }
    let lost = inspector.path
    try FileManager.default.setAttributes([.posixPermissions: 0o755], ofItemAtPath: place.folder.path)
    try FileManager.default.removeItem(atPath: lost)
    try await eventually { tries.withLock(\.self) >= 2 }
    expectEqual(inspector.path, lost)
    try FileManager.default.setAttributes([.posixPermissions: 0o700], ofItemAtPath: place.folder.path)
    let other = "\(place.folder.path)/other"
    try await eventually {
      try Data().write(to: URL(filePath: other))
      try FileManager.default.removeItem(atPath: other)
      return inspector.path != lost
    }
    try await isFound(inspector, in: place.folder)
  }

  #if os(Linux)
  /// What systemd-tmpfiles does with files that no program has used for days: it spares sockets by the names in this
  /// list.
  private func deleteOldSockets(notIn list: String) {
    for socket in place.folder.sockets where !list.split(whereSeparator: \.isWhitespace).contains(socket[...]) {
      try? FileManager.default.removeItem(atPath: socket)
    }
  }

  @Test func systemdSparesASocketThatListens() async throws {
    let inspector = try inspector { [folder = place.folder] in folder }
    let left = "\(place.folder.path)/\(getpid())-a.sock"
    do {
      let other = try InspectorSocket(in: place.folder)
      try FileManager.default.moveItem(atPath: other.path, toPath: left)
    }
    expectEqual(place.folder.sockets.count, 2)
    // The kernel's list can lack a socket while other programs open and close theirs.
    var list = ""
    try await eventually {
      list = try String(contentsOfFile: "/proc/net/unix", encoding: .utf8)
      return list.contains(inspector.path)
    }
    deleteOldSockets(notIn: list)
    expectEqual(place.folder.sockets, [inspector.path])
  }

  /// It sees only the sockets of its own network.
  @Test(.enabled(if: socketsOfAnotherNetwork != nil, "no network namespace can be made here"))
  func aSocketThatSystemdDeletesFromAnotherNetworkIsBoundAgain() async throws {
    let inspector = try inspector { [folder = place.folder] in folder }
    let path = inspector.path
    deleteOldSockets(notIn: try #require(Self.socketsOfAnotherNetwork))
    #expect(!FileManager.default.fileExists(atPath: path))
    try await isFound(inspector, in: place.folder)
  }

  private nonisolated static let socketsOfAnotherNetwork: String? = {
    let (process, output) = (Process(), Pipe())
    process.executableURL = URL(filePath: "/usr/bin/unshare")
    process.arguments = ["--map-root-user", "--net", "cat", "/proc/self/net/unix"]
    (process.standardOutput, process.standardError) = (output, FileHandle.nullDevice)
    guard (try? process.run()) != nil else { return nil }
    let text = String(decoding: output.fileHandleForReading.readDataToEndOfFile(), as: UTF8.self)
    process.waitUntilExit()
    return process.terminationStatus == 0 ? text : nil
  }()
  #endif
}
