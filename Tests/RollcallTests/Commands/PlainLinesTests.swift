import Foundation
import RollcallRecordings
import RollcallTestingAdditions
import Testing

/// `rollcall run` without a terminal: lines in, lines out.
@Suite(.inTurn, .serialized) struct PlainLinesTests {
  /// Runs the program in a shell, with lines from a pipe.
  private func run(
    _ lines: String, options: String = "--plain", map: String = Maps.shop, environment: [String: String?] = [:]
  ) async throws -> Rollcall {
    let folder = try TemporaryFolder()
    try folder.write(map, to: "Modules.map")
    try folder.write(lines, to: "lines")
    for name in ["output", "errors"] { try folder.write("", to: name) }
    let process = Process()
    process.executableURL = URL(filePath: "/bin/sh")
    process.arguments = ["-c", "cat lines | rollcall run \(options) >output 2>errors"]
    process.currentDirectoryURL = folder.url
    process.environment = try TestEnvironment.variables(environment)
    try await process.runToEnd()
    return Rollcall(
      output: try folder.text(of: "output"), errors: try folder.text(of: "errors"), status: process.terminationStatus)
  }

  @Test(arguments: ["--plain", ""]) func commandsAreReadFromAPipe(options: String) async throws {
    let run = try await run("fire openURL url=pay:42\nremove Payments\nquit\n", options: options)
    #expect(run.status == 0 && run.errors == "", "\(run)")
    #expect(run.lines.count == 3 && run.lines[2] == "", "\(run)")
    #expect(run.lines[0].wholeMatch(of: /#1 openURL pay:42: yes \(Payments\), 2 called, [0-9.]+ .s\./) != nil, "\(run)")
    expectEqual(run.lines[1], "Payments removed and freed; it owned nothing.", "\(run)")
  }

  /// `remove` waits until the module is gone or overdue, so that the next line can act on a leak.
  @Test func aLeakIsToldAndFails() async throws {
    let map = "main: Scene\nmodules:\n  - Scene: { type: Scripted }\n  - LeakyPair\n"
    let warning =
      "WARNING: LeakyPair is still alive: likely delegate player holds the module that holds the player. "
      + "It was removed; its objects stay open.\n"
    let leaks = try await run("remove LeakyPair\n", map: map)
    #expect(leaks.status == 1 && leaks.output == warning, "\(leaks)")
    expectEqual(leaks.errors, "LeakyPair should be gone and is still alive: something holds it.\n")
    let allowed = try await run("remove LeakyPair\n", options: "--plain --allow ownerOverdue:LeakyPair", map: map)
    #expect(allowed.status == 0 && allowed.errors == "", "\(allowed)")
    let fixed = try await run("remove LeakyPair\nfix LeakyPair\n", map: map)
    #expect(fixed.status == 0 && fixed.errors == "" && fixed.output.hasPrefix(warning), "\(fixed)")
    let late = /delegate player was cleaned, and LeakyPair is freed, [0-9.]+ s late\.\n/
    #expect(String(fixed.output.dropFirst(warning.count)).wholeMatch(of: late) != nil, "\(fixed)")
  }

  /// Modules that go with all others are not reported one by one, but one that stays is.
  @Test func aLeakOfARelaunchIsToldAndFails() async throws {
    let map = "main: Scene\nmodules:\n  - Scene: { type: Scripted }\n  - LeakyPair\n"
    let leaks = try await run("fire didFinishLaunching x2\n", map: map)
    expectEqual(leaks.status, 1, "\(leaks)")
    expectEqual(leaks.errors, "LeakyPair should be gone and is still alive: something holds it.\n", "\(leaks)")
    let more = try await run("fire didFinishLaunching x4\n", map: map)
    expectEqual(more.errors, "3\u{00D7} LeakyPair should be gone and is still alive: something holds it.\n", "\(more)")
    let tidy = try await run("fire didFinishLaunching x5\n")
    #expect(tidy.status == 0 && tidy.errors == "", "\(tidy)")
  }

  @Test func aRepetitionIsReportedOnceAtItsEnd() async throws {
    let run = try await run("fire openURL x200 url=pay:42\nfire openURL\n")
    #expect(run.status == 0 && run.errors == "" && run.lines.count == 3, "\(run)")
    let text = /openURL 200 times: median .*, p95 .*, longest .*; together [0-9.]+ .?s in [0-9.]+ .?s\./
    #expect(run.lines[0].wholeMatch(of: text) != nil, "\(run)")
    #expect(run.lines[1].hasPrefix("#201 openURL pay:42: yes (Payments), "), "\(run)")
  }

  @Test func anEmptyInputEndsAtOnce() async throws {
    let run = try await run("")
    #expect(run.status == 0 && run.errors == "" && run.output == "", "\(run)")
  }

