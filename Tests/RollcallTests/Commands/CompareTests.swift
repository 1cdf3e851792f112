import Foundation
import RollcallTestingAdditions
import Testing

/// `rollcall compare`: whether launches have become slower.
@Suite(.inTurn, .serialized) struct CompareTests {
  private func map(_ milliseconds: Int) -> String {
    """
    main: Scene
    modules:
      - Scene: { type: Scripted, handles: { didFinishLaunching: { takes: \(milliseconds)ms, marks: first frame } } }
    """
  }

  /// A command that records the launch of a map.
  private func launch(_ map: String) throws -> String {
    "'\(try BuiltProgram.url().path)' fire didFinishLaunching --map \(map) --record \"$ROLLCALL_RECORDING\""
  }

  @Test func aSlowerModuleIsNamed() async throws {
    let folder = try TemporaryFolder()
    try folder.write(map(10), to: "old.map")
    try folder.write(map(400), to: "new.map")
    let run = try await Rollcall.run(
      [
        "compare", "-n", "7", "--keep", "kept", "--run", try launch("old.map"), "--against",
        try launch("new.map"), "--at-least", "100%",
      ], in: folder)
    // On a busy machine, nothing is proven, and the output says so.
    let isDisturbed = run.output.contains("the machine changed")
    #expect(run.status == (isDisturbed ? 0 : 1), "\(run)")
    #expect(isDisturbed || run.output.hasPrefix("Slower: the whole launch by "), "\(run)")
    #expect(
      run.errors.hasPrefix("Launching 7 pairs, after one launch of each command that does not count.\n"), "\(run)")
    #expect(isDisturbed || run.errors.contains("\nSlower: the whole launch by "), "\(run)")
    #expect(run.output.contains("until first frame") && run.output.contains(" 7 pairs of launches, "), "\(run)")

