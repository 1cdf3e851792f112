import Foundation
import ModuleLifecycle
import RollcallTestSupport
import RollcallTestingAdditions
import Synchronization
import Testing

@testable import RollcallRecordings

@Suite(.inTurn, .serialized) struct RecordingFileTests {
  private func lines(of entries: [AnyEntry]) -> [String] {
    entries.map { if case .output(let output) = $0 { output.line } else { $0.type } }
  }

  @Test func entriesAreReadFromAnyPosition() throws {
    let file = try TemporaryFile(lines: [Lines.header] + (0..<5_000).map { Lines.output("\($0)", at: UInt64($0)) })
    let recording = try RecordingFile(path: file.path)
    expectEqual(recording.header, JournalHeader(application: "Storefront", startedNanoseconds: 5))
    expectEqual(recording.count, 5_000)
    #expect(recording.damage.isNone)
    expectEqual(recording.damage.sentences, "")
    expectEqual(lines(of: try recording.anyEntries(0..<3)), ["0", "1", "2"])
    expectEqual(lines(of: try recording.anyEntries(4_998..<6_000)), ["4998", "4999"])
    expectEqual(lines(of: try recording.anyEntries(17..<17)), [])
    expectEqual(lines(of: try recording.anyEntries(7_000..<8_000)), [])
    #expect(lines(of: try recording.anyEntries(0..<5_000)) == (0..<5_000).map { "\($0)" })
    var streamed: [String] = []
    try recording.forEachEntry(in: 2_000..<2_500) { streamed += lines(of: [$0]) }
    #expect(streamed == (2_000..<2_500).map { "\($0)" })
  }

  @Test func theSizeOfTheChunksDoesNotMatter() throws {
    let texts = (0..<40).map { String(repeating: "x", count: $0 * 3) }
    let file = try TemporaryFile(
      lines: [Lines.header] + texts.enumerated().map { Lines.output($1, at: UInt64($0)) })
    for chunk in [1, 2, 7, 64, 100, 1_000, 1 << 20] {
      var limits = ReadingLimits()
      limits.chunk = chunk
      let recording = try RecordingFile(path: file.path, limits: limits)
      expectEqual(lines(of: try recording.anyEntries(0..<100)), texts, "chunks of \(chunk)")
      #expect(recording.damage.isNone)
    }
  }

  @Test func timesNeverGoBack() throws {
    let file = try TemporaryFile(lines: [
      Lines.header, Lines.output("a", at: 5), Lines.dispatch(1, "e", at: 3, total: 9), Lines.output("b", at: 7),
      #"{"dropped":3,"type":"gap"}"#, Lines.output("c", at: 20), Lines.dispatch(2, "e", at: .max, total: .max),
      Lines.output("d", at: 21),
    ])
    let recording = try RecordingFile(path: file.path)
    #expect((0..<recording.count).map(recording.time) == [5, 12, 12, 12, 20, .max, .max])
    expectEqual([0, 4, 5, 11, 12, 19, 20, .max - 1, .max].map(recording.count(at:)), [0, 0, 1, 1, 4, 4, 5, 5, 7])
  }

  @Test func eventsAreFoundForwardsAndBackwards() throws {
    let file = try TemporaryFile(lines: [
      Lines.header, Lines.dispatch(1, "openURL", at: 1), Lines.dispatch(3, "tick", at: 2, parent: 2),
      Lines.dispatch(2, "openURL", at: 3), Lines.output("a", at: 4), Lines.dispatch(4, "tick", at: 5),
    ])
    let recording = try RecordingFile(path: file.path)
    expectEqual(recording.events, ["openURL", "tick"])
    try expectEqual(recording.next(event: "openURL", after: -1), 0)
    try expectEqual(recording.next(event: "openURL", after: 0), 2)
    #expect(try recording.next(event: "openURL", after: 2) == nil)
    // A nested dispatch is skipped.
    try expectEqual(recording.next(event: "tick", after: 0), 4)
    #expect(try recording.next(event: "tick", after: .max) == nil)
    #expect(try recording.next(event: "unheard", after: -1) == nil)
    try expectEqual(recording.previous(event: "openURL", before: recording.count), 2)
    try expectEqual(recording.previous(event: "openURL", before: 2), 0)
    #expect(try recording.previous(event: "openURL", before: 0) == nil)
    #expect(try recording.previous(event: "tick", before: .min) == nil)
  }

  @Test func eventsBeyondTheListedOnesAreFound() throws {
    let file = try TemporaryFile(
      lines: [Lines.header] + (0..<5_000).map { Lines.dispatch($0, "event\($0)", at: UInt64($0)) })
    let recording = try RecordingFile(path: file.path)
    expectEqual(recording.events.count, 4_096)
    try expectEqual(recording.next(event: "event4500", after: 4_400), 4_500)
    #expect(try recording.next(event: "event4500", after: 4_500) == nil)
    try expectEqual(recording.previous(event: "event4500", before: 4_600), 4_500)
  }

  @Test func progressIsReportedAndReadingStopsOnRequest() throws {
    let file = try TemporaryFile(lines: [Lines.header] + (0..<100).map { Lines.output("\($0)", at: 1) })
    var limits = ReadingLimits()
    limits.chunk = 512
    let told = Mutex<[UInt64]>([])
    let size = try RecordingFile(path: file.path, limits: limits) { done, total in
      told.withLock { $0.append(done) }
      return total > 0
    }.size
    let all = told.withLock { $0 }
    #expect(all.first == 0 && all.last == size && all == all.sorted() && all.count > 5)
    #expect(throws: RecordingError(.cancelled, path: file.path)) {
      try RecordingFile(path: file.path, limits: limits) { done, total in done < total / 2 }
    }
  }

  @Test func linesAppendedLaterDoNotCount() throws {
    let file = try TemporaryFile(lines: [Lines.header, Lines.output("a", at: 1)])
    let recording = try RecordingFile(path: file.path)
    let handle = try #require(FileHandle(forWritingAtPath: file.path))
    try handle.seekToEnd()
    try handle.write(contentsOf: Data("\(Lines.output("b", at: 2))\n".utf8))
    expectEqual(recording.count, 1)
    expectEqual(lines(of: try recording.anyEntries(0..<9)), ["a"])
    try expectEqual(RecordingFile(path: file.path).count, 2)
  }

  @Test func anOverwrittenFileIsAnError() throws {
    let file = try TemporaryFile(lines: [Lines.header, Lines.output("a", at: 1), Lines.output("b", at: 2)])
    let recording = try RecordingFile(path: file.path)
    let handle = try #require(FileHandle(forWritingAtPath: file.path))
    try handle.truncate(atOffset: 70)
    #expect(throws: RecordingError(.changed, path: file.path)) { try recording.anyEntries(0..<2) }
    try handle.truncate(atOffset: 0)
    try handle.write(contentsOf: Data(repeating: 0x20, count: 1_000))
    #expect(throws: RecordingError(.changed, path: file.path)) { try recording.anyEntries(0..<2) }
  }
}