  /// A descriptor that the shell has closed is not mistaken for one of the program's own pipes.
  @Test(
    .timeLimit(.minutes(10)),
    arguments: [
      ("run --plain <&- >output 2>errors", 0, ""),
      ("run --plain <lines >&- 2>errors", 74, "Standard output can't be written: it is not open for that.\n"),
      ("run --plain <lines >output 2>&-", 64, ""),
      ("run --plain <&- >&- 2>&-", 0, ""),
      ("fire openURL >&- 2>errors", 74, "Standard output can't be written: it is not open for that.\n"),
    ])
  func closedDevices(command: String, status: Int32, errors: String) async throws {
    let folder = try TemporaryFolder()
    try folder.write(Maps.shop, to: "Modules.map")
    try folder.write("status\nfier\n", to: "lines")
    try folder.write("", to: "errors")
    let process = Process()
    process.executableURL = URL(filePath: "/bin/sh")
    process.arguments = ["-c", "rollcall \(command)"]
    process.currentDirectoryURL = folder.url
    process.environment = try TestEnvironment.variables()
    try await process.runToEnd()
    expectEqual(process.terminationStatus, status)
    try expectEqual(folder.text(of: "errors"), errors)
  }

  @Test func exitCodesNameTheKindOfFailure() async throws {
    let failing = Maps.push(#"throws: "no token""#)
    let threw = try await run("fire didReceiveMemoryWarning\n", map: failing)
    #expect(threw.status == 1 && threw.errors == "", "\(threw)")
    #expect(threw.output.contains("\nWARNING: Push threw in didReceiveMemoryWarning: \"no token\"."), "\(threw)")
    let refused = try await run("remove Scene\n", map: failing)
    #expect(
      refused.status == 1
        && refused.errors == "'Scene' is the main module: it owns the window and can't be removed.\n", "\(refused)")
    let wrong = try await run("fire didReceiveMemoryWarning\nremvoe Push\nstatus\n", map: failing)
    expectEqual(wrong.status, 64, "the worst exit code counts: \(wrong)")
    expectEqual(wrong.errors, "There is no command 'remvoe'. Did you mean 'remove'?\n", "\(wrong)")
    #expect(wrong.output.hasSuffix(": 2 modules, 1 object owned, 1 warning.\n"), "the other lines still run: \(wrong)")
  }

  @Test func outputOfModulesGoesToStandardError() async throws {
    let run = try await run("fire didReceiveMemoryWarning\n", map: Maps.push(#"prints: "token 42""#))
    #expect(
      run.status == 0 && run.errors == "Push printed in didReceiveMemoryWarning: token 42\n" && run.lines.count == 2,
      "\(run)")
  }

  @Test func aSlowHandlerIsReportedWhileItRuns() async throws {
    let map = "budgets: { didReceiveMemoryWarning: 500ms }\n\(Maps.push("takes: 1200ms"))"
    let run = try await run("fire didReceiveMemoryWarning\nwarnings 1\n", map: map)
    #expect(run.status == 0 && run.errors == "", "\(run)")
    #expect(run.lines.contains { $0.hasPrefix("Push has run didReceiveMemoryWarning for ") }, "\(run)")
    #expect(run.lines.contains { $0.hasPrefix("WARNING: didReceiveMemoryWarning has taken ") }, "\(run)")
    #expect(run.lines.contains("Over budget"), "\(run)")
  }

  @Test func allowedWarningsAreQuiet() async throws {
    let run = try await run(
      "fire didReceiveMemoryWarning\nwarnings\n", options: "--plain --allow handlerThrew:Push",
      map: Maps.push(#"throws: "no token""#))
    expectEqual(
      run.lines.dropFirst(), ["There are no warnings.", "1 allowed: handlerThrew:Push 1.", ""], "\(run)")
  }

  @Test func withoutUnicodeTheOutputIsASCII() async throws {
    let map = "main: 支付\nmodules:\n  - 支付: { type: Scripted, handles: { openURL: { answers: yes } } }\n"
    let lines = "fire openURL\nmodules\ntimings\ndetail 1\n"
    let run = try await run(lines, map: map, environment: ["LANG": "C"])
    #expect(run.status == 0 && !run.output.isEmpty && run.output.allSatisfy(\.isASCII), "\(run)")
    let ascii = try await self.run(lines, options: "--plain --ascii", map: map)
    #expect(ascii.output.allSatisfy(\.isASCII) && ascii.output.contains("1 ???? main"), "\(ascii)")
    #expect(try await self.run("modules", map: map).output.contains("1 支付 main"))
  }

  @Test func theOutputHasNoEscapeSequences() async throws {
    let run = try await run("fire didFinishLaunching\ntimings\nwarnings\nhelp\n", options: "--plain --color always")
    #expect(!run.output.unicodeScalars.contains { $0.value < 0x20 && $0 != "\n" }, "\(run)")
  }
}
