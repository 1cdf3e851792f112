import Foundation
import RollcallTestingAdditions
import Testing

/// `attach --json`, and `attach --once --json`.
@Suite(.inTurn, .serialized, .timeLimit(.minutes(10))) struct AttachJSONTests {
  @Test func aScriptReadsLinesAndSendsRequests() async throws {
    let served = try await Served(Maps.shop, "--allow-control")
    let script = try Script(served, "--control")
    let hello = try await script.line(with: #""type":"hello""#)
    #expect(try script.lines.first == hello && hello.contains(#""role":"control""#))
    try script.send(#"{"type":"perform","id":1,"command":"fire","event":"openURL","arguments":{"url":"pay:1"}}"#)
    try await expectEqual(script.line(with: #""finished""#), #"{"answer":"finished","id":1,"type":"reply"}"#)
    #expect(try await script.line(with: #""type":"dispatch""#).contains(#""url":"pay:1""#))
    try script.send("fire openURL")
    try await expectEqual(
      script.line(with: #""type":"error""#),
      #"{"error":"malformed","message":"This line was not sent: invalid JSON at byte 1.","type":"error"}"#)
    try script.send(#"{"type":"perform","id":2,"event":"\#(String(repeating: "x", count: 70_000))"}"#)
    try await expectEqual(
      script.line(with: "64 KiB"),
      #"{"error":"malformed","message":"This line was not sent: a request can be at most 64 KiB.","type":"error"}"#
    )
    // The end of its input changes nothing.
    try script.input.fileHandleForWriting.close()
    let other = try Script(served, "--control")
    try other.send(#"{"type":"perform","id":3,"command":"fire","event":"didBecomeActive"}"#)
    _ = try await script.line(with: #""type":"dispatch""#, #""event":"didBecomeActive""#)
    for one in [script, other] {
      kill(one.process.processIdentifier, SIGTERM)
      await eventually { !one.process.isRunning }
      #expect(one.process.terminationReason == .exit && one.process.terminationStatus == 0)
    }
    #expect(served.process.isRunning)
  }

  @Test func aScriptIsToldThatAnAppHasGoneAndIsBack() async throws {
    let served = try await Served(Maps.shop, "--allow-control")
    let script = try Script(served, "--control")
    _ = try await script.line(with: #""type":"hello""#)
    served.signal(SIGKILL)
    try await expectEqual(
      script.line(with: #""contact""#), #"{"reason":"unannounced","state":"ended","type":"contact"}"#)
    try script.send(#"{"type":"prologue"}"#)
    try await expectEqual(
      script.line(with: #""type":"error""#),
      #"{"error":"ended","message":"The application is no longer connected.","type":"error"}"#)
    let again = try await Served(Maps.shop, "--allow-control", in: served.folder)
    let hello = try await script.line(with: #""type":"hello""#, #""pid":\#(again.pid),"#)
    #expect(hello.contains(#""role":"view""#))
    try script.send(#"{"type":"perform","id":4,"command":"fire","event":"openURL"}"#)
    try await expectEqual(
      script.line(with: #""id":4"#),
      #"{"answer":"refused","id":4,"problem":"This inspector may look, and change nothing.","type":"reply"}"#)
  }

  @Test func aReaderThatGoesEndsItQuietly() async throws {
    let served = try await Served(Maps.shop)
    for isThere in [true, false] {
      let process = try Rollcall.process(["attach", "\(served.pid)", "--json"], in: served.folder)
      process.environment = try TestEnvironment.variables(["ROLLCALL_SOCKETS": Served.sockets(in: served.folder)])
      let (output, errors) = (Pipe(), Pipe())
      (process.standardOutput, process.standardError) = (output, errors)
      try process.runWithAllSignals()
      var told = ""
      func read(until part: String) {
        while !told.contains(part), case let some = output.fileHandleForReading.availableData, !some.isEmpty {
          told += String(decoding: some, as: UTF8.self)
        }
      }
      read(until: #""type":"hello""#)
      if !isThere {
        served.signal(SIGKILL)
        read(until: #""state":"ended""#)
      }
      // With the app, its next beat can't be written. Without it, nothing more is.
      try output.fileHandleForReading.close()
      await eventually { !process.isRunning }
      #expect(process.terminationReason == .exit && process.terminationStatus == 0)
      try errors.fileHandleForWriting.close()
      #expect(errors.fileHandleForReading.readDataToEndOfFile().isEmpty)
    }
  }

  @Test func itRecordsToo() async throws {
    let served = try await Served(Maps.shop, "--fire", "didFinishLaunching")
    let script = try Script(served, "--record", "shop.rollcall")
    _ = try await script.line(with: #""type":"dispatch""#)
    kill(script.process.processIdentifier, SIGINT)
    await eventually { !script.process.isRunning }
    #expect(script.process.terminationReason == .exit && script.process.terminationStatus == 0)
    let report = try await served.rollcall("export", "shop.rollcall", "--format", "csv")
    #expect(report.status == 0 && report.output.contains("didFinishLaunching"), "\(report)")
  }

  // MARK: One object

  private func snapshot(_ run: Rollcall) throws -> [String: Any] {
    #expect(run.status == 0 && run.errors == "" && run.lines.count == 2, "\(run)")
    return try #require(JSONSerialization.jsonObject(with: Data(run.output.utf8)) as? [String: Any])
  }

  @Test func anAppAsOneObject() async throws {
    let served = try await Served(Maps.shop, "--fire", "didFinishLaunching", "--fire", "openURL=url:pay:1")
    let found = try snapshot(try await served.rollcall("attach", "Shop", "--once", "--json"))
    #expect(found["application"] as? String == "Shop" && found["pid"] as? Int == Int(served.pid))
    #expect(found["state"] as? String == "inactive" && found["hangs"] as? Bool == false)
    #expect(found["type"] as? String == "snapshot" && found["running"] == nil && found["launch_ns"] as? Int != nil)
    let modules = try #require(found["modules"] as? [[String: Any]])
    expectEqual(modules.map { $0["name"] as? String }, ["Analytics", "Scene", "Payments"])
    expectEqual(modules.map { $0["calls"] as? Int }, [1, 2, 2])
    #expect(try #require(modules[2]["launch_ns"] as? Int) > 12_000_000)
  }

  @Test func anAppThatHangsAsOneObject() async throws {
    let served = try await Served(Maps.push("takes: 60min"), "--fire", "didReceiveMemoryWarning")
    await eventually { (try? await served.rollcall("attach", "--list").output.contains("hangs in Push")) == true }
    let found = try snapshot(try await served.rollcall("attach", "\(served.pid)", "--once", "--json"))
    #expect(found["hangs"] as? Bool == true && found["pending"] as? Bool == true)
    let running = try #require(found["running"] as? [String: Any])
    #expect(running["module"] as? String == "Push" && running["event"] as? String == "didReceiveMemoryWarning")
    #expect((found["modules"] as? [[String: Any]])?.map { $0["name"] as? String } == ["Scene", "Push"])
  }

  // MARK: The recipes of the article

  /// Runs one of the article's programs.
  private func run(
    _ tool: String, _ language: String, _ number: Int, _ arguments: String..., beside served: Served
  ) async throws -> Rollcall {
    let article = Package.root.appending(path: "Sources/RollcallInspection/RollcallInspection.docc/Scripts.md")
    let text = try String(contentsOf: article, encoding: .utf8)
    let blocks = text.components(separatedBy: "```\(language)\n").dropFirst().compactMap {
      $0.components(separatedBy: "```").first
    }
    try served.folder.write(blocks[number], to: "recipe")
    let process = Process()
    process.executableURL = URL(filePath: tool)
    process.arguments = ["recipe"] + arguments
    process.currentDirectoryURL = served.folder.url
    process.environment = try TestEnvironment.variables(["ROLLCALL_SOCKETS": Served.sockets(in: served.folder)])
    process.standardInput = FileHandle.nullDevice
    return try await Rollcall.end(of: process, in: served.folder)
  }

  @Test(.enabled(if: tool("jq") != nil, "needs jq")) func aScriptFailsWhenSomethingIsOverdue() async throws {
    let served = try await Served(
      "main: Scene\nmodules:\n  - Scene: { type: Scripted }\n  - LeakyPair", "--allow-control")
    let well = try await run("/bin/sh", "sh", 0, "Application", beside: served)
    #expect(well.status == 0 && well.output == "" && well.errors == "", "\(well)")
    let script = try Script(served, "--control")
    let hello = try await script.line(with: #""type":"hello""#)
    let module = try #require(hello.firstMatch(of: /"id":(\d+),"main":false,"name":"LeakyPair"/)?.1)
    try script.send(#"{"type":"perform","id":1,"command":"remove","module":\#(module)}"#)
    _ = try await script.line(with: #""type":"overdue""#)
    let bad = try await run("/bin/sh", "sh", 0, "Application", beside: served)
    #expect(bad.status == 1 && bad.errors == "", "\(bad)")
    #expect(bad.output.hasPrefix("LeakyPair should be gone. Objects that it still owns: "), "\(bad)")
    let none = try await run("/bin/sh", "sh", 0, "Shop", beside: served)
    #expect(none.status == 64 && none.output == "", "\(none)")
  }

  @Test(.enabled(if: tool("jq") != nil, "needs jq")) func jqNamesTheSlowestModule() async throws {
    let map = Maps.shop.replacing("name: Shop", with: "name: Storefront")
    let served = try await Served(map, "--fire", "didFinishLaunching")
    let found = try await run("/bin/sh", "sh", 1, beside: served)
    #expect(found.status == 0 && found.errors == "", "\(found)")
    #expect(found.output.wholeMatch(of: /Payments: [0-9.]+ ms of the launch\n/) != nil, "\(found)")
  }

  @Test(.enabled(if: tool("python3") != nil, "needs python3")) func anAgentFiresAnEventAndReadsWhatHappened()
    async throws
  {
    let python = try #require(tool("python3"))
    let served = try await Served(Maps.shop, "--allow-control", "--fire", "didFinishLaunching")
    let done = try await run(python, "python", 0, "Shop", "openURL", #"{"url":"pay:1"}"#, beside: served)
    #expect(done.status == 0 && done.errors == "", "\(done)")
    expectEqual(done.output, "finished\nopenURL True ['Scene', 'Payments']\n", "\(done)")
    let wrong = try await run(python, "python", 0, "Shop", "openUrl", "{}", beside: served)
    #expect(wrong.status == 0 && wrong.output == "There is no event 'openUrl'. Did you mean 'openURL'?\n", "\(wrong)")
  }
}

/// A running `rollcall attach --json` beside a server.
private final class Script: Sendable {
  let process: Process
  let input = Pipe()
  private let folder: TemporaryFolder
  private let file = UUID().uuidString

  init(_ served: Served, _ options: String...) throws {
    folder = served.folder
    try folder.write("", to: file)
    process = try Rollcall.process(["attach", "\(served.pid)", "--json"] + options, in: folder)
    process.environment = try TestEnvironment.variables(["ROLLCALL_SOCKETS": Served.sockets(in: folder)])
    process.standardInput = input
    process.standardOutput = try FileHandle(forWritingTo: folder.url.appending(path: file))
    try process.runWithAllSignals()
  }

  deinit { if process.isRunning { kill(process.processIdentifier, SIGKILL) } }

  func send(_ line: String) throws { try input.fileHandleForWriting.write(contentsOf: Data("\(line)\n".utf8)) }

  var lines: [String] {
    get throws { try folder.text(of: file).split(separator: "\n", omittingEmptySubsequences: false).map(String.init) }
  }

  /// Waits for the first whole line that has all of these parts.
  func line(with parts: String...) async throws -> String {
    var found: String?
    await eventually {
      found = try? lines.dropLast().first { line in parts.allSatisfy { line.contains($0) } }
      return found != nil || !process.isRunning
    }
    let all = try lines
    return try #require(found, "\(parts) in \(all)")
  }
}
