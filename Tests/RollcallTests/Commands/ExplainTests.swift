import Foundation
import RollcallTestingAdditions
import Testing

/// `rollcall explain`: what a launch consists of, and what could start later.
@Suite(.inTurn, .serialized) struct ExplainTests {
  private let map = """
    main: Scene
    modules:
      - Store: { type: Scripted, handles: { didFinishLaunching: { takes: 40ms } } }
      - Feed: { type: Scripted, after: [Store], required: true, handles: { didFinishLaunching: { takes: 20ms } } }
      - Ads: { type: Scripted, handles: { didFinishLaunching: { takes: 60ms } } }
      - Scene: { type: Scripted, handles: { didFinishLaunching: { takes: 20ms, marks: first frame } } }
    """

  @Test func aMapIsLaunchedAndExplained() async throws {
    let folder = try TemporaryFolder()
    try folder.write(map, to: "Shop.map")
    let run = try await Rollcall.run(["explain", "--map", "Shop.map", "-n", "2"], in: folder)
    expectEqual(run.status, 0, "\(run)")
    #expect(run.errors.hasPrefix("Launching 2 times, after one launch that does not count.\n"), "\(run)")
    #expect(run.output.hasPrefix("2 launches took "), "\(run)")
    #expect(run.output.contains("\n Ads: start it after the end of the launch, which saves at most 6"), "\(run)")
    #expect(run.output.contains("Feed must come after it\n"), "\(run)")
    #expect(run.output.contains("\n Store: it can't wait, because Feed must come after it. "), "\(run)")
    #expect(run.output.contains("\n Scene: it can't wait, because it is the main module. Make it faster.\n"), "\(run)")
    #expect(
      run.output.contains(" before the composite, not in it  "), "a launch fired by hand begins with the composite")
  }

  /// The journal has the launch and what was thrown.
  @Test func aLaunchInWhichAHandlerThrowsIsExplained() async throws {
    let folder = try TemporaryFolder()
    let bad = "  - Bad: { type: Scripted, handles: { didFinishLaunching: { throws: no disk } } }"
    try folder.write("\(map)\n\(bad)", to: "Shop.map")
    let run = try await Rollcall.run(["explain", "--map", "Shop.map", "-n", "2"], in: folder)
    #expect(run.status == 0 && run.output.hasPrefix("2 launches took "), "\(run)")
  }

  @Test func recordingsAreExplainedTogether() async throws {
    let folder = try TemporaryFolder()
    try folder.write(map, to: "Shop.map")
    for name in ["one", "two"] {
      let fire = ["fire", "didFinishLaunching", "--map", "Shop.map", "--record", "\(name).rollcall"]
      try await expectEqual(Rollcall.run(fire, in: folder).status, 0)
    }
    let run = try await Rollcall.run(["explain", "one.rollcall", "two.rollcall"], in: folder)
    #expect(run.status == 0 && run.output.hasPrefix("2 launches took "), "\(run)")
    let mark = try await Rollcall.run(["explain", "one.rollcall", "--until", "first frame"], in: folder)
    #expect(mark.status == 0 && mark.output.contains(" until first frame."), "\(mark)")
    let other = try await Rollcall.run(["explain", "one.rollcall", "--until", "last frame"], in: folder)
    #expect(
      other.status == 65
        && other.errors == "'one.rollcall' has no launch with the mark 'last frame'. Its marks: 'first frame'.\n",
      "\(other)")
  }

  /// A deferred module is called after the launch, and a module that is left out never is.
  @Test func modulesAreDeferredAndLeftOut() async throws {
    let folder = try TemporaryFolder()
    try folder.write(map, to: "Shop.map")
    let fire = try await Rollcall.run(
      ["fire", "didFinishLaunching", "--map", "Shop.map", "--defer", "Ads", "--json"], in: folder)
    expectEqual(fire.status, 0, "\(fire)")
    let lines = fire.output.split(separator: "\n").map(String.init)
    let created = try #require(lines.firstIndex { $0.contains(#""cause":"deferred""#) && $0.contains("switchedOn") })
    let launch = try #require(lines.firstIndex { $0.contains(#""type":"dispatch""#) })
    let replay = try #require(lines.lastIndex { $0.contains(#""replay":true"#) && $0.contains(#""module":"Ads""#) })
    #expect(launch < created && created < replay, "\(fire)")
    #expect(!lines[launch].contains(#""module":"Ads""#), "\(lines[launch])")

    let without = try await Rollcall.run(
      ["explain", "--map", "Shop.map", "--without", "Ads", "-n", "1"], in: folder)
    #expect(without.status == 0 && without.output.contains("left out by experiment"), "\(without)")
    #expect(!without.output.contains("start it after"), "\(without)")
  }

  @Test func aMapWhoseNameBeginsWithADashIsExplained() async throws {
    let folder = try TemporaryFolder()
    try folder.write(map, to: "-shop.map")
    let run = try await Rollcall.run(["explain", "--map=-shop.map", "-n", "1"], in: folder)
    expectEqual(run.status, 0, "\(run)")
  }

  @Test func whatDeferringBringsIsMeasured() async throws {
    let folder = try TemporaryFolder()
    try folder.write(map, to: "Shop.map")
    let run = try await Rollcall.run(["explain", "--map", "Shop.map", "-n", "2", "--verify"], in: folder)
    expectEqual(run.status, 0, "\(run)")
    #expect(run.errors.contains("Deferring Ads in 2 pairs of launches: 6 launches in all.\n"), "\(run)")
    let row = try #require(run.output.split(separator: "\n").last { $0.hasPrefix(" Ads  ") }, "\(run)")
    #expect(row.contains("too few launches"), "\(run)")
  }

  @Test(arguments: [
    ([], "Error: Name recordings, a map with --map, or a command with --run.\n"),
    (["a", "--map", "b"], "Error: Name only one of recordings and --map.\n"),
    (["--map", "b", "-n", "0"], "Error: -n takes a number from 1 to 200, not 0.\n"),
    (["a", "--verify"], "Error: -n, --verify, --defer and --without launch something: they need --map or --run.\n"),
    (
      ["--map", "b", "--verify", "--defer", "Ads"],
      "Error: --verify chooses what to defer: omit --defer and --without.\n"
    ),
    (["--map", "b", "--verify", "-n", "1"], "Error: --verify needs at least 2 pairs of launches.\n"),
  ])
  func aWrongCommandLineIsExplained(arguments: [String], message: String) async throws {
    let run = try await Rollcall.run(["explain"] + arguments, in: try TemporaryFolder())
    #expect(run.status == 64 && run.errors.hasPrefix(message), "\(run)")
  }

  /// Only 1 means that a handler threw, which is a launch, too.
  @Test func aMapWhoseModuleCrashesIsNoLaunch() async throws {
    let folder = try TemporaryFolder()
    try folder.write(
      "main: P\nmodules:\n  - P: { type: Scripted, handles: { didFinishLaunching: { crashes: yes } } }\n",
      to: "Crash.map")
    let run = try await Rollcall.run(["explain", "--map", "Crash.map", "-n", "1"], in: folder)
    #expect(run.status == 65 && run.errors.contains(/ended with exit code 13\d\./), "\(run)")
  }

  /// What a push launched in the background has no first frame.
  @Test func launchesInTheBackgroundAreLeftOut() async throws {
    let folder = try TemporaryFolder()
    try folder.write(map, to: "Shop.map")
    for (file, event) in [
      ("a.rollcall", "didFinishLaunching"), ("b.rollcall", #"didFinishLaunching={"inBackground":true}"#),
    ] {
      let fire = try await Rollcall.run(["fire", event, "--map", "Shop.map", "--record", file], in: folder)
      expectEqual(fire.status, 0, "\(fire)")
    }
    for files in [["a.rollcall", "b.rollcall"], ["b.rollcall", "a.rollcall"]] {
      let run = try await Rollcall.run(["explain"] + files, in: folder)
      #expect(run.status == 0 && run.output.hasPrefix("One launch took "), "\(run)")
      expectEqual(run.errors, "Left out: 1 launch in the background.\n", "\(run)")
    }
    let all = try await Rollcall.run(["explain", "b.rollcall", "b.rollcall"], in: folder)
    #expect(all.status == 0 && all.output.hasPrefix("2 launches took ") && all.errors == "", "\(all)")
  }

  /// One of them was opened later, and has the mark of the others.
  @Test func launchesThatWereOpenedLaterAreLeftOut() async throws {
    let folder = try TemporaryFolder()
    try folder.write(
      """
      main: Scene
      modules:
        - Scene:
            type: Scripted
            handles: { didReceiveMemoryWarning: { takes: 1100ms }, didBecomeActive: { marks: first frame } }
      """, to: "Shop.map")
    let late = #"didFinishLaunching={"inBackground":true}"#
    for (file, events) in [
      ("a.rollcall", ["didFinishLaunching", "didBecomeActive"]), ("b.rollcall", [late]),
      ("c.rollcall", [late, "didReceiveMemoryWarning", "willEnterForeground", "didBecomeActive"]),
    ] {
      let fire = try await Rollcall.run(["fire"] + events + ["--map", "Shop.map", "--record", file], in: folder)
      expectEqual(fire.status, 0, "\(fire)")
    }
    for files in [["a.rollcall", "b.rollcall", "c.rollcall"], ["c.rollcall", "b.rollcall", "a.rollcall"]] {
      let run = try await Rollcall.run(["explain"] + files, in: folder)
      #expect(run.status == 0 && run.output.hasPrefix("One launch took ") && run.output.contains(" until first frame."))
      expectEqual(run.errors, "Left out: 2 launches in the background.\n", "\(run)")
    }
  }

  @Test func aMapIsToldFromARecording() async throws {
    let folder = try TemporaryFolder()
    try folder.write(map, to: "Shop.map")
    let run = try await Rollcall.run(["explain", "Shop.map"], in: folder)
    #expect(run.status == 65 && run.errors.hasPrefix("'Shop.map' is not a recording: "), "\(run)")
    #expect(run.errors.hasSuffix(". A map is explained with --map.\n"), "\(run)")
  }

  @Test(arguments: [
    (["--defer", "Scene"], "--defer: Scene can't be deferred: it is the main module.\n"),
    (["--without", "Feed"], "--without: Feed can't be left out: it is required.\n"),
    (["--defer", "Store"], "--defer: Store can't be deferred: Feed must come after it.\n"),
    (["--defer", "Adds"], "There is no module 'Adds'. Did you mean 'Ads'?\n"),
    (["--defer", "Ads", "--without", "Ads"], "Ads can be deferred or left out, but not both.\n"),
  ])
  func anImpossibleExperimentIsRefused(arguments: [String], message: String) async throws {
    let folder = try TemporaryFolder()
    try folder.write(map, to: "Shop.map")
    for command in [["fire", "didFinishLaunching"], ["explain"]] {
      let run = try await Rollcall.run(command + ["--map", "Shop.map"] + arguments, in: folder)
      #expect(run.status == 64 && run.errors == message, "\(run)")
    }
  }

  @Test func anApplicationThatKnowsNoExperimentsIsNamed() async throws {
    let folder = try TemporaryFolder()
    try folder.write(map, to: "Shop.map")
    let program = try BuiltProgram.url().path
    let command =
      "env -u ROLLCALL_EXPERIMENTS '\(program)' fire didFinishLaunching --map Shop.map --record \"$ROLLCALL_RECORDING\""
    let run = try await Rollcall.run(["explain", "--run", command, "-n", "1", "--defer", "Ads"], in: folder)
    expectEqual(run.status, 65, "\(run)")
    #expect(
      run.errors.hasSuffix(
        "The application did not defer or leave out anything. Either the module is switched off at launch, or the "
          + "application does not call composite.conduct(.fromEnvironment) before it registers modules.\n"),
      "\(run)")
  }
}
