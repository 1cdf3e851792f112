import Foundation
import RollcallDashboard
import RollcallInspection
import RollcallRecordings
import RollcallReports
import RollcallTestingAdditions
import Synchronization
import Testing

@testable import ModuleLifecycle
@testable import RollcallTerminalDashboard

/// Exported files are written completely or not at all.
@Suite(.inTurn, .serialized) struct ExportControllerTests {
  private let header = JournalHeader(application: "My Shop/支付", startedNanoseconds: 0)

  @Test func aFileIsWrittenWithItsNameAndCounted() async throws {
    let folder = try Folder()
    let path = folder.path("boot.csv")
    let news = await run(.csv, to: path) { take in
      try take(.gap(GapEntry(dropped: 7)))
      for _ in 0..<3 { try take(.output(OutputEntry(line: "x", atNanoseconds: 1))) }
    }
    let text = try String(contentsOfFile: path, encoding: .utf8)
    expectEqual(
      news,
      [
        .reply(.started, to: nil),
        .exported(ExportSummary(path: path, byteCount: text.utf8.count, entryCount: 3, missing: 7)),
        .reply(.finished(problem: nil), to: nil),
      ])
    try expectEqual(FileManager.default.contentsOfDirectory(atPath: folder.path("")), ["boot.csv"])
  }

  @Test func anExistingFileIsNotReplaced() async throws {
    let folder = try Folder()
    let path = folder.path("boot.csv")
    try "mine".write(toFile: path, atomically: false, encoding: .utf8)
    let news = await run(.csv, to: path) { _ in }
    expectEqual(news, [.reply(.started, to: nil), .reply(.finished(problem: "'\(path)' already exists."), to: nil)])
    try expectEqual(String(contentsOfFile: path, encoding: .utf8), "mine")
  }

  @Test func aFailureLeavesNoFile() async throws {
    let folder = try Folder()
    let news = await run(.svg, to: folder.path("boot.svg")) { _ in }
    expectEqual(
      news,
      [
        .reply(.started, to: nil),
        .reply(.finished(problem: "There is no event in the recording, so there is nothing to chart."), to: nil),
      ])
    try expectEqual(FileManager.default.contentsOfDirectory(atPath: folder.path("")), [])
  }

  @Test func theFileNameHasTheApplicationAndTheTime() async throws {
    let date = Date(timeIntervalSince1970: 1_795_274_934)
    let name = FileName.make(application: header.application, extension: "md", at: date, secondsFromUTC: 3_600)
    expectEqual(name, "My-Shop-支付-20261121-162854.md")
    let news = await run(.markdown, to: nil) { _ in }
    guard case .exported(let summary) = news.dropFirst().first else {
      Issue.record("\(news)")
      return
    }
    defer { try? FileManager.default.removeItem(atPath: summary.path) }
    #expect(try /My-Shop-支付-[0-9]{8}-[0-9]{6}\.md/.wholeMatch(in: summary.path) != nil, "\(summary.path)")
  }

  @Test func leavingWaitsForAnExportThatIsNearlyDone() async throws {
    let folder = try Folder()
    let (begun, goOn) = (DispatchSemaphore(value: 0), DispatchSemaphore(value: 0))
    let exports = ExportController(of: header) { take in
      begun.signal()
      goOn.wait()
      try take(.output(OutputEntry(line: "x", atNanoseconds: 1)))
    }
    exports.export(.json, to: folder.path("boot.json")) { _ in }
    begun.wait()
    // Only after the wait for the end has begun.
    DispatchQueue.global().asyncAfter(deadline: .now() + .milliseconds(50)) { goOn.signal() }
    #expect(exports.end(patience: .seconds(600)) == nil)
    try expectEqual(FileManager.default.contentsOfDirectory(atPath: folder.path("")), ["boot.json"])
  }

  @Test func leavingDoesNotWaitForALongExport() async throws {
    let folder = try Folder()
    let (begun, news) = (DispatchSemaphore(value: 0), News())
    let exports = ExportController(of: header) { take in
      begun.signal()
      while true { try take(.output(OutputEntry(line: "x", atNanoseconds: 1))) }
    }
    exports.export(.json, to: folder.path("boot.json")) { _ = news.add($0) }
    begun.wait()
    expectEqual(exports.end(patience: .milliseconds(1)), folder.path("boot.json"))
    // An abandoned export sends no more news.
    #expect(exports.end(patience: .seconds(600)) == nil)
    try expectEqual(FileManager.default.contentsOfDirectory(atPath: folder.path("")), [])
    expectEqual(
      news.all, [.reply(.started, to: nil), .reply(.finished(problem: "The export was abandoned."), to: nil)])
  }

