import Foundation
import RollcallTestingAdditions
import Testing

/// `attach` and `serve` without a terminal.
@Suite(.inTurn, .serialized, .timeLimit(.minutes(10))) struct AttachCommandTests {
  private static let none =
    "No app listens. An app that links Rollcall needs one line, try composite.startInspector(); "
    + "for a map, run 'rollcall serve'.\n"

  /// Whether no other app of this user is listening.
  private static let isAlone =
    (try? FileManager.default.contentsOfDirectory(atPath: "/tmp/rollcall-\(geteuid())"))?.isEmpty ?? true

  @Test(.enabled(if: isAlone, "another app of this user is listening"))
  func withoutAnAppItSaysHowToStartOne() async throws {
    let folder = try TemporaryFolder()
    let variables = ["ROLLCALL_SOCKETS": folder.path(of: "s"), "XDG_RUNTIME_DIR": folder.path]
    for arguments in [["attach"], ["attach", "Shop"]] {
      let run = try await Rollcall.run(arguments, in: folder, environment: variables)
      #expect(run.status == 69 && run.output == "" && run.errors == Self.none, "\(run)")
    }
  }

  @Test func aFolderOpenToOtherUsersIsNamed() async throws {
    let folder = try TemporaryFolder()
    try FileManager.default.createDirectory(atPath: folder.path(of: "s"), withIntermediateDirectories: false)
    try #require(unsafe chmod(folder.path(of: "s"), 0o755) == 0)
    try folder.write(Maps.shop, to: "Modules.map")
    let run = try await Rollcall.run(["serve"], in: folder, environment: ["ROLLCALL_SOCKETS": folder.path(of: "s")])
    let sentence =
      "Other users may enter the folder '\(folder.path(of: "s"))'. Run 'chmod 700' on it, or set ROLLCALL_SOCKETS.\n"
    #expect(run.status == 69 && run.errors == sentence, "\(run)")
    let list = try await Rollcall.run(
      ["attach", "--list"], in: folder, environment: ["ROLLCALL_SOCKETS": folder.path(of: "s")])
    #expect(list.status == 0 && list.errors.hasPrefix(sentence), "\(list)")
  }

  @Test(arguments: [
    (
      ["--json", "--plain"],
      "Error: --json shows no screen; leave --theme, --color, --ascii, --no-mouse and --plain out.\n"
    ),
    (["--json", "--once", "--control"], "Error: --once --json only looks; leave --control and --record out.\n"),
    (["--json", "--once", "--record", "x"], "Error: --once --json only looks; leave --control and --record out.\n"),
    (["--list", "--once"], "Error: --list only lists; leave --once, --control and --record out.\n"),
    (["--overwrite"], "Error: --overwrite needs --record.\n"),
    (["Shop", "--socket", "x"], "Error: --socket already names the app; leave the name out.\n"),
    (["--list", "--socket", "x"], "Error: --list searches the socket folders; leave --socket out.\n"),
  ])
  func conflictingOptionsAreAUsageError(options: [String], message: String) async throws {
    let run = try await Rollcall.run(["attach"] + options, in: TemporaryFolder())
    #expect(run.status == 64 && run.errors.hasPrefix(message), "\(run)")
  }

  @Test func aMissingSocketIsNamed() async throws {
    let folder = try TemporaryFolder()
    let run = try await Rollcall.run("attach", "--socket", folder.path(of: "gone.sock"), in: folder)
    let sentence = "Can't connect to '\(folder.path(of: "gone.sock"))': there is no such file or folder.\n"
    #expect(run.status == 69 && run.errors == sentence, "\(run)")
  }

  @Test func whatIsNoSocketIsNamed() async throws {
    let folder = try TemporaryFolder()
    try folder.write("text", to: "plain")
    for (name, sentence) in [
      ("plain", "'plain' is a file, not an application's socket.\n"),
      (".", "'.' is a folder, not an application's socket.\n"), ("", "The path of the socket is empty.\n"),
    ] {
      let run = try await Rollcall.run("attach", "--socket", name, in: folder)
      #expect(run.status == 69 && run.errors == sentence, "\(run)")
    }
  }

  @Test func theListShowsTheListeningApps() async throws {
    let served = try await Served(Maps.shop, "--allow-control", "--fire", "didFinishLaunching")
    let list = try await served.rollcall("attach", "--list")
    let row = try #require(list.lines.first { $0.contains("  \(served.pid)  ") }, "\(list)")
    #expect(list.lines[0].hasPrefix(" app") && row.hasPrefix(" Shop ") && row.hasSuffix("  inactive        3  control"))
    let json = try await served.rollcall("attach", "--list", "--json")
    let line = try #require(json.lines.first { $0.contains("\"pid\":\(served.pid),") }, "\(json)")
    #expect(
      line.contains(#""application":"Shop""#) && line.contains(#""modules":3"#) && line.contains(#""role":"control""#))
    let other = try await served.rollcall("attach", "Shopp")
    expectEqual(other.status, 64, "\(other)")
    #expect(
      other.errors.hasPrefix("No app that listens has the name or process number 'Shopp'. Did you mean 'Shop'?\n app"))
    served.signal(SIGTERM)
    await served.waitForEnd()
    let said = try served.said
    #expect(served.process.terminationStatus == 0 && served.socketFiles == [], "\(said)")
  }

  /// A module waits for its output to be read. The signal ends the wait.
  @Test func aSignalEndsAServerWhoseStandardErrorIsFull() async throws {
    let folder = try TemporaryFolder()
    try folder.write(Maps.push("prints: \"\(String(repeating: "x", count: 300_000))\""), to: "Modules.map")
    var ends: [Int32] = [-1, -1]
    try #require(unsafe pipe(&ends) == 0)
    let (reading, writing) = (ends[0], ends[1])
    defer { for end in [reading, writing] { close(end) } }
    let process = try Rollcall.process(["serve", "--fire", "didReceiveMemoryWarning"], in: folder)
    process.environment = try TestEnvironment.variables(["ROLLCALL_SOCKETS": folder.path(of: "s")])
    process.standardError = FileHandle(fileDescriptor: writing)
    let (done, end) = AsyncStream.makeStream(of: Void.self)
    process.terminationHandler = { _ in end.finish() }
    try process.runWithAllSignals()
    await eventually {
      var device = pollfd(fd: writing, events: Int16(POLLOUT), revents: 0)
      return unsafe poll(&device, 1, 0) == 0
    }
    kill(process.processIdentifier, SIGTERM)
    for await _ in done {}
    #expect(process.terminationReason == .exit && process.terminationStatus == 0)
    try expectEqual(FileManager.default.contentsOfDirectory(atPath: folder.path(of: "s")), [])
  }

  @Test func typedLinesDoTheSameAsKeys() async throws {
    let served = try await Served(Maps.shop, "--allow-control")
    try served.folder.write("fire didFinishLaunching\nmodules\nremove Payments\nfire openURL url=pay:1\n", to: "lines")
    let run = try await served.rollcall("attach", "\(served.pid)", "--plain", "--control", input: "lines")
    expectEqual(run.status, 0, "\(run)")
    #expect(run.output.contains("#1 didFinishLaunching: yes (3 modules), 3 called"), "\(run)")
    #expect(run.output.contains("openURL pay:1: no"), "\(run)")
    served.signal(SIGTERM)
    await served.waitForEnd()
  }

  /// The first line is answered when the application has reported its state. Each time is another race.
  @Test func theFirstLineKnowsTheState() async throws {
    let served = try await Served(Maps.shop, "--fire", "didFinishLaunching")
    try served.folder.write("timings #1\n", to: "lines")
    for _ in 0..<12 {
      let run = try await served.rollcall("attach", "\(served.pid)", "--plain", "--once", input: "lines")
      #expect(run.status == 0 && run.output.hasPrefix("#1 didFinishLaunching: yes (3 modules), 3 called, "), "\(run)")
    }
    served.signal(SIGTERM)
    await served.waitForEnd()
  }

  @Test func aViewOnlyDashboardSaysHowToGetControl() async throws {
    let served = try await Served(Maps.shop)
    try served.folder.write("fire openURL\n", to: "lines")
    let run = try await served.rollcall("attach", "\(served.pid)", "--plain", "--control", input: "lines")
    let sentence = "Shop lets inspectors only look: see startInspector(allowing: .control)."
    #expect(run.status == 64 && (run.output + run.errors).contains(sentence), "\(run)")
    let careful = try await served.rollcall("attach", "\(served.pid)", "--plain", input: "lines")
    let refusal = "This dashboard only looks so far: 'control' asks for control."
    #expect((careful.output + careful.errors).contains(refusal))
  }

  @Test func aStoppedAppIsNamed() async throws {
    let served = try await Served(Maps.shop)
    served.signal(SIGSTOP)
    let run = try await served.rollcall("attach", "\(served.pid)", "--once", "--json")
    #expect(
      run.status == 69
        && run.errors
          == "Process \(served.pid) is stopped, so it can't answer. 'kill -CONT \(served.pid)' lets it continue.\n",
      "\(run)")
    served.signal(SIGCONT)
    served.signal(SIGTERM)
    await served.waitForEnd()
  }

  @Test func aRecordingOfAnAttachedDashboardCanBeReplayed() async throws {
    let served = try await Served(Maps.shop, "--allow-control", "--fire", "didFinishLaunching")
    try served.folder.write("fire openURL url=pay:1\nfire didBecomeActive\n", to: "lines")
    let run = try await served.rollcall(
      "attach", "\(served.pid)", "--plain", "--control", "--record", "shop.rollcall", input: "lines")
    expectEqual(run.status, 0, "\(run)")
    let report = try await served.rollcall("export", "shop.rollcall", "--format", "csv")
    #expect(report.status == 0 && report.output.contains("didFinishLaunching") && report.output.contains("openURL"))
    let again = try await served.rollcall("attach", "\(served.pid)", "--plain", "--record", "shop.rollcall")
    #expect(again.status == 73 && again.errors.contains("exists"), "\(again)")
  }

  /// Kills clients and apps in every way. The leftovers must not confuse a later run.
  @Test func clientsAndAppsMayBeKilled() async throws {
    let rounds = ProcessInfo.processInfo.environment["ROLLCALL_ATTACH_ROUNDS"].flatMap { Int($0) } ?? 2
    let folder = try TemporaryFolder()
    for round in 0..<(3 * rounds) {
      let served = try await Served(Maps.shop, "--allow-control", in: folder)
      let said = try served.said
      #expect(served.process.isRunning, "round \(round): \(said)")
      try folder.write("", to: "heard")
      let client = try Rollcall.process(["attach", "\(served.pid)", "--plain", "--control", "--once"], in: folder)
      client.environment = try TestEnvironment.variables(["ROLLCALL_SOCKETS": Served.sockets(in: folder)])
      let input = Pipe()
      (client.standardInput, client.standardOutput) = (
        input, try FileHandle(forWritingTo: folder.url.appending(path: "heard"))
      )
      try client.runWithAllSignals()
      try input.fileHandleForWriting.write(contentsOf: Data("fire openURL url=pay:1\n".utf8))
      await eventually { (try? folder.text(of: "heard").contains("openURL pay:1")) == true || !client.isRunning }
      #expect(try folder.text(of: "heard").contains("openURL pay:1"), "round \(round)")
      if round % 3 != 0 { kill(client.processIdentifier, SIGKILL) }
      if round % 3 != 1 { served.signal(SIGKILL) } else { served.signal(SIGTERM) }
      await served.waitForEnd()
      await eventually { !client.isRunning }
      if round % 3 == 0 {
        #expect(try folder.text(of: "heard").contains("has ended without notice: exit, signal, or crash."))
      }
    }
    let last = try await Served(Maps.shop, in: folder)
    await eventually { last.socketFiles.count == 1 }
    let list = try await last.rollcall("attach", "--list")
    expectEqual(list.lines.filter { $0.hasPrefix(" Shop ") }.count, 1, "\(list)")
  }
}
