import Foundation
import ModuleLifecycleTesting
import RollcallTestSupport
import RollcallTestingAdditions
import Testing

@testable import ModuleLifecycle
@testable import RollcallInspection

/// Peers that are hostile or broken: the application continues unharmed, and their cost is bounded.
@Suite(.inTurn, .serialized, .timeLimit(.minutes(10))) struct HostileInspectorTests {
  /// Checks that the application still answers a correct client.
  private func expectUnharmed(_ shop: InspectedShop, _ location: SourceLocation = #_sourceLocation) async throws {
    var connection = try? shop.attach()
    // Rejected connections can still be counted for a moment.
    while connection == nil { connection = try? shop.attach() }
    let found = try #require(connection)
    found.perform(.fire(event: "openURL", arguments: .object(["url": .string("pay:1")])))
    await expectEqual(found.answers(to: 1).last, .finished(problem: nil), sourceLocation: location)
    found.close()
  }

  @Test func aBrowserGetsAnError() async throws {
    let shop = try await InspectedShop()
    let client = try RawClient(shop.path)
    client.say(Array("GET / HTTP/1.1\r\nHost: localhost\r\n\r\n".utf8))
    expectEqual(
      client.rest(),
      [
        #"{"error":"malformed","message":"An inspector's line must be one JSON object of at most 64 KiB.","type":"error"}"#
      ])
    try await expectUnharmed(shop)
    await shop.end()
  }

  @Test func aHundredMegabytesWithoutALineBreakAreNotHeld() async throws {
    let shop = try await InspectedShop()
    let client = try RawClient(shop.path)
    let before = residentBytes()
    let chunk = [UInt8](repeating: UInt8(ascii: "{"), count: 1 << 20)
    for _ in 0..<100 where client.say(chunk) {}
    // Sanitizers keep freed memory.
    #if !ROLLCALL_PTHREAD_LOCK
    if ProcessInfo.processInfo.environment["LSAN_OPTIONS"] == nil { #expect(residentBytes() - before < 40 << 20) }
    #endif
    #expect(!client.say(chunk), "it was disconnected")
    try await expectUnharmed(shop)
    await shop.end()
  }

  @Test func randomBytesAndMutatedLinesDoNoHarm() async throws {
    let shop = try await InspectedShop()
    var random = SplitMix(state: 7)
    let attach = Array(#"{"after":3,"attach":1,"min":1,"name":"me","role":"control","session":"00"}"#.utf8)
    let requests = [
      #"{"arguments":{"url":"pay:1"},"command":"fire","event":"openURL","id":1,"type":"perform"}"#,
      #"{"command":"move","id":2,"module":1,"place":1,"type":"perform"}"#, #"{"type":"prologue"}"#,
      #"{"command":"cancel","id":3,"object":{"number":1,"owner":1},"type":"check"}"#,
    ].map { Array($0.utf8) }
    func mutated(_ line: [UInt8]) -> [UInt8] {
      var line = line
      for _ in 0...random.below(3) {
        switch random.below(3) {
        case 0: line[random.below(line.count)] = UInt8(random.below(256))
        case 1: line.remove(at: random.below(line.count))
        default: line.insert(UInt8(random.below(256)), at: random.below(line.count))
        }
      }
      return line + [0x0A]
    }
    var lines = 0
    while lines < 10_000 {
      guard let client = try? RawClient(shop.path) else { continue }
      if random.below(3) == 0 {
        client.say(mutated(attach))
        lines += 1
      } else {
        client.say(attach + [0x0A])
        for _ in 0..<40 {
          lines += 1
          if !client.say(mutated(requests[random.below(requests.count)])) { break }
        }
      }
      if random.below(20) == 0 { client.say((0..<1_000).map { _ in UInt8(random.below(256)) }) }
    }
    try await expectUnharmed(shop)
    await shop.end()
  }

  @Test func twoHundredSilentClientsDoNotKeepOthersOut() async throws {
    let clock = ManualClock()
    let shop = try await InspectedShop(clock: clock.monotonic)
    var silent: [RawClient] = []
    while silent.count < 200 { if let client = try? RawClient(shop.path) { silent.append(client) } }
    // The server waits for eight of them and disconnects the others at once.
    while silent.filter(\.hasMail).count < 200 - Inspector.mostArriving { await Task.yield() }
    let waiting = silent.filter { !$0.hasMail }
    for client in silent where client.hasMail { expectEqual(client.line()?.contains(#""error":"busy""#), true) }
    clock.advance(by: .seconds(6))
    for client in waiting {
      // A byte makes the thread read the clock, which here moves by hand.
      client.say([UInt8(ascii: "{")])
      expectEqual(client.line(), Self.late)
    }
    try await expectUnharmed(shop)
    await shop.end()
  }

  @Test func aConnectionCanBeCutAtEveryByteOfItsHandshake() async throws {
    let shop = try await InspectedShop()
    let session = try #require(try shop.attach().hello.session)
    let line = Array("{\"after\":1,\"attach\":1,\"role\":\"view\",\"session\":\"\(session)\"}\n".utf8)
    for end in 0...line.count {
      var client = try? RawClient(shop.path)
      while client == nil { client = try? RawClient(shop.path) }
      client?.say(line[..<end])
    }
    try await expectUnharmed(shop)
    await shop.end()
  }

  @Test func anApplicationCanBeCutAtEveryByteOfItsHello() async throws {
    let shop = try await InspectedShop()
    let client = try RawClient(shop.path)
    client.say(#"{"attach":1}"#)
    let hello = Array((try #require(client.line()) + "\n").utf8)
    for end in stride(from: 0, to: hello.count, by: 41) {
      var ends: [Int32] = [-1, -1]
      try #require(unsafe socketpair(AF_UNIX, streamSocket, 0, &ends) == 0)
      _ = unsafe hello[..<end].withUnsafeBytes { unsafe write(ends[1], $0.baseAddress, $0.count) }
      let peer = try #require(SystemCalls.peer(of: ends[0]))
      close(ends[1])
      #expect(throws: InspectionError("No application has identified itself.")) {
        try LineConnection(attachingTo: (ends[0], peer), "", patience: .seconds(60)) {}
      }
    }
    await shop.end()
  }

  @Test func twentyInspectorsSeeTheSame() async throws {
    let shop = try await InspectedShop()
    let connections = try (0..<20).map { _ in try shop.attach() }
    for _ in 0..<50 { await shop.send(DidReceiveMemoryWarning()) }
    await shop.send(DidFinishLaunching())
    for connection in connections {
      var count = 0
      await connection.receive { message in
        guard case .entries(let entries, _) = message else { return nil as Void? }
        let events = entries.compactMap { if case .dispatch(let one) = $0 { one.event } else { nil } }
        count += events.count
        return events.contains("didFinishLaunching") ? () : nil
      }
      expectEqual(count, 51)
    }
    await shop.end()
  }

  /// An inspector that reads a little now and then, while events come as fast as possible.
  @Test func aSlowReaderMissesEntriesAndThenGetsAPrologue() async throws {
    let shop = try await InspectedShop(capacity: 256 << 10)
    let client = try RawClient(shop.path)
    client.say(#"{"attach":1}"#)
    expectEqual(client.line()?.contains("hello"), true)
    for _ in 0..<200 {
      for _ in 0..<100 { await shop.send(DidReceiveMemoryWarning()) }
      await Task.yield()
    }
    await shop.send(DidFinishLaunching())
    var (hasGap, lastPrologue) = (false, "")
    var told = ""
    while !told.contains(#""event":"didFinishLaunching""#) || lastPrologue.isEmpty {
      told = try #require(client.line())
      hasGap = hasGap || told.contains(#""type":"gap""#)
      if told.contains(#""type":"prologue""#) { lastPrologue = told }
      if told.contains(#""event":"didFinishLaunching""#), !lastPrologue.isEmpty || !hasGap { break }
      if told.contains(#""type":"prologue""#), told.contains(#""state":"inactive""#) { break }
    }
    #expect(hasGap && lastPrologue.contains(#""name":"Clerk""#))
    await shop.end()
  }

  @Test func refusedRoleRequestsDoNotPushTheRestOutOfTheJournal() async throws {
    let shop = try await InspectedShop(allowing: .view, capacity: 1 << 20)
    await shop.send(DidFinishLaunching())
    let client = try RawClient(shop.path)
    client.say(#"{"attach":1}"#)
    expectEqual(client.line()?.contains("hello"), true)
    // The last line would end the connection, too.
    client.say(String(repeating: #"{"role":"control","type":"role"}"# + "\n", count: 1_001) + "x")
    expectEqual(
      client.rest().last, #"{"error":"busy","message":"More than 1000 requests were refused.","type":"error"}"#)
    let connection = try shop.attach(as: .view)
    expectEqual(connection.hello.nextEntry, 0)
    let event = await connection.entry { if case .dispatch(let dispatch) = $0 { dispatch.event } else { nil } }
    expectEqual(event, "didFinishLaunching")
    connection.close()
    await shop.end()
  }

  private static let late =
    #"{"error":"malformed","message":"The attach line did not arrive within 5 s.","type":"error"}"#

  // MARK: Other users

  private static let isRoot =
    geteuid() == 0 && FileManager.default.isExecutableFile(atPath: "/usr/bin/setpriv") && python != nil
  private static let python = ["/usr/bin/python3", "/usr/local/bin/python3"].first {
    FileManager.default.isExecutableFile(atPath: $0)
  }
  private static let needsRoot: Comment = "needs root, setpriv and python3"

  /// Connects to a socket as another user and returns the answer.
  private func connectAsAnotherUser(to path: String) async throws -> String {
    let process = Process()
    process.executableURL = URL(filePath: "/usr/bin/setpriv")
    let script = """
      import socket, sys
      s = socket.socket(socket.AF_UNIX)
      try:
          s.connect(sys.argv[1]); s.sendall(b'{"attach":1}\\n'); print("got", s.recv(99))
      except OSError as error: print("refused", error.strerror)
      """
    process.arguments = [
      "--reuid", "12345", "--regid", "12345", "--clear-groups", Self.python ?? "", "-c", script, path,
    ]
    let pipe = Pipe()
    process.standardOutput = pipe
    try process.run()
    let text = String(decoding: pipe.fileHandleForReading.readDataToEndOfFile(), as: UTF8.self)
    process.waitUntilExit()
    return text.trimmingCharacters(in: .whitespacesAndNewlines)
  }

  @Test(.enabled(if: isRoot, needsRoot)) func anotherUserIsRefusedByFolderSocketAndPeerCheck() async throws {
    let shop = try await InspectedShop()
    let folder = shop.place.folder.path
    try await expectEqual(connectAsAnotherUser(to: shop.path), "refused Permission denied", "by the folder")
    try #require(unsafe chmod(folder, 0o755) == 0)
    try await expectEqual(connectAsAnotherUser(to: shop.path), "refused Permission denied", "by the socket")
    try #require(unsafe chmod(shop.path, 0o666) == 0)
    let told = try await connectAsAnotherUser(to: shop.path)
    #expect(
      ["got b''", "refused Connection reset by peer", "refused Broken pipe"].contains(told), "peer check: \(told)")
    try #require(unsafe chmod(folder, 0o700) == 0)
    try await expectUnharmed(shop)
    await shop.end()
  }

  @Test(.enabled(if: isRoot, needsRoot)) func theApplicationOfAnotherUserIsRefused() async throws {
    let path = "/tmp/rollcall-test-\(UUID().uuidString.prefix(8)).sock"
    defer { unsafe unlink(path) }
    let process = Process()
    process.executableURL = URL(filePath: "/usr/bin/setpriv")
    let script = """
      import socket, sys, os
      s = socket.socket(socket.AF_UNIX); s.bind(sys.argv[1]); os.chmod(sys.argv[1], 0o666); s.listen(); print("ready", flush=True)
      s.accept(); sys.stdin.read()
      """
    process.arguments = [
      "--reuid", "12345", "--regid", "12345", "--clear-groups", Self.python ?? "", "-c", script, path,
    ]
    let (output, input) = (Pipe(), Pipe())
    (process.standardOutput, process.standardInput) = (output, input)
    try process.run()
    #expect(String(decoding: output.fileHandleForReading.availableData, as: UTF8.self).hasPrefix("ready"))
    #expect(throws: InspectionError("The application at '\(path)' belongs to user 12345, and you are 0.")) {
      try InspectorSocket.connect(to: path)
    }
    try input.fileHandleForWriting.close()
    process.waitUntilExit()
  }

  @Test(.enabled(if: FileManager.default.fileExists(atPath: "/proc/self/fd"), "needs /proc"))
  func aChildProcessInheritsNoSockets() async throws {
    let shop = try await InspectedShop()
    let connection = try shop.attach()
    // The sockets that Foundation creates for the child come later.
    let ours = sockets(of: "self")
    #expect(ours.count >= 3)
    let process = Process()
    process.executableURL = URL(filePath: "/bin/sleep")
    process.arguments = ["600"]
    try process.run()
    #expect(sockets(of: "\(process.processIdentifier)").isDisjoint(with: ours))
    kill(process.processIdentifier, SIGKILL)
    process.waitUntilExit()
    #expect(FileManager.default.fileExists(atPath: shop.path))
    connection.close()
    await shop.end()
  }

  /// Returns the open sockets of a process.
  private func sockets(of process: String) -> Set<String> {
    let folder = "/proc/\(process)/fd"
    let names = (try? FileManager.default.contentsOfDirectory(atPath: folder)) ?? []
    return Set(
      names.compactMap { try? FileManager.default.destinationOfSymbolicLink(atPath: "\(folder)/\($0)") }
        .filter { $0.hasPrefix("socket:") })
  }

  private func residentBytes() -> Int {
    let text = (try? String(contentsOfFile: "/proc/self/statm", encoding: .utf8)) ?? ""
    return (text.split(separator: " ").dropFirst().first.flatMap { Int($0) } ?? 0) * 4096
  }
}

extension SplitMix {
  fileprivate mutating func below(_ bound: Int) -> Int { Int(next() % UInt64(bound)) }
}
