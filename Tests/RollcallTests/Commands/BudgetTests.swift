import Foundation
import RollcallTestingAdditions
import Testing

/// `rollcall fire --repeat` and `--budget`.
@Suite(.inTurn, .serialized) struct BudgetTests {
  private let slow = Maps.push("takes: 30ms")
  /// Far slower than creating a module, even on a busy machine.
  private let verySlow = Maps.push("takes: 600ms")

  @Test func repeatFiresAllEventsInOrderEachTime() async throws {
    let run = try await Rollcall.run(
      "fire", "didReceiveMemoryWarning", "openURL", "--repeat", "3", map: Maps.push("prints: warned"))
    #expect(run.status == 0 && run.errors == "warned\nwarned\nwarned\n", "\(run)")
    let journal = try await Rollcall.run(
      "fire", "didReceiveMemoryWarning", "openURL", "--repeat", "3", "--json", map: Maps.push("prints: warned"))
    let fired = journal.lines.compactMap { $0.firstMatch(of: /"event":"(\w+)","fired":true/)?.1 }
    expectEqual(
      fired,
      ["didReceiveMemoryWarning", "openURL"] + ["didReceiveMemoryWarning", "openURL"]
        + ["didReceiveMemoryWarning", "openURL"], "\(journal)")
  }

  /// The shell that becomes the program sleeps first. What the command said is quoted.
  @Test func theTimeBeforeTheCompositeCanHaveABudget() async throws {
    let fire = "fire didFinishLaunching --record \"$ROLLCALL_RECORDING\" --budget 'before the composite:50ms'"
    let command = "sleep 0.2; exec '\(try BuiltProgram.url().path)' \(fire)"
    let folder = try TemporaryFolder()
    try folder.write(Maps.push("takes: 1ms"), to: "Modules.map")
    let run = try await Rollcall.run(["explain", "-n", "1", "--run", command], in: folder)
    #expect(run.status == 65 && run.errors.contains("--run (launch-0) ended with exit code 1.\n"), "\(run)")
    let row = try #require(run.errors.split(separator: "\n").last, "\(run)")
    expectEqual(words(String(row)).prefix(4), ["launch", "before", "the", "composite"], "\(run)")
  }

