import Foundation
import RollcallTestingAdditions
import Testing

/// `rollcall fire`: events without a terminal.
@Suite(.inTurn, .serialized) struct HeadlessFireTests {
  @Test func eachEventHasATable() async throws {
    let run = try await Rollcall.run("fire", "didFinishLaunching", "openURL=url:pay:7", map: Maps.shop)
    #expect(run.status == 0 && run.errors == "", "\(run)")
    let lines = run.lines
    #expect(
      lines[0].wholeMatch(of: /#1 didFinishLaunching: yes \(3 modules\), 3 called, [0-9.]+ m?s\./) != nil, "\(run)")
    expectEqual(
      lines[2].split(separator: " ").map(String.init),
      [
        "#", "module", "answer", "start", "self", "share", "computing", "waiting", "blocked",
      ])
    #expect(
      lines[3].contains("before the composite, \u{00B1} 10 ms") && lines[4].contains("3 modules created"), "\(run)")
    // The slow creations below differ from run to run.
    let handlers = Array(lines[3...].prefix { !$0.isEmpty }.suffix(3))
    let rows = handlers.map { $0.split(separator: " ").map(String.init) }
    expectEqual(
      rows.map { Array($0.prefix(3)) },
      [
        ["1", "Analytics", "yes"], ["2", "Scene", "yes"], ["3", "Payments", "yes"],
      ])
    #expect(try #require(handlers.last?.milliseconds) >= 12)
    #expect(
      lines.contains { $0.hasPrefix("#2 openURL pay:7: yes (Payments), 2 called, ") })
    #expect(lines.contains("All modules were released in reverse order; 1 object was cleaned up."))
    let last = try #require(lines.last { !$0.isEmpty }).split(separator: " ").map(String.init)
    expectEqual(
      last.prefix(5), ["Shop", "1", "delegate", "CompositeDelegate", "released"], "the application goes last")
  }

  @Test func aLongWaitNamesTheModule() async throws {
    let map = """
      main: Scene
      modules:
        - Scene: { type: Scripted, handles: { didFinishLaunching: { answers: yes } } }
        - Feed: { type: Requests, pages: 1, answersAfter: 2s, lifetime: module }
      """
    let run = try await Rollcall.run("fire", "performFetch", map: map)
    let waiting =
      /Waiting for Feed, which has yet to answer performFetch, until \d\d:\d\d:\d\d at the latest, \d+ s from now\.\n/
    #expect(run.errors.isEmpty || run.errors.wholeMatch(of: waiting) != nil, "\(run)")
    #expect(run.output.contains("#1 performFetch"), "\(run)")
  }

  @Test func theLastOfManyObjectsAreListed() async throws {
    let tasks = (1...1_200).map { "        - task: job\($0)\n" }.joined()
    let map = "main: Scene\nmodules:\n  - Scene:\n      type: Scripted\n      owns:\n\(tasks)"
    let run = try await Rollcall.run("fire", "openURL", map: map)
    #expect(run.status == 0 && run.errors == "", "\(run)")
    let said = "All modules were released in reverse order; 1,201 objects were cleaned up. The last 1,000 of them:"
    let start = try #require(run.lines.firstIndex(of: said), "\(run)")
    expectEqual(run.lines[(start + 3)...].count { !$0.isEmpty }, 1_000)
  }

  @Test func commandsAreBelowTheirModule() async throws {
    let map = """
      main: Scene
      modules:
        - ThirdParties
        - Scene: { type: Scripted, handles: { didFinishLaunching: { answers: yes } } }
      """
    let run = try await Rollcall.run("fire", "didFinishLaunching", map: map)
    #expect(run.status == 0 && run.errors == "", "\(run)")
    #expect(run.lines[0].contains(": yes (ThirdParties, Scene), 2 called, "), "\(run)")
    // The rows above show the creation of the modules.
    let rows = run.lines.drop { !$0.hasPrefix(" 1  ThirdParties ") }.prefix { !$0.isEmpty }
    let words = rows.map { $0.split(separator: " ").map(String.init) }
    let expected = [
      ["1", "ThirdParties", "yes"], ["crash", "report", "done"], ["analytics", "done"], ["2", "Scene", "yes"],
    ]
    #expect(words.count == 4 && zip(words, expected).allSatisfy { $0.starts(with: $1) }, "\(run)")
  }

  @Test func jsonLinesBeginWithAHeader() async throws {
    let run = try await Rollcall.run("fire", "--json", "didFinishLaunching", "openURL", map: Maps.shop)
    #expect(run.status == 0 && run.errors == "", "\(run)")
    let entries = try run.output.split(separator: "\n").map { line in
      try #require(try JSONSerialization.jsonObject(with: Data(line.utf8)) as? [String: Any], "\(line)")
    }
    expectEqual(entries.first?["rollcall"] as? Int, 1)
    #expect(entries.dropFirst().allSatisfy { $0["type"] is String })
    let dispatches = entries.filter { $0["type"] as? String == "dispatch" }
    expectEqual(dispatches.compactMap { $0["event"] as? String }, ["didFinishLaunching", "openURL"])
    expectEqual(dispatches.compactMap { $0["id"] as? Int }, [1, 2])
  }

  @Test(arguments: [[], ["--json"]])
  func outputOfModulesGoesToStandardError(options: [String]) async throws {
    let folder = try TemporaryFolder()
    try folder.write(Maps.push(#"prints: "token 42""#), to: "Modules.map")
    let run = try await Rollcall.run(["fire"] + options + ["didReceiveMemoryWarning"], in: folder)
    #expect(run.status == 0 && run.errors == "token 42\n", "\(run)")
    #expect(!run.output.isEmpty && !run.output.contains("token 42"), "\(run)")
  }

  @Test(arguments: [[], ["--json"]])
  func aHandlerThatThrowsIsAFailure(options: [String]) async throws {
    let folder = try TemporaryFolder()
    try folder.write(Maps.push(#"throws: "no token""#), to: "Modules.map")
    let arguments = ["fire"] + options + ["didReceiveMemoryWarning", "didFinishLaunching"]
    let run = try await Rollcall.run(arguments, in: folder)
    #expect(run.status == 1 && run.errors == "A handler threw: Push in #1 didReceiveMemoryWarning.\n", "\(run)")
    // The other events are still fired.
    #expect(run.output.contains("no token") && run.output.contains("didFinishLaunching"), "\(run)")
  }

  @Test(arguments: [
    ([], "RUNNING  Push has run didReceiveMemoryWarning for "), (["--json"], #""type":"running""#),
  ])
  func aHungHandlerIsNamedWhileItRuns(options: [String], sign: String) async throws {
    let folder = try TemporaryFolder()
    try folder.write(Maps.push("takes: 10min"), to: "Modules.map")
    let process = try Rollcall.process(["fire"] + options + ["didReceiveMemoryWarning"], in: folder)
    let output = Pipe()
    process.standardOutput = output
    try process.runWithAllSignals()
    defer { process.terminate() }
    var text = ""
    while !text.contains(sign) {
      let more = output.fileHandleForReading.availableData
      try #require(!more.isEmpty, "it ended, with:\n\(text)")
      text += String(decoding: more, as: UTF8.self)
    }
  }

  @Test func anEventOverItsBudgetCausesAWarning() async throws {
    let map = "budgets: { didReceiveMemoryWarning: 20ms }\n\(Maps.push("takes: 200ms"))"
    let run = try await Rollcall.run("fire", "didReceiveMemoryWarning", map: map)
    #expect(run.status == 0 && run.errors == "", "\(run)")
    let warnings = run.lines.filter { $0.hasPrefix("WARNING  ") }
    // Once, either while the event runs or at its end.
    expectEqual(warnings.count, 1, "\(run)")
    expectEqual(
      warnings.first?.contains(#/didReceiveMemoryWarning (?:has taken|took) .*, over its budget of 20 ms\. Push /#),
      true,
      "\(run)")
  }

  @Test(arguments: [
    ("didFinishLaunchin", "There is no event 'didFinishLaunchin'. Did you mean 'didFinishLaunching'?\n"),
    ("fly", "There is no event 'fly'. 'rollcall events' lists them.\n"),
    ("openURL=uri:pay:7", "openURL has no argument 'uri'. Did you mean 'url'?\n"),
    (
      "openURL=pay:42",
      "openURL has no argument 'pay'. It has: url, options. "
        + "If that is the value of 'url', write openURL=url:pay:42.\n"
    ),
    (
      #"openURL={"url":7\#(String(repeating: "0", count: 100_000))}"#,
      "The arguments '{\"url\":7\(String(repeating: "0", count: 52))...' of openURL can't be read: that is not a JSON object.\n"
    ),
    (
      "openURL=pay",
      "The arguments 'pay' of openURL can't be read: 'pay' is not a key:value pair, such as url:pay.\n"
    ),
    ("openURL={\"url\":", "The arguments '{\"url\":' of openURL can't be read: that is not a JSON object.\n"),
    ("openURL={\"url\":7}", "The arguments of openURL are not valid: 'url' expects a text, not 7.\n"),
  ])
  func aWrongEventFiresNothing(event: String, message: String) async throws {
    let map = Maps.push(#"prints: "fired""#)
    let run = try await Rollcall.run("fire", "didReceiveMemoryWarning", event, map: map)
    #expect(run.status == 64 && run.output == "", "\(run)")
    expectEqual(run.errors, message)
  }

  @Test(arguments: [["fire"], ["fire", "--nonsense", "openURL"], ["run", "--color", "purple"]])
  func aWrongCommandLineIsAUsageError(arguments: [String]) async throws {
    let run = try await Rollcall.run(arguments, in: TemporaryFolder())
    #expect(run.status == 64 && run.output == "", "\(run)")
    #expect(run.errors.hasPrefix("Error: "), "\(run)")
  }

  @Test func anObjectAliveAtTheEndIsNamedAndNotCalledALeak() async throws {
    let map = "main: Scene\nmodules:\n  - Scene: { type: Scripted }\n  - LeakyPair\n"
    let run = try await Rollcall.run("fire", "didBecomeActive", map: map)
    #expect(run.status == 0 && run.errors == "", "\(run)")
    #expect(
      run.output.hasSuffix(
        "\nAlive at exit: LeakyPair, with window player, delegate player. Whether it leaks is unknown: fire does not wait.\n"
      ),
      "\(run)")
  }

  @Test func aModuleThatIsOffIsNotCreated() async throws {
    let map = "main: Scene\nmodules:\n  - Scene: { type: Scripted }\n  - LeakyPair: { off: yes }\n"
    let run = try await Rollcall.run("fire", "didBecomeActive", map: map)
    #expect(run.status == 0 && !run.output.contains("LeakyPair"), "\(run)")
    let check = try await Rollcall.run("check", map: map)
    #expect(check.lines.contains { $0.contains("LeakyPair") && $0.hasSuffix("line 4, switched off") }, "\(check)")
  }
}
