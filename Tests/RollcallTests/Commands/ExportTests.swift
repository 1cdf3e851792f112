import Foundation
import RollcallTestingAdditions
import Testing

/// `rollcall export`: a recording in other formats.
@Suite(.inTurn, .serialized) struct ExportTests {
  /// A folder with a recording of the map at the top of the repository.
  private func recorded(_ events: String...) async throws -> TemporaryFolder {
    let folder = try TemporaryFolder()
    try folder.write(try Maps.standard(), to: "Modules.map")
    let run = try await Rollcall.run(["fire", "--json"] + events, in: folder)
    try folder.write(run.output, to: "boot.rollcall")
    return folder
  }

  /// The standard map, with commands, an event that a handler sends, and a handler that throws.
  @Test func aRecordingIsExportedInEveryFormat() async throws {
    let folder = try await recorded("didFinishLaunching", "performActionForShortcutItem", "didEnterBackground")
    for format in ["trace", "csv", "json", "svg", "markdown", "otlp"] {
      let run = try await Rollcall.run(
        "export", "boot.rollcall", "--format", format, "-o", "boot.\(format)", in: folder)
      #expect(run.status == 0 && run.errors == "" && run.output == "", "\(run)")
    }
    func object(_ name: String) throws -> [String: Any] {
      try #require(
        try JSONSerialization.jsonObject(with: Data(folder.text(of: name).utf8)) as? [String: Any], "\(name)")
    }
    let events = try #require(try object("boot.trace")["traceEvents"] as? [[String: Any]])
    func names(_ phase: String, _ name: String) -> [String] {
      events.filter { $0["ph"] as? String == phase && $0["name"] as? String == name }
        .compactMap { ($0["args"] as? [String: Any])?["name"] as? String }
    }
    let lanes = names("M", "thread_name")
    expectEqual(
      lanes.prefix(7),
      [
        "Launches", "Events", "Application state", "Warnings", "Printed", "ThirdParties", "Appearance",
      ])
    #expect(events.contains { $0["name"] as? String == "crash report" && $0["ph"] as? String == "X" })
    expectEqual(events.filter { $0["ph"] as? String == "s" }.count, 1, "one event was sent from within another")

    let recorded = try folder.text(of: "boot.rollcall").split(separator: "\n").count
    try expectEqual(#require(try object("boot.json")["entries"] as? [Any]).count, recorded - 1)
    #expect(try folder.text(of: "boot.csv").contains(",Payments,8,,threw,"))
    #expect(try folder.text(of: "boot.svg").contains(">Payments</text>"))
    #expect(try folder.text(of: "boot.markdown").contains("| a handler threw | Payments |"))
  }

  @Test func aTableForExcelBeginsWithAMarkAndADashIsStandardOutput() async throws {
    let folder = try await recorded("didFinishLaunching")
    let table = try await Rollcall.run("export", "boot.rollcall", "--format", "csv", "--bom", "-o", "a.csv", in: folder)
    expectEqual(table.status, 0, "\(table)")
    let bytes = try Data(contentsOf: folder.url.appending(path: "a.csv"))
    #expect(bytes.starts(with: [0xEF, 0xBB, 0xBF] + "dispatch,".utf8))
    let run = try await Rollcall.run("export", "boot.rollcall", "--format", "csv", "-o", "-", in: folder)
    #expect(run.status == 0 && run.output.hasPrefix("dispatch,"), "\(run)")
    #expect(!FileManager.default.fileExists(atPath: folder.path(of: "-")))
  }

  /// What gzip, zstd, xz, bzip2, zip and lz4 write.
  @Test(arguments: ["1F8B0800", "28B52FFD04", "FD377A585A00", "425A6839", "504B0304", "04224D18"])
  func aCompressedRecordingSaysSo(beginning: String) async throws {
    let folder = try TemporaryFolder()
    let bytes = stride(from: 0, to: beginning.count, by: 2).compactMap { place in
      UInt8(beginning.dropFirst(place).prefix(2), radix: 16)
    }
    try Data(bytes + [0x41, 0x0A, 0x42]).write(to: folder.url.appending(path: "boot.rollcall.gz"))
    let run = try await Rollcall.run("export", "boot.rollcall.gz", "--format", "csv", in: folder)
    expectEqual(run.status, 65, "\(run)")
    expectEqual(run.errors, "'boot.rollcall.gz' is compressed; unpack it first.\n")
  }

