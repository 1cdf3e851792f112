import Foundation
import RollcallTestingAdditions
import Testing

/// Signals that ask a program to end, whatever it does.
@Suite(.inTurn, .serialized, .timeLimit(.minutes(10))) struct SignalTests {
  private static let handling = Maps.push("takes: 60min")

  private func busyServer() async throws -> Served {
    let served = try await Served(Self.handling, "--fire", "didReceiveMemoryWarning")
    await eventually { (try? await served.rollcall("attach", "--list").output.contains("hangs in Push")) == true }
    return served
  }

  @Test func aSignalThatArrivesTwiceIsOneRequest() async throws {
    let served = try await Served(Maps.shop)
    // Before a second has passed, unless the machine is very busy: the shutdown is over by then.
    for number in [SIGTERM, SIGHUP, SIGTERM] { served.signal(number) }
    await served.waitForEnd()
    #expect(served.process.terminationReason == .exit && served.process.terminationStatus == 0)
    #expect(served.socketFiles.isEmpty)
  }

  @Test func aHandlerThatHangsDoesNotHoldUpTheEnd() async throws {
    let served = try await busyServer()
    served.signal(SIGTERM)
    await served.waitForEnd()
    #expect(served.process.terminationReason == .exit && served.process.terminationStatus == 75)
    let lines = try served.said.split(separator: "\n").suffix(3)
    expectEqual(lines.first, "The shutdown has reached its limit of 10 s. It waits for:")
    #expect(lines.dropFirst().first?.hasPrefix("- Push handles didReceiveMemoryWarning, for ") == true, "\(lines)")
    expectEqual(lines.last, "The process ends with 75.")
    #expect(served.socketFiles.isEmpty)
  }

  @Test func aLaterSignalEndsItAtOnce() async throws {
    let served = try await busyServer()
    served.signal(SIGTERM)
    // Until a second has passed, it belongs to the first one.
    while served.process.isRunning {
      try await Task.sleep(for: .milliseconds(200))
      served.signal(SIGINT)
    }
    #expect(served.process.terminationReason == .exit && served.process.terminationStatus == 75)
    let said = try served.said
    #expect(said.contains("A second signal asks for the end. The shutdown has taken "), "\(said)")
    #expect(said.contains("\n- Push handles didReceiveMemoryWarning, for "), "\(said)")
    #expect(served.socketFiles.isEmpty)
  }

  @Test(arguments: [SIGTERM, SIGINT, SIGHUP]) func aReaderThatReadsNoMoreDoesNotHoldUpTheEnd(signal: Int32) async throws
  {
    let served = try await Served(Maps.shop, "--allow-control")
    let process = try Rollcall.process(["attach", "\(served.pid)", "--json", "--control"], in: served.folder)
    process.environment = try TestEnvironment.variables(["ROLLCALL_SOCKETS": Served.sockets(in: served.folder)])
    let (input, output) = (Pipe(), Pipe())
    (process.standardInput, process.standardOutput) = (input, output)
    try process.runWithAllSignals()
    let fire = #"{"type":"perform","id":1,"command":"fire","event":"openURL","arguments":{"url":"pay:1"}}"# + "\n"
    // Many times what the pipe holds, until nothing more is taken.
    let descriptor = input.fileHandleForWriting.fileDescriptor
    _ = fcntl(descriptor, F_SETFL, O_NONBLOCK)
    let bytes = Array(String(repeating: fire, count: 100).utf8)
    for _ in 1...40 { _ = unsafe write(descriptor, bytes, bytes.count) }
    await eventually { waiting(in: output) >= 60_000 }
    kill(process.processIdentifier, signal)
    await eventually { !process.isRunning }
    #expect(process.terminationReason == .exit && process.terminationStatus == 0)
  }

  /// How many bytes a pipe holds.
  private func waiting(in pipe: Pipe) -> Int32 {
    var count: Int32 = 0
    #if canImport(Darwin)
    // Swift does not import FIONREAD there.
    let request: UInt = 0x4004_667F
    #else
    let request = UInt(FIONREAD)
    #endif
    _ = unsafe ioctl(pipe.fileHandleForReading.fileDescriptor, request, &count)
    return count
  }

  @Test func anInterruptedVerificationLeavesNoFiles() async throws {
    let folder = try TemporaryFolder()
    // Its first module owns a temporary file.
    try folder.write("main: Scene\nmodules: [ThirdParties, Scene]\n", to: "Modules.map")
    try FileManager.default.createDirectory(at: folder.url.appending(path: "t"), withIntermediateDirectories: false)
    let process = try Rollcall.process(["explain", "--verify", "--map", "Modules.map"], in: folder)
    process.environment = try TestEnvironment.variables(["TMPDIR": folder.path(of: "t")])
    (process.standardOutput, process.standardError) = (FileHandle.nullDevice, FileHandle.nullDevice)
    try process.runWithAllSignals()
    let temporary = { (try? FileManager.default.subpathsOfDirectory(atPath: folder.path(of: "t"))) ?? [] }
    await eventually { temporary().contains { $0.hasSuffix("launch-1.rollcall") } }
    kill(process.processIdentifier, SIGTERM)
    await eventually { !process.isRunning }
    expectEqual(temporary(), [])
  }
}