  @Test func leavingDoesNotWaitForAHungDisk() async throws {
    let folder = try Folder()
    let (begun, goOn) = (DispatchSemaphore(value: 0), DispatchSemaphore(value: 0))
    let exports = ExportController(of: header) { _ in
      begun.signal()
      goOn.wait()
    }
    exports.export(.json, to: folder.path("boot.json")) { _ in }
    begun.wait()
    expectEqual(exports.end(patience: .milliseconds(1)), folder.path("boot.json"))
    try expectEqual(FileManager.default.contentsOfDirectory(atPath: folder.path("")), [])
    goOn.signal()
    _ = exports.end(patience: .seconds(600))
    try expectEqual(FileManager.default.contentsOfDirectory(atPath: folder.path("")), [])
  }

  @Test func leavingWithoutAnExportStartsNoThread() throws {
    let exports = ExportController(of: header) { _ in }
    #expect(exports.end(patience: .seconds(0)) == nil)
  }

  @Test func aDanglingLinkCountsAsAnExistingFile() throws {
    let folder = try Folder()
    try FileManager.default.createSymbolicLink(atPath: folder.path("link"), withDestinationPath: folder.path("real"))
    #expect(
      throws: ExportFileError(description: "'\(folder.path("link"))' already exists.", code: EEXIST)
    ) {
      _ = try ExportFile(path: folder.path("link"), overwrites: false)
    }
  }

  @Test func aPathThatCanNotBeWrittenIsExplained() throws {
    let folder = try Folder()
    let isFolder = ExportFileError(
      description: "'\(folder.path(""))' is not a file that can be replaced.", code: EISDIR)
    #expect(throws: isFolder) {
      _ = try ExportFile(path: folder.path(""), overwrites: true)
    }
    let missing = folder.path("no/such/folder.svg")
    let problem = ExportFileError(
      description: "'\(missing)' can't be written: there is no such file or folder.", code: ENOENT)
    #expect(throws: problem) {
      _ = try ExportFile(path: missing, overwrites: false)
    }
  }

  @Test func aLinkLeadsToTheFileThatIsReplaced() throws {
    let folder = try Folder()
    try "old".write(toFile: folder.path("real"), atomically: false, encoding: .utf8)
    try FileManager.default.createSymbolicLink(atPath: folder.path("link"), withDestinationPath: folder.path("real"))
    let file = try ExportFile(path: folder.path("link"), overwrites: true)
    try file.write(Array("new".utf8))
    try expectEqual(String(contentsOfFile: folder.path("real"), encoding: .utf8), "old")
    try file.finish()
    try expectEqual(String(contentsOfFile: folder.path("real"), encoding: .utf8), "new")
    try expectEqual(FileManager.default.destinationOfSymbolicLink(atPath: folder.path("link")), folder.path("real"))
  }

  @Test func aFileCreatedMeanwhileStays() throws {
    let folder = try Folder()
    let path = folder.path("boot.csv")
    let first = try ExportFile(path: path, overwrites: false)
    let second = try ExportFile(path: path, overwrites: false)
    try first.finish()
    #expect(throws: ExportFileError(description: "'\(path)' already exists.", code: EEXIST)) {
      try second.finish()
    }
    try expectEqual(FileManager.default.contentsOfDirectory(atPath: folder.path("")), ["boot.csv"])
  }

  @Test func aNewFileIsPrivateAndAReplacedOneKeepsItsPermissions() throws {
    let folder = try Folder()
    let path = folder.path("boot.csv")
    func mode() throws -> Int? {
      (try FileManager.default.attributesOfItem(atPath: path)[.posixPermissions] as? NSNumber)?.intValue
    }
    try ExportFile(path: path, overwrites: false).finish()
    try expectEqual(mode(), 0o600)
    try FileManager.default.setAttributes([.posixPermissions: 0o640], ofItemAtPath: path)
    try ExportFile(path: path, overwrites: true).finish()
    try expectEqual(mode(), 0o640)
  }

  private func run(
    _ format: ExportFormat, to path: String?, feed: @escaping ExportController.Feed
  ) async -> [Action] {
    await withCheckedContinuation { continuation in
      let box = News()
      let exports = ExportController(of: header, from: feed)
      exports.export(format, to: path) { action in
        let all = box.add(action)
        if case .reply(.finished, _) = action { continuation.resume(returning: all) }
      }
    }
  }

  private final class News: Sendable {
    private let news = Mutex<[Action]>([])

    var all: [Action] { news.withLock(\.self) }

    func add(_ action: Action) -> [Action] {
      news.withLock { all in
        all.append(action)
        return all
      }
    }
  }

  /// A temporary folder that is removed after the test.
  private final class Folder: Sendable {
    private let url = FileManager.default.temporaryDirectory.appending(path: "rollcall-export-\(UUID().uuidString)")

    init() throws { try FileManager.default.createDirectory(at: url, withIntermediateDirectories: true) }

    deinit { try? FileManager.default.removeItem(at: url) }

    func path(_ name: String) -> String {
      name.isEmpty ? url.path(percentEncoded: false) : url.appending(path: name).path(percentEncoded: false)
    }
  }
}