  @Test func repeatedEventsAreSummedUp() async throws {
    let run = try await Rollcall.run("fire", "didReceiveMemoryWarning", "--repeat", "3", map: slow)
    expectEqual(run.lines[0], "didReceiveMemoryWarning: self times", "\(run)")
    expectEqual(words(run.lines[2]), ["#", "module", "n", "fastest", "median", "slowest"], "\(run)")
    let push = words(run.lines[3])
    expectEqual(push.prefix(3), ["2", "Push", "3"], "\(run)")
    let times = try [3, 5, 7].map { try #require(Double(push[$0])) }
    #expect(times[0] >= 30 && times == times.sorted() && push[4] == "ms", "\(run)")
    expectEqual(words(run.lines[4]).prefix(4), ["the", "whole", "event", "3"], "\(run)")
    #expect(run.lines[6].hasPrefix("All modules were released"), "\(run)")
  }

  @Test(arguments: [[], ["--json"]])
  func aHandlerOverItsBudgetIsNamed(options: [String]) async throws {
    let folder = try TemporaryFolder()
    try folder.write(verySlow, to: "Modules.map")
    let run = try await Rollcall.run(
      ["fire"] + options + ["didFinishLaunching", "didReceiveMemoryWarning", "--budget", "Push:500ms"], in: folder)
    expectEqual(run.status, 1, "\(run)")
    let lines = run.errors.split(separator: "\n", omittingEmptySubsequences: false).map(String.init)
    expectEqual(lines.prefix(2), ["One time is over its budget:", ""], "\(run)")
    expectEqual(words(lines[2]), ["dispatch", "module", "took", "budget", "mostly"])
    let row = words(lines[3])
    #expect(row.prefix(3) == ["#2", "didReceiveMemoryWarning", "Push"] && row[5...6] == ["500.0", "ms"], "\(run)")
    let took = try #require(Double(row[3]))
    #expect(took >= 600 && row[4] == "ms" && row[7...].joined(separator: " ").hasPrefix("blocked"), "\(run)")
    #expect(lines[4...] == [""] && !run.output.contains("over its budget"), "\(run)")
  }

  @Test func repeatedEventsAreJudgedByTheirMedian() async throws {
    let run = try await Rollcall.run(
      "fire", "didReceiveMemoryWarning", "--budget", "500ms", "--budget", "Scene:500ms", "--repeat", "2", map: verySlow)
    expectEqual(run.status, 1, "\(run)")
    let lines = run.errors.split(separator: "\n", omittingEmptySubsequences: false).map(String.init)
    expectEqual(lines[0], "One time is over its budget:", "\(run)")
    expectEqual(words(lines[2]), ["dispatch", "module", "n", "median", "budget", "mostly"], "\(run)")
    #expect(lines[3].hasPrefix(" didReceiveMemoryWarning  all, most in Push  2  "), "\(run)")
    expectEqual(
      lines[4...], ["", "Scene was not called, so only its creation was checked against its budget.", ""], "\(run)")
    #expect(lines.allSatisfy { $0.count <= 80 }, "\(run)")
  }

  /// The first of three times is far over the budget, the others are not: that one had to wait. The dispatch's own time
  /// is the last of its line.
  @Test func oneSlowTimeOfManyIsNotOverBudget() async throws {
    let folder = try TemporaryFolder()
    try folder.write(Maps.push("takes: 1ms"), to: "Modules.map")
    let fast = try await Rollcall.run(
      ["fire", "didReceiveMemoryWarning", "--repeat", "3", "--record", "a.rollcall"], in: folder)
    expectEqual(fast.status, 0, "\(fast)")
    let text = try folder.text(of: "a.rollcall")
    let first = try #require(text.firstMatch(of: /"event":"didReceiveMemoryWarning",.*"total_ns":(\d+)/))
    try folder.write(
      text.replacingCharacters(in: first.1.startIndex..<first.1.endIndex, with: "90000000000"), to: "a.rollcall")
    func report(_ budget: String) async throws -> Rollcall {
      try await Rollcall.run(
        ["export", "a.rollcall", "--format", "markdown", "--event", "didReceiveMemoryWarning", "--budget", budget],
        in: folder)
    }
    let kept = try await report("60s")
    #expect(kept.output.hasSuffix("\n### Budgets\n\nAll were kept.\n"), "\(kept)")
    let lines = try folder.text(of: "a.rollcall").split(separator: "\n")
    let dispatches = lines.indices.filter { lines[$0].contains(#""event":"didReceiveMemoryWarning""#) }
    try #require(dispatches.count == 3)
    try folder.write(lines[...dispatches[0]].joined(separator: "\n") + "\n", to: "a.rollcall")
    let alone = try await report("60s")
    #expect(alone.output.contains("\n### Budgets\n\nOne time is over its budget:\n\n| dispatch "), "\(alone)")
    try folder.write(text, to: "a.rollcall")
    let over = try await report("1us")
    #expect(over.output.contains("\n### Budgets\n\nOne time is over its budget:\n\n| dispatch "), "\(over)")
  }

  @Test(arguments: [
    (1, "A handler threw: Push in #1 didReceiveMemoryWarning.\n"),
    (3, "Handlers threw 3 times, first Push in #1 didReceiveMemoryWarning.\n"),
  ])
  func whatThrewIsSaid(times: Int, message: String) async throws {
    let run = try await Rollcall.run(
      "fire", "didReceiveMemoryWarning", "--repeat", "\(times)", map: Maps.push("throws: no token"))
    #expect(run.status == 1 && run.errors == message, "\(run)")
  }

  /// A budget that was never checked must not pass.
  @Test func aModuleThatIsOffIsOverItsBudget() async throws {
    let map = Maps.push("takes: 1ms") + "\n  - Later: { type: Scripted, off: yes }"
    let run = try await Rollcall.run("fire", "didReceiveMemoryWarning", "--budget", "Later:1min", map: map)
    #expect(run.status == 1 && run.errors == "Later was not called, so its budget was not checked.\n", "\(run)")
  }

  /// Even a difference of less than 0.1 ms is visible.
  @Test(arguments: [("61500ns", "61.5 µs"), ("90us", "90 µs"), ("1.25ms", "1.25 ms"), ("500ns", "500 ns")])
  func aBudgetIsShownExactly(budget: String, shown: String) async throws {
    let run = try await Rollcall.run("fire", "didReceiveMemoryWarning", "--budget", "Push:\(budget)", map: slow)
    let lines = run.errors.split(separator: "\n").map(String.init)
    expectEqual(run.status, 1, "\(run)")
    // Creating the module may exceed the budget, too.
    expectEqual(words(try #require(lines.last))[5...6].joined(separator: " "), shown, "\(run)")
  }

  @Test func onlyTheWorstExcessesAreListed() async throws {
    let folder = try TemporaryFolder()
    let modules = (1...25).map { "  - M\($0): { type: Scripted, handles: { openURL: { takes: 1ms } } }\n" }
    try folder.write("main: M1\nmodules:\n\(modules.joined())", to: "Modules.map")
    let run = try await Rollcall.run(
      ["fire", "openURL"] + (1...25).flatMap { ["--budget", "M\($0):0s"] }, in: folder)
    let lines = run.errors.split(separator: "\n").map(String.init)
    #expect(run.status == 1 && lines.count == 22, "\(run)")
    expectEqual(lines[0], "50 times are over their budgets; the 20 worst:")
  }

  @Test func eventsWithinTheirBudgetAreNotMentioned() async throws {
    let run = try await Rollcall.run(
      "fire", "didReceiveMemoryWarning", "--budget", "10s", "--budget", "Push:1ms", "--budget", "Push:10s", map: slow)
    #expect(run.status == 0 && run.errors == "", "\(run)")
  }

  @Test(arguments: [
    (
      ["--budget", "Pusch:5ms"],
      "There is no module 'Pusch'. Did you mean 'Push'? The budget of a mark is written mark:name:time.\n"
    ),
    (
      ["--budget", "fast"],
      "--budget: 'fast' is not a duration. Write a number and ns, us, ms, s or min: 12ms.\n"
    ),
    (["--budget", "Push:-1ms"], "--budget: '-1ms' is negative. A duration is zero or more: 12ms.\n"),
    (["--budget", "1ms,Push:5ms"], "--budget takes one budget: write --budget 1ms --budget Push:5ms.\n"),
    (["--budget", "Push:"], "--budget: '' is not a duration. Write a number and ns, us, ms, s or min: 12ms.\n"),
  ])
  func aWrongBudgetFiresNothing(options: [String], message: String) async throws {
    let folder = try TemporaryFolder()
    try folder.write(Maps.push("prints: fired"), to: "Modules.map")
    let run = try await Rollcall.run(["fire", "didReceiveMemoryWarning"] + options, in: folder)
    #expect(run.status == 64 && run.output == "", "\(run)")
    expectEqual(run.errors, message)
  }

  /// A mark that is never set exceeds every budget.
  @Test(arguments: [("first frame:5s", "first frame"), ("mark:Pushed:5s", "Pushed")])
  func aMissingMarkIsOverItsBudget(budget: String, name: String) async throws {
    let run = try await Rollcall.run("fire", "didFinishLaunching", "--budget", budget, map: Maps.push("takes: 1ms"))
    expectEqual(run.status, 1, "\(run)")
    expectEqual(run.errors, "There is no module '\(name)', and no mark with that name came in a launch.\n")
  }

  @Test func aMarkHasABudget() async throws {
    let map = """
      main: Scene
      modules:
        - Scene: { type: Scripted, handles: { didFinishLaunching: { takes: 20ms, marks: first frame } } }
      """
    let run = try await Rollcall.run(
      "fire", "didFinishLaunching", "--budget", "first frame:1ms", "--budget", "mark:first frame:2ms", map: map)
    expectEqual(run.status, 1, "\(run)")
    let row = words(run.errors.split(separator: "\n").map(String.init)[2])
    expectEqual(row.prefix(7), ["launch,", "up", "to", "a", "mark", "first", "frame"], "\(run)")
    #expect(row.suffix(2) == ["2.0", "ms"] && run.output.contains("MARK  first frame, in Scene\n"), "\(run)")
    #expect(run.output.contains(" Marks: first frame after "), "\(run)")
  }

  @Test(arguments: ["0", "1,000,001", "99999999999999999999", "abc"])
  func repeatTakesOneToAMillion(times: String) async throws {
    let run = try await Rollcall.run("fire", "openURL", "--repeat", times, map: slow)
    #expect(run.status == 64 && run.output == "", "\(run)")
    #expect(
      run.errors.hasPrefix("Error: --repeat takes a number from 1 to 1,000,000, not '\(times)'.\n"), "\(run)")
  }

  /// As Control-C does.
  @Test func anInterruptPrintsTheSummary() async throws {
    let folder = try TemporaryFolder()
    try folder.write(Maps.push("prints: warned, takes: 1ms"), to: "Modules.map")
    let process = try Rollcall.process(["fire", "didReceiveMemoryWarning", "--repeat", "1,000,000"], in: folder)
    let (output, errors) = (Pipe(), Pipe())
    (process.standardOutput, process.standardError) = (output, errors)
    let (ends, end) = AsyncStream.makeStream(of: Int32.self)
    process.terminationHandler = {
      end.yield($0.terminationStatus)
      end.finish()
    }
    try process.runWithAllSignals()
    // Once the module has printed, the program is running.
    _ = errors.fileHandleForReading.availableData
    process.interrupt()
    let said = String(decoding: errors.fileHandleForReading.readDataToEndOfFile(), as: UTF8.self)
    let summary = String(decoding: output.fileHandleForReading.readDataToEndOfFile(), as: UTF8.self)
    var statuses = ends.makeAsyncIterator()
    let status = await statuses.next()
    expectEqual(status, 130)
    #expect(said.contains(/Stopped after [0-9,]+ of 1,000,000 events\.\n/), "\(said.suffix(200))")
    #expect(summary.hasPrefix("didReceiveMemoryWarning: self times\n"), "\(summary)")
  }

  /// The first event is still waiting for an answer, which comes too late.
  @Test(.timeLimit(.minutes(10))) func anInterruptEndsTheWaitForAnAnswer() async throws {
    let folder = try TemporaryFolder()
    try folder.write(
      """
      main: Scene
      modules:
        - Scene
        - Feed: { type: Requests, pages: 1, answersAfter: 60min, lifetime: module }
      """, to: "Modules.map")
    try folder.write("", to: "said")
    let process = try Rollcall.process(["fire", "performFetch", "--repeat", "9"], in: folder)
    process.standardError = try FileHandle(forWritingTo: folder.url.appending(path: "said"))
    process.standardOutput = FileHandle.nullDevice
    let (ends, end) = AsyncStream.makeStream(of: Void.self)
    process.terminationHandler = { _ in end.finish() }
    try process.runWithAllSignals()
    await eventually { (try? folder.text(of: "said").hasPrefix("Waiting for Feed, ")) == true || !process.isRunning }
    process.interrupt()
    for await _ in ends {}
    expectEqual(process.terminationStatus, 130)
    let said = try folder.text(of: "said").split(separator: "\n")
    #expect(said.count == 2 && said.last == "Stopped during event 1 of 9.", "\(said)")
  }

  private func words(_ line: String) -> [String] { line.split(separator: " ").map(String.init) }
}
