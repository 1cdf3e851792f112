import Foundation
import RollcallTestingAdditions
import Testing

/// `rollcall replay` without a terminal: reads the output of `fire --json`, seeks in it, and reports it.
@Suite(.inTurn, .serialized) struct ReplayCommandTests {
  /// A folder with the recording of a launch and two links.
  private static func recorded(_ map: String = Maps.shop) async throws -> TemporaryFolder {
    let folder = try TemporaryFolder()
    try folder.write(map, to: "Modules.map")
    let run = try await Rollcall.run(
      "fire", "didFinishLaunching", "openURL=url:pay:1", "openURL=url:pay:2", "--json", in: folder)
    expectEqual(run.status, 0, "\(run)")
    try folder.write(run.output, to: "shop.rollcall")
    return folder
  }

  private func replay(_ lines: String, _ options: String = "shop.rollcall", in folder: TemporaryFolder) async throws
    -> Rollcall
  {
    try folder.write(lines, to: "lines")
    for name in ["output", "errors"] { try folder.write("", to: name) }
    let process = Process()
    process.executableURL = URL(filePath: "/bin/sh")
    process.arguments = ["-c", "cat lines | rollcall replay \(options) >output 2>errors"]
    process.currentDirectoryURL = folder.url
    process.environment = try TestEnvironment.variables([:])
    try await process.runToEnd()
    return Rollcall(
      output: try folder.text(of: "output"), errors: try folder.text(of: "errors"), status: process.terminationStatus)
  }

  @Test func linesSeekAndInspect() async throws {
    let run = try await replay("go openURL\nmodules\ntimings\nF\nback 1\n", in: try await Self.recorded())
    #expect(run.status == 64 && run.errors.hasPrefix("There is no command 'F'."), "\(run)")
    // On a busy machine, a row has a line about the time that it waited.
    expectEqual(run.lines.filter { !$0.hasPrefix("  was: ") }.count, 10, "\(run)")
    #expect(run.lines[0].hasPrefix("After "), "\(run)")
    expectEqual(
      run.lines[1...4],
      [
        "1 Analytics: events 1, owns nothing", "2 Scene main: events 2, owns nothing",
        "3 Payments: events 2, owns nothing", "3 present.",
      ], "\(run)")
    #expect(run.lines[5].hasPrefix("#2 openURL pay:1: yes (Payments), 2 called, "), "\(run)")
  }

  @Test func stepsPrintWhatHappens() async throws {
    let run = try await replay("step 100\nstatus\n", in: try await Self.recorded())
    #expect(run.status == 0 && run.errors == "", "\(run)")
    let told = run.lines.filter { $0.hasPrefix("#") }.map { $0.prefix { $0 != ":" } }
    expectEqual(told, ["#1 didFinishLaunching", "#2 openURL pay", "#3 openURL pay"], "\(run)")
    #expect(run.lines.contains { $0.hasPrefix("At the end, after ") }, "\(run)")
    #expect(run.lines.contains { $0.hasPrefix("Shop is inactive, launched ") }, "\(run)")
  }

  @Test func aPipeIsReportedToItsEnd() async throws {
    let folder = try await Self.recorded()
    let run = try await replay(try folder.text(of: "shop.rollcall"), "--follow -", in: folder)
    #expect(run.status == 0 && run.errors == "", "\(run)")
    let told = run.lines.filter { $0.hasPrefix("#") }.map { $0.prefix { $0 != ":" } }
    expectEqual(told, ["#1 didFinishLaunching", "#2 openURL pay", "#3 openURL pay"], "\(run)")
  }

  @Test func aFollowedFileAnswersLines() async throws {
    let run = try await replay("status\nremove Scene\nstep\n", "--follow shop.rollcall", in: try await Self.recorded())
    expectEqual(run.status, 64, "\(run)")
    #expect(run.lines.contains { $0.hasPrefix("Shop is inactive, launched ") }, "\(run)")
    expectEqual(
      run.errors,
      "This is a recording: what happened can't be changed.\nThere is no command 'step'. Known here: cleanup, "
        + "detail, events, explain, export, help, lab, log, modules, quit, stats, status, timings, warnings.\n",
      "\(run)")
  }

