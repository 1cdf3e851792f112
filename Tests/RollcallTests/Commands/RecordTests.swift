import Foundation
import RollcallTestingAdditions
import Testing

/// `--record` of `rollcall fire` and `rollcall run`.
@Suite(.inTurn, .serialized) struct RecordTests {
  private func lines(_ name: String, in folder: TemporaryFolder) throws -> [[String: Any]] {
    try folder.text(of: name).split(separator: "\n").map { line in
      try #require(try JSONSerialization.jsonObject(with: Data(line.utf8)) as? [String: Any], "\(line)")
    }
  }

  @Test func firingIsRecordedFromStartToEnd() async throws {
    let folder = try TemporaryFolder()
    try folder.write(Maps.feed, to: "Modules.map")
    let run = try await Rollcall.run(
      "fire", "--json", "didFinishLaunching", "--record", "feed.rollcall", in: folder)
    #expect(run.status == 0 && run.errors == "", "\(run)")
    let text = try folder.text(of: "feed.rollcall")
    #expect(text.hasSuffix("\n"))
    // The output equals the file, except for the header: the file's header has more fields.
    #expect(text.split(separator: "\n").dropFirst().elementsEqual(run.output.split(separator: "\n").dropFirst()))
    let header = try #require(try lines("feed.rollcall", in: folder).first)
    #expect(header["rollcall"] as? Int == 1 && header["state"] as? String == "notRunning")
    #expect((header["modules"] as? [Any])?.isEmpty == true)
  }

  @Test func aDashboardIsRecordedToItsEnd() async throws {
    let folder = try TemporaryFolder()
    try folder.write(Maps.feed, to: "Modules.map")
    let run = try await Rollcall.lines(
      "fire didFinishLaunching\nstatus\nquit\n", "run", "--record", "run.rollcall", in: folder)
    expectEqual(run.status, 0, "\(run)")
    #expect(run.output.contains(", recording to run.rollcall."), "\(run)")
    let types = try lines("run.rollcall", in: folder).compactMap { $0["type"] as? String }
    #expect(run.errors.hasPrefix("Recorded to run.rollcall: \(types.count) entries, "), "\(run)")
    #expect(types.contains("dispatch") && types.contains("released"), "the modules' end is recorded too")
  }

  @Test func typedLinesBeginAndEndARecording() async throws {
    let folder = try TemporaryFolder()
    try folder.write(Maps.feed, to: "Modules.map")
    let run = try await Rollcall.lines(
      "record mine.rollcall\nfire didFinishLaunching\nstop recording\nfire didBecomeActive\n", "run", in: folder)
    #expect(run.status == 0 && run.errors == "", "\(run)")
    #expect(
      run.lines.contains("Recording to mine.rollcall, starting with the earlier entries."), "\(run)")
    #expect(run.lines.contains { $0.hasPrefix("Recorded to mine.rollcall: ") }, "\(run)")
    let events = try lines("mine.rollcall", in: folder).compactMap { $0["event"] as? String }
    expectEqual(events, ["didFinishLaunching"])
  }

  @Test func anExistingFileIsKeptUnlessOverwritten() async throws {
    let folder = try TemporaryFolder()
    try folder.write(Maps.shop, to: "Modules.map")
    try folder.write("precious", to: "shop.rollcall")
    let refused = try await Rollcall.run("fire", "openURL", "--record", "shop.rollcall", in: folder)
    #expect(refused.status == 73 && refused.output == "", "\(refused)")
    expectEqual(
      refused.errors, "'shop.rollcall' already exists. Choose another name, or replace it with --overwrite.\n")
    try expectEqual(folder.text(of: "shop.rollcall"), "precious")
    let run = try await Rollcall.run("fire", "openURL", "--record", "shop.rollcall", "--overwrite", in: folder)
    #expect(run.status == 0 && run.errors == "", "\(run)")
    #expect(try folder.text(of: "shop.rollcall").hasPrefix("{\"application\":\"Shop\""))
  }

  @Test(arguments: [
    ("nowhere/a.rollcall", "There is no folder 'nowhere' for 'nowhere/a.rollcall'. Did you mean 'nowhen'?\n"),
    ("", "The path of the recording is empty. Name a file.\n"),
    ("nowhen", "'nowhen' is a folder. Name a file in it, such as 'nowhen/Shop.rollcall'.\n"),
  ])
  func anObstacleIsNamed(path: String, message: String) async throws {
    let folder = try TemporaryFolder()
    try folder.write(Maps.shop, to: "Modules.map")
    try FileManager.default.createDirectory(at: folder.url.appending(path: "nowhen"), withIntermediateDirectories: true)
    for command in [["run"], ["fire", "openURL"]] {
      let run = try await Rollcall.run(command + ["--record", path], in: folder)
      #expect(run.status == 73 && run.output == "" && run.errors == message, "\(run)")
    }
  }

  @Test func aRecordingDeletedMeanwhileIsAFailure() async throws {
    let folder = try TemporaryFolder()
    try folder.write(Maps.shop, to: "Modules.map")
    let process = try Rollcall.process(["run", "--plain", "--record", "a.rollcall"], in: folder)
    let (input, errors) = (Pipe(), Pipe())
    (process.standardInput, process.standardOutput, process.standardError) = (input, FileHandle.nullDevice, errors)
    let (ended, end) = AsyncStream.makeStream(of: Void.self)
    process.terminationHandler = { _ in end.finish() }
    try process.runWithAllSignals()
    await eventually { FileManager.default.fileExists(atPath: folder.path(of: "a.rollcall")) }
    try FileManager.default.removeItem(atPath: folder.path(of: "a.rollcall"))
    try input.fileHandleForWriting.write(contentsOf: Data("fire openURL\nquit\n".utf8))
    for await _ in ended {}
    expectEqual(process.terminationStatus, 74)
    let said = String(decoding: errors.fileHandleForReading.availableData, as: UTF8.self)
    let sentences =
      /'a\.rollcall' was deleted while it was written; nothing more is recorded\. The recording has ended with .*\.\n/
    #expect(said.wholeMatch(of: sentences) != nil, "\(said)")
  }

  @Test func overwritingNeedsAFile() async throws {
    let run = try await Rollcall.run("fire", "openURL", "--overwrite", map: Maps.shop)
    expectEqual(run.status, 64, "\(run)")
    #expect(run.errors.hasPrefix("Error: --overwrite needs --record.\n"), "\(run)")
  }
}
