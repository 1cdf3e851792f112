import Dispatch
import RollcallTestSupport
import RollcallTestingAdditions
import Testing

@testable import ModuleLifecycle
@testable import RollcallRecordings

#if canImport(FoundationEssentials)
import FoundationEssentials
#else
import Foundation
#endif
#if canImport(Glibc)
import Glibc
#elseif canImport(Darwin)
import Darwin
#endif

/// Kills a process that records as fast as it can, at random times. The file then has every entry that the recording's
/// status had counted as written.
@Suite(.inTurn, .serialized, .timeLimit(.minutes(10))) struct KilledTests {
  /// The number of processes to kill.
  private static let rounds = sized(50)

  @Test func entriesCountedAsWrittenAreInTheFile() async throws {
    let folder = KilledFolder(of: getpid())
    for round in 0..<Self.rounds {
      try folder.make()
      defer { folder.remove() }
      await #expect(processExitsWith: .signal(SIGKILL)) { await DoomedProcess.run() }
      let counted = try #require(UInt64(try String(contentsOfFile: folder.count, encoding: .utf8)))
      let file = try TornFile(folder.recording)
      #expect(UInt64(file.lines) >= counted, "round \(round): \(counted), \(file)")
      #expect(file.isInOrder, "round \(round)")
    }
  }
}

/// The folder that the killed process shares with the test. Its name has the test process's id.
private struct KilledFolder {
  let path: String

  init(of process: pid_t) { path = "\(FileManager.default.temporaryDirectory.path)/rollcall-killed-\(process)" }

  var recording: String { "\(path)/a.rollcall" }
  /// The path of the last count of written entries.
  var count: String { "\(path)/count" }

  func make() throws { try FileManager.default.createDirectory(atPath: path, withIntermediateDirectories: true) }
  func remove() { try? FileManager.default.removeItem(atPath: path) }
}

/// The process that is killed while it sends and records. Another of its threads kills it.
private enum DoomedProcess {
  @MainActor static func run() async {
    let folder = KilledFolder(of: getppid())
    let composite = CompositeDelegate()
    guard let recording = try? composite.journal.record(to: folder.recording) else { exit(70) }
    for index in 0..<8 {
      _ = try? composite.register("module \(index)") { Probe("module") { $0.on(Tick.self) { _, _ in } } }
    }
    let goal = UInt64.random(in: 1...UInt64(sized(20_000)))
    let killer = RecorderThread.start {
      while true {
        let status = recording.status
        guard status.entries + status.dropped >= goal else { continue }
        try? Data("\(status.entries)".utf8).write(to: URL(filePath: folder.count))
        kill(getpid(), SIGKILL)
      }
    }
    guard killer == nil else { exit(71) }
    while true { composite.send(Tick()) }
  }
}

/// A recording whose last line may be torn.
private struct TornFile {
  /// The whole lines after the header, gaps included.
  private(set) var lines = 0
  /// Whether the dispatches are consecutive, except at gaps.
  private(set) var isInOrder = true

  init(_ path: String) throws {
    let text = String(decoding: try Data(contentsOf: URL(filePath: path)), as: UTF8.self)
    let lines = text.split(separator: "\n", omittingEmptySubsequences: false).dropLast()
    guard let first = lines.first else { return }
    _ = try JournalLine.header(Array(first.utf8))
    self.lines = lines.count - 1
    var last: UInt64?
    for line in lines.dropFirst() {
      switch try JournalLine.entry(String(line)) {
      case .gap(let gap): last = last.map { $0 + gap.dropped }
      case .dispatch(let dispatch):
        if let last, dispatch.id.rawValue != last + 1 { isInOrder = false }
        last = dispatch.id.rawValue
      default: break
      }
    }
  }
}