  @Test func fireCanBePipedIntoExport() async throws {
    let folder = try TemporaryFolder()
    try folder.write(Maps.shop, to: "Modules.map")
    let process = Process()
    process.executableURL = URL(filePath: "/bin/sh")
    process.arguments = [
      "-c", "rollcall fire didFinishLaunching --json | rollcall export - --format markdown > boot.md",
    ]
    process.currentDirectoryURL = folder.url
    process.environment = try TestEnvironment.variables()
    try await process.runToEnd()
    expectEqual(process.terminationStatus, 0)
    let text = try folder.text(of: "boot.md")
    #expect(text.hasPrefix("## Shop, ") && text.contains("### Launch") && text.contains("| Payments "), "\(text)")
  }

  /// The reader of the pipe closes it early.
  @Test func aBrokenPipeIsNotAFailure() async throws {
    let folder = try TemporaryFolder()
    try folder.write(Maps.shop, to: "Modules.map")
    let fired = try await Rollcall.run("fire", "--json", "--repeat", "2000", "openURL", in: folder)
    try folder.write(fired.output, to: "boot.rollcall")
    let process = Process()
    process.executableURL = URL(filePath: "/bin/sh")
    process.arguments = ["-c", "{ rollcall export boot.rollcall --format csv 2> errors; echo $? > status; } | head -1"]
    process.currentDirectoryURL = folder.url
    process.environment = try TestEnvironment.variables()
    process.standardOutput = FileHandle.nullDevice
    try await process.runToEnd()
    #expect(try folder.text(of: "errors") == "" && folder.text(of: "status") == "0\n")
  }