    // The recordings are kept. Comparing them as sets gives the same result.
    let files = (1...7).map { "kept/base-\($0).rollcall" } + ["--with"] + (1...7).map { "kept/head-\($0).rollcall" }
    let again = try await Rollcall.run(["compare"] + files + ["--format", "markdown"], in: folder)
    #expect(again.status == 1 && again.errors.hasPrefix("Slower: the whole launch by "), "\(again)")
    #expect(again.output.hasPrefix("### Launch time\n\nSlower: the whole launch by "), "\(again)")
    #expect(again.output.contains("| verdict "), "\(again)")
    let json = try await Rollcall.run(["compare"] + files + ["--format", "json", "--at-least", "1h"], in: folder)
    expectEqual(json.status, 64, "\(json)")
    let same = try await Rollcall.run(["compare"] + files + ["--format", "json", "--at-least", "60s"], in: folder)
    #expect(same.status == 0 && same.output.contains(#""verdict":"no difference shown""#), "\(same)")
    #expect(!same.output.contains(#""verdict":"slower""#), "\(same)")
  }

  /// That is an error before the counted launches, and no comparison that always passes.
  @Test func tooFewPairsAreRefused() async throws {
    let folder = try TemporaryFolder()
    try folder.write(map(1), to: "old.map")
    let run = try await Rollcall.run(
      ["compare", "-n", "6", "--run", try launch("old.map"), "--against", try launch("old.map")], in: folder)
    #expect(run.status == 64 && run.output == "", "\(run)")
    expectEqual(
      run.errors,
      "Launching 6 pairs, after one launch of each command that does not count.\n"
        + "6 pairs can't prove that any of 3 times changed: at least 7 are needed.\n")
  }

  /// Nothing is launched before all names are known to be free, and a folder is never replaced.
  @Test func whatTheFolderHasIsReplacedOnlyOnRequest() async throws {
    let folder = try TemporaryFolder()
    try folder.write(map(1), to: "old.map")
    let command = [
      "compare", "-n", "6", "--keep", "kept", "--run", try launch("old.map"), "--against", try launch("old.map"),
    ]
    try FileManager.default.createDirectory(
      at: folder.url.appending(path: "kept/head-6.rollcall/mine"), withIntermediateDirectories: true)
    let path = folder.path(of: "kept")
    for flags in [[], ["--overwrite"]] {
      let run = try await Rollcall.run(command + flags, in: folder)
      expectEqual(run.status, 73, "\(run)")
      expectEqual(
        run.errors, "'\(path)/head-6.rollcall' is a folder, where --keep would put a file. Name another folder.\n")
    }
    try FileManager.default.removeItem(atPath: "\(path)/head-6.rollcall")
    try folder.write("mine", to: "kept/base-1.rollcall")
    let refused = try await Rollcall.run(command, in: folder)
    expectEqual(refused.status, 73, "\(refused)")
    expectEqual(refused.errors, "'\(path)/base-1.rollcall' exists. --overwrite replaces it.\n")
    try expectEqual(FileManager.default.contentsOfDirectory(atPath: path), ["base-1.rollcall"])
    try folder.write("of an earlier comparison", to: "kept/base-7.rollcall")
    let replaced = try await Rollcall.run(command + ["--overwrite"], in: folder)
    // So few pairs prove nothing, but the first of them was recorded.
    expectEqual(replaced.status, 64, "\(replaced)")
    #expect(try folder.text(of: "kept/base-1.rollcall").hasPrefix("{\"application\""))
    #expect(!FileManager.default.fileExists(atPath: folder.path(of: "kept/base-7.rollcall")))
  }

  @Test func recordingsOfDifferentApplicationsAreNotCompared() async throws {
    let folder = try TemporaryFolder()
    for name in ["One", "Two"] {
      try folder.write("application: { type: ApplicationHost, name: \(name) }\n\(map(1))", to: "\(name).map")
      let run = try await Rollcall.run(
        ["fire", "didFinishLaunching", "--map", "\(name).map", "--record", "\(name).rollcall"], in: folder)
      expectEqual(run.status, 0, "\(run)")
    }
    let run = try await Rollcall.run(["compare", "One.rollcall", "--with", "Two.rollcall"], in: folder)
    #expect(run.status == 64 && run.output == "", "\(run)")
    let sentence = "These are recordings of different applications: One, Two. Compare launches of one.\n"
    expectEqual(run.errors, sentence)
    let launched = try await Rollcall.run(
      ["compare", "-n", "7", "--run", try launch("One.map"), "--against", try launch("Two.map")], in: folder)
    #expect(launched.status == 64 && launched.errors.hasSuffix(sentence), "\(launched)")
  }

  @Test func fewRecordingsProveNothing() async throws {
    let folder = try TemporaryFolder()
    try folder.write(map(1), to: "Modules.map")
    let fire = try await Rollcall.run(["fire", "didFinishLaunching", "--record", "a.rollcall"], in: folder)
    expectEqual(fire.status, 0, "\(fire)")
    let command = ["compare", "a.rollcall", "--with", "a.rollcall"]
    let run = try await Rollcall.run(command, in: folder)
    #expect(run.status == 0 && run.output.contains("unproven"), "\(run)")
    let strict = try await Rollcall.run(command + ["--strict"], in: folder)
    #expect(strict.status == 1 && strict.errors == "Unproven, and --strict was given.\n", "\(strict)")
  }

  @Test func aCommandThatFailsIsQuoted() async throws {
    let folder = try TemporaryFolder()
    let run = try await Rollcall.run(
      ["compare", "--run", "echo no such thing >&2; exit 3", "--against", "true"], in: folder)
    #expect(run.status == 65 && run.output == "", "\(run)")
    #expect(run.errors.hasSuffix("\n--run (base-warm-up) ended with exit code 3.\n  no such thing\n"), "\(run)")
    let silent = try await Rollcall.run(["compare", "--run", "true", "--against", "true"], in: folder)
    expectEqual(silent.status, 65, "\(silent)")
    #expect(
      silent.errors.hasSuffix(
        "--run (base-warm-up) wrote no recording. It must record to the file named by the environment variable "
          + "ROLLCALL_RECORDING: 'rollcall fire didFinishLaunching --record \"$ROLLCALL_RECORDING\"', or "
          + "'composite.journal.record(to:)' in the application.\n"), "\(silent)")
  }

  @Test(arguments: [
    (
      ["a.rollcall"], "Error: Name the recordings to compare: rollcall compare base/*.rollcall --with head/*.rollcall. "
    ),
    (["--run", "true"], "Error: --run and --against belong together: the old version and the new one.\n"),
    (["a", "--with", "b", "--overwrite"], "Error: --overwrite needs --keep.\n"),
    (["a", "--with", "b", "-n", "3"], "Error: -n and --keep need --run and --against.\n"),
    (
      ["a", "--run", "b", "--against", "c"],
      "Error: Name recordings, or commands with --run and --against, but not both.\n"
    ),
    (
      ["--run", "a", "--against", "b", "-n", "1"],
      "Error: -n takes a number from 6 to 200, not 1: fewer pairs can't prove anything.\n"
    ),
    (
      ["a", "--with", "b", "--at-least", "0s"],
      "Error: --at-least takes a percentage, a time, or both, such as 5%,1ms, not '0s'.\n"
    ),
    (
      ["a", "--with", "b", "--at-least", "x%"],
      "Error: --at-least takes a percentage, a time, or both, such as 5%,1ms, not 'x%'.\n"
    ),
    (
      ["a", "--with", "b", "--at-least", "5"],
      "Error: --at-least takes a percentage, a time, or both, such as 5%,1ms, not '5'.\n"
    ),
  ])
  func aWrongCommandLineIsExplained(arguments: [String], message: String) async throws {
    let folder = try TemporaryFolder()
    let run = try await Rollcall.run(["compare"] + arguments, in: folder)
    #expect(run.status == 64 && run.errors.hasPrefix(message), "\(run)")
  }

  /// A hung launch ends with the comparison, and the folder of the recordings is deleted.
  @Test(arguments: [SIGINT, SIGTERM, SIGHUP]) func aSignalLeavesNothingBehind(signal: Int32) async throws {
    let folder = try TemporaryFolder()
    try FileManager.default.createDirectory(atPath: folder.path(of: "tmp"), withIntermediateDirectories: false)
    try folder.write("", to: "said")
    let process = try Rollcall.process(
      ["compare", "--run", "echo $$ > pid; echo begun > begun; while :; do sleep 0.1; done", "--against", "true"],
      in: folder)
    process.environment = try TestEnvironment.variables(["TMPDIR": folder.path(of: "tmp")])
    process.standardError = try FileHandle(forWritingTo: folder.url.appending(path: "said"))
    let (ends, end) = AsyncStream.makeStream(of: Void.self)
    process.terminationHandler = { _ in end.finish() }
    try process.runWithAllSignals()
    await eventually { FileManager.default.fileExists(atPath: folder.path(of: "begun")) }
    let child = try #require(Int32(try folder.text(of: "pid").filter(\.isNumber)))
    try expectEqual(FileManager.default.contentsOfDirectory(atPath: folder.path(of: "tmp")).count, 1)
    kill(process.processIdentifier, signal)
    for await _ in ends {}
    #expect(process.terminationStatus == (signal == SIGINT ? 130 : signal))
    #expect(process.terminationReason == (signal == SIGINT ? .exit : .uncaughtSignal))
    let said = try folder.text(of: "said")
    #expect(said.hasSuffix("\nStopped during --run (base-warm-up).\n") == (signal == SIGINT), "\(said)")
    expectEqual(kill(child, 0), -1, "the command still runs")
    try expectEqual(FileManager.default.contentsOfDirectory(atPath: folder.path(of: "tmp")), [])
  }

  /// A launch is over when its command has ended, even if the command leaves a process of its own behind.
  @Test(.timeLimit(.minutes(10))) func aProcessThatACommandLeavesBehindIsNotWaitedFor() async throws {
    let folder = try TemporaryFolder()
    try folder.write(map(1), to: "old.map")
    let command = "sleep 100000 & echo $! >> pids; \(try launch("old.map"))"
    let run = try await Rollcall.run(
      ["compare", "-n", "6", "--run", command, "--against", "\(command); exit 3"], in: folder)
    let pids = try folder.text(of: "pids").split(separator: "\n").compactMap { Int32($0) }
    for pid in pids { kill(pid, SIGKILL) }
    expectEqual(pids.count, 2, "\(run)")
    #expect(run.status == 65 && run.errors.hasSuffix("\n--against (head-warm-up) ended with exit code 3.\n"), "\(run)")
  }

  @Test func aRecordingWithoutALaunchIsNamed() async throws {
    let folder = try TemporaryFolder()
    try folder.write(map(1), to: "Modules.map")
    let fire = try await Rollcall.run(["fire", "didReceiveMemoryWarning", "--record", "no.rollcall"], in: folder)
    expectEqual(fire.status, 0, "\(fire)")
    let run = try await Rollcall.run(["compare", "no.rollcall", "--with", "no.rollcall"], in: folder)
    expectEqual(run.status, 65, "\(run)")
    expectEqual(run.errors, "'no.rollcall' has no launch: didFinishLaunching, which ends a launch, is not in it.\n")
    let missing = try await Rollcall.run(["compare", "none", "--with", "no.rollcall"], in: folder)
    #expect(missing.status == 66 && missing.errors == "There is no file 'none'.\n", "\(missing)")
  }
}