  @Test func goingToTheEndReportsNothingInBetween() async throws {
    let run = try await replay("", "shop.rollcall --at end", in: try await Self.recorded())
    #expect(run.status == 0 && run.errors == "", "\(run)")
    #expect(run.lines.count == 2 && run.lines[0].hasPrefix("At the end, after "), "\(run)")
    let end = try await replay("go end\nstats openURL\n", in: try await Self.recorded())
    #expect(end.status == 0 && end.lines[0].hasPrefix("At the end, after "), "\(end)")
    expectEqual(end.lines[1], "openURL, fired 2 times. Each module's own time:", "\(end)")
  }

  /// A handler that threw during the recording does not make the replay fail.
  @Test func aRecordedFailureDoesNotFailTheReplay() async throws {
    let folder = try TemporaryFolder()
    try folder.write(Maps.push("throws: broken"), to: "Modules.map")
    let fired = try await Rollcall.run("fire", "didReceiveMemoryWarning", "--json", in: folder)
    expectEqual(fired.status, 1)
    try folder.write(fired.output, to: "shop.rollcall")
    let run = try await replay("step 100\n", in: folder)
    #expect(run.status == 0 && run.output.contains("Push threw"), "\(run)")
  }

  @Test func theReadablePartOfADamagedFileIsShown() async throws {
    let folder = try await Self.recorded()
    var lines = try folder.text(of: "shop.rollcall").split(separator: "\n").map(String.init)
    lines[2] = "{\"type\":\"dispatch\"}"
    lines.insert("no entry at all", at: 4)
    try folder.write(lines.map { "\($0)\n" }.joined() + "{\"type\":\"disp", to: "shop.rollcall")
    let run = try await replay("go end\n", in: folder)
    #expect(run.status == 0 && run.lines[0].hasPrefix("At the end, after \(lines.count - 3) of "), "\(run)")
    #expect(run.errors.hasPrefix("2 lines were skipped. The first is line 3: "), "\(run)")
    #expect(run.errors.hasSuffix("The last line is incomplete.\n"), "\(run)")
  }

  @Test func anUnreplayableFileIsReported() async throws {
    let folder = try TemporaryFolder()
    try folder.write("modules: []\n", to: "Modules.map")
    try folder.write("", to: "empty")
    try folder.write("{\"application\":\"A\",\"rollcall\":2,\"started_ns\":0}\n", to: "newer")
    try folder.write("{\"application\":\"A\",\"rollcall\":1,\"started_ns\":0}\n", to: "blank.rollcall")
    let cases: [(arguments: [String], status: Int32, errors: String)] = [
      (["missing.rollcall"], 66, "There is no file 'missing.rollcall'.\n"),
      (["."], 66, "'.' is a folder, not a recording.\n"),
      (
        ["/dev/null"], 66,
        "'/dev/null' is not a regular file. A recording is read at many positions, which only a file allows.\n"
      ),
      (["empty"], 65, "'empty' is empty. A recording has at least a header.\n"),
      (
        ["newer"], 65,
        "'newer' uses version 2 of the format, but this rollcall reads version 1. A newer rollcall is needed.\n"
      ),
      (
        ["-"], 64,
        "A recording can't be replayed from standard input: a replay moves back and forth in it. Write it to a file "
          + "first, or use --follow.\n"
      ),
      (
        ["blank.rollcall", "--follow", "--at", "end"], 64,
        "--follow shows entries as they come. It can't be combined with --at.\n"
      ),
      (["blank.rollcall", "--at", "openURL"], 64, "There is no event 'openURL' in the recording.\n"),
      (["blank.rollcall", "--at", "90"], 64, "'90' is not a time: write 90s, 1:30 or 1:02:03.\n"),
      (["blank.rollcall", "--at", "99:99"], 64, "'99:99' is not a time: write 90s, 1:30 or 1:02:03.\n"),
    ]
    for (arguments, status, errors) in cases {
      let run = try await Rollcall.run(["replay"] + arguments, in: folder)
      #expect(run.status == status && run.errors == errors && run.output == "", "\(arguments) \(run)")
    }
    let map = try await Rollcall.run("replay", "Modules.map", in: folder)
    #expect(map.status == 65 && map.errors.hasPrefix("'Modules.map' is not a recording: "), "\(map)")
    let blank = try await replay("where\nstep\ngo end\n", "blank.rollcall", in: folder)
    #expect(blank.status == 0 && blank.lines[0].hasPrefix("At the end, after 0 of 0 entries"), "\(blank)")
  }
}