  /// An interrupted export leaves no partial file.
  @Test func aPartialFileIsRemovedWithItsProgram() async throws {
    let folder = try TemporaryFolder()
    try folder.write(Maps.shop, to: "Modules.map")
    let fired = try await Rollcall.run("fire", "--json", "--repeat", "500", "openURL", in: folder)
    // Enough lines to leave time for a signal. Entries with a number count once.
    let lines = fired.output.split(separator: "\n", maxSplits: 1)
    let entries = String(lines[1].replacing(#/"seq":[0-9]+,/#, with: ""))
    try folder.write(lines[0] + "\n" + String(repeating: entries, count: 80), to: "boot.rollcall")
    let process = Process()
    process.executableURL = URL(filePath: "/bin/sh")
    process.arguments = [
      "-c",
      """
      rollcall export boot.rollcall --format trace -o boot.json & program=$!
      until ls *.part >/dev/null 2>&1; do kill -0 $program || exit 9; done
      kill -TERM $program; wait $program; echo $? >status; ls >names
      """,
    ]
    process.currentDirectoryURL = folder.url
    process.environment = try TestEnvironment.variables()
    process.standardError = FileHandle.nullDevice
    try await process.runToEnd()
    expectEqual(process.terminationStatus, 0)
    try expectEqual(folder.text(of: "status"), "143\n")
    let names = try folder.text(of: "names").split(separator: "\n")
    #expect(!names.contains { $0.hasPrefix("boot.json") }, "\(names)")
  }

  /// The system follows a link before it goes back to the folder above.
  @Test func aPathLeadsWhereTheSystemLeads() async throws {
    let folder = try await recorded("didFinishLaunching")
    for name in ["far", "far/deep", "near", "~"] {
      try FileManager.default.createDirectory(
        at: folder.url.appending(path: name), withIntermediateDirectories: false)
    }
    try FileManager.default.createSymbolicLink(
      atPath: folder.path(of: "near/link"), withDestinationPath: "../far/deep")
    try folder.write("mine", to: "near/a.csv")
    try folder.write("old", to: "far/a.csv")
    for path in ["near/link/../a.csv", "~/a.csv"] {
      let run = try await Rollcall.run(
        "export", "boot.rollcall", "--format", "csv", "--overwrite", "-o", path, in: folder)
      expectEqual(run.status, 0, "\(run)")
    }
    try expectEqual(folder.text(of: "near/a.csv"), "mine")
    let written = try String(contentsOfFile: folder.path + "/far/a.csv", encoding: .utf8)
    #expect(written.contains("didFinishLaunching"))
    #expect(FileManager.default.fileExists(atPath: folder.path + "/~/a.csv"))
  }

  @Test func aFileIsReplacedOnlyOnRequest() async throws {
    let folder = try await recorded("didFinishLaunching")
    try folder.write("mine", to: "boot.svg")
    let refused = try await Rollcall.run("export", "boot.rollcall", "--format", "svg", "-o", "boot.svg", in: folder)
    #expect(refused.status == 73 && refused.output == "", "\(refused)")
    expectEqual(refused.errors, "'boot.svg' already exists. --overwrite replaces it.\n")
    try expectEqual(folder.text(of: "boot.svg"), "mine")
    let done = try await Rollcall.run(
      "export", "boot.rollcall", "--format", "svg", "-o", "boot.svg", "--overwrite", in: folder)
    #expect(done.status == 0 && done.errors == "", "\(done)")
    #expect(try folder.text(of: "boot.svg").hasPrefix("<svg "))
    let names = try FileManager.default.contentsOfDirectory(atPath: folder.path)
    #expect(!names.contains { $0.hasSuffix(".part") }, "\(names)")
  }

  @Test func aMissingChartIsReportedAndLeavesNoFile() async throws {
    let folder = try await recorded("openURL", "didBecomeActive")
    let run = try await Rollcall.run("export", "boot.rollcall", "--format", "svg", "-o", "boot.svg", in: folder)
    #expect(run.status == 65 && run.output == "", "\(run)")
    expectEqual(
      run.errors,
      "There is no launch in the recording: didFinishLaunching was not fired. "
        + "It has: didBecomeActive, openURL. --event selects one.\n")
    let chart = try await Rollcall.run("export", "boot.rollcall", "--format", "svg", "--event", "openUrl", in: folder)
    expectEqual(chart.status, 65, "\(chart)")
    expectEqual(chart.errors, "There is no openUrl in the recording. Did you mean 'openURL'?\n")
    try expectEqual(FileManager.default.contentsOfDirectory(atPath: folder.path).count { $0.hasPrefix("boot") }, 1)
  }

  @Test func unreadableLinesAreSkippedAndCounted() async throws {
    let folder = try await recorded("didFinishLaunching")
    let text = try folder.text(of: "boot.rollcall")
    var lines = text.split(separator: "\n").map(String.init)
    lines.insert("nonsense", at: 2)
    try folder.write(lines.joined(separator: "\n") + "\n{\"at_ns\":1,", to: "boot.rollcall")
    let run = try await Rollcall.run("export", "boot.rollcall", "--format", "markdown", in: folder)
    #expect(run.status == 0 && run.output.contains("### Launch"), "\(run)")
    #expect(
      run.errors.hasPrefix("Line 3 was skipped: ") && run.errors.hasSuffix("The last line is incomplete.\n"), "\(run)")
  }

  @Test func aFileThatIsNotARecordingIsReported() async throws {
    let folder = try TemporaryFolder()
    try folder.write(Maps.shop, to: "Modules.map")
    let missing = try await Rollcall.run("export", "boot.rollcall", "--format", "csv", in: folder)
    #expect(missing.status == 66 && missing.errors == "There is no file 'boot.rollcall'.\n", "\(missing)")
    let map = try await Rollcall.run("export", "Modules.map", "--format", "csv", "-o", "boot.csv", in: folder)
    #expect(map.status == 65 && map.errors.hasPrefix("'Modules.map' is not a recording: "), "\(map)")
    let empty = try await Rollcall.run("export", "-", "--format", "csv", in: folder)
    expectEqual(empty.status, 65, "\(empty)")
    expectEqual(empty.errors, "Standard input is empty. A recording has at least a header.\n")
    try expectEqual(FileManager.default.contentsOfDirectory(atPath: folder.path).contains("boot.csv"), false)
  }

  @Test func aBudgetIsMarked() async throws {
    let folder = try await recorded("didFinishLaunching")
    let run = try await Rollcall.run("export", "boot.rollcall", "--format", "svg", "--budget", "1ms", in: folder)
    #expect(run.status == 0 && run.output.contains(">budget 1.0 ms</text>"), "\(run)")
    #expect(run.output.contains(" over its budget of 1.0 ms: 12 modules created "), "\(run)")
  }

  /// The report has the verdict of `rollcall fire`.
  @Test func aReportJudgesAllBudgets() async throws {
    let folder = try await recorded("didFinishLaunching")
    let run = try await Rollcall.run(
      [
        "export", "boot.rollcall", "--format", "markdown", "--budget", "1min", "--budget", "Payments:1ms", "--budget",
        "tap:1s",
      ], in: folder)
    let budgets = try #require(run.output.split(separator: "\n### Budgets\n\n").last, "\(run)")
    let lines = budgets.split(separator: "\n", omittingEmptySubsequences: false).map(String.init)
    // Its creation can take as long, on a busy machine.
    let budget = lines.count == 8 ? "its budget" : "their budgets"
    #expect(run.status == 0 && lines[0].hasSuffix("over \(budget):"), "\(run)")
    #expect(lines.contains { $0.hasPrefix("| #<!-- -->1 didFinishLaunching | Payments | ") }, "\(run)")
    expectEqual(
      lines.suffix(3), ["", "There is no module 'tap', and no mark with that name came in a launch.", ""], "\(run)")
    let wrong = try await Rollcall.run(
      ["export", "boot.rollcall", "--format", "markdown", "--budget", "Paymint:1ms"], in: folder)
    #expect(wrong.status == 64 && wrong.errors.hasPrefix("There is no module 'Paymint'. "), "\(wrong)")
  }

  @Test(arguments: [
    (["boot.rollcall"], "Error: Missing expected argument '--format <format>'\n"),
    (
      ["boot.rollcall", "--format", "svgg"],
      "Error: The value 'svgg' is invalid for '--format <format>'. Please provide one of the following:\n  - trace\n  - csv\n  - json\n  - svg\n  - markdown\n  - otlp\n"
    ),
    (
      ["boot.rollcall", "--format", "svg", "--overwrite", "-o", "-"],
      "Error: --overwrite needs --output.\n"
    ),
    (
      ["boot.rollcall", "--format", "svg", "--bom"],
      "Error: --bom is only for csv.\n"
    ),
    (
      ["boot.rollcall", "--format", "csv", "--event", "openURL"],
      "Error: --event, --dispatch and --budget are for svg and markdown; csv includes all events.\n"
    ),
    (
      ["boot.rollcall", "--format", "svg", "--budget", "Payments:5ms"],
      "Error: svg marks one limit, the time of a dispatch or a launch: --budget 400ms.\n"
    ),
    (
      ["boot.rollcall", "--format", "csv", "--arguments"],
      "Error: --arguments is only for otlp, which otherwise leaves out arguments and answers.\n"
    ),
  ])
  func aWrongCommandLineIsAUsageError(arguments: [String], message: String) async throws {
    let run = try await Rollcall.run(["export"] + arguments, in: TemporaryFolder())
    #expect(run.status == 64 && run.output == "" && run.errors.hasPrefix(message), "\(run)")
  }

  /// An endless stream of zeros is not a recording.
  @Test func anEndlessStreamIsNotCopiedForever() async throws {
    let folder = try TemporaryFolder()
    let process = try Rollcall.process(["export", "-", "--format", "csv"], in: folder)
    process.standardInput = try FileHandle(forReadingFrom: URL(filePath: "/dev/zero"))
    let errors = Pipe()
    process.standardError = errors
    try await process.runToEnd()
    expectEqual(process.terminationStatus, 65)
    expectEqual(
      String(decoding: errors.fileHandleForReading.availableData, as: UTF8.self),
      "Standard input is not a recording: line 1 is longer than 16 MiB.\n")
  }

  /// The copy of standard input is removed with the program, however it ends.
  @Test(arguments: [SIGINT, SIGTERM, SIGHUP, SIGKILL]) func aSignalLeavesNoCopyBehind(signal: Int32) async throws {
    let folder = try TemporaryFolder()
    let process = try Rollcall.process(["export", "-", "--format", "csv"], in: folder)
    process.environment?["TMPDIR"] = folder.path
    let input = Pipe()
    process.standardInput = input
    process.standardError = FileHandle.nullDevice
    try await withCheckedThrowingContinuation { (continuation: CheckedContinuation<Void, any Error>) in
      process.terminationHandler = { _ in continuation.resume() }
      do {
        try process.runWithAllSignals()
        // More than a pipe holds: once everything is written, the program has begun to copy.
        let header = #"{"application":"Shop","rollcall":1,"started_ns":0}"#
        let lines = header + String(repeating: "\n", count: 1 << 20)
        try input.fileHandleForWriting.write(contentsOf: Data(lines.utf8))
        kill(process.processIdentifier, signal)
      } catch {
        process.terminationHandler = nil
        continuation.resume(throwing: error)
      }
    }
    #expect(process.terminationReason == .uncaughtSignal && process.terminationStatus == signal)
    try expectEqual(FileManager.default.contentsOfDirectory(atPath: folder.path), [])
  }
}
