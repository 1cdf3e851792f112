import Foundation
import ModuleLifecycle
import RollcallTestSupport
import RollcallTestingAdditions
import Testing

@testable import RollcallRecordings

/// Damage is counted, and the rest is still read.
@Suite(.inTurn, .serialized) struct RecordingDamageTests {
  private let good = [Lines.output("a", at: 1), Lines.output("b", at: 2), Lines.output("c", at: 3)]

  /// Opens a recording with a header and three good lines, with `others` after the first of them.
  private func open(_ others: [String], tail: String = "", limits: ReadingLimits = ReadingLimits()) throws
    -> RecordingFile
  {
    let lines = [Lines.header, good[0]] + others + good[1...]
    let file = try TemporaryFile(lines.map { $0 + "\n" }.joined() + tail)
    let recording = try RecordingFile(path: file.path, limits: limits)
    try expectEqual(recording.anyEntries(0..<recording.count).count, recording.count)
    return recording
  }

  /// As when a shell adds one copy of a file to another.
  @Test func entriesThatComeAgainAreCountedOnce() throws {
    let folder = try RecordingFolder()
    let path = folder.path(of: "a.rollcall")
    let journal = Journal()
    for line in ["a", "b", "c"] { journal.note(output: line, by: nil) }
    let header = JournalLine.encode(JournalHeader(application: "Shop", startedNanoseconds: 0))
    let entries = journal.reader().readAny() + [AnyEntry.gap(GapEntry(dropped: 5))]
    let lines = entries.enumerated().map { JournalLine.encode($1, seq: UInt64($0)) }
    func read(_ lines: [String]) throws -> RecordingFile {
      try Data((lines.map { $0 + "\n" }.joined()).utf8).write(to: URL(filePath: path))
      return try RecordingFile(path: path)
    }
    let once = try read([header] + lines + lines)
    try expectEqual(once.anyEntries(0..<once.count), entries)
    expectEqual(once.damage.sentences, "4 entries come again, and are counted once.")
    // Those of a gap may still come, late.
    let late = try read([header] + lines + [lines[1]])
    #expect(late.count == 4 && late.damage.sentences == "1 entry comes again, and is counted once.")
    // Another journal counts from the beginning.
    let other = try read([header] + lines + [header] + lines)
    #expect(other.count == 8 && other.damage.repeatedEntries == 0 && other.damage.skippedLines == 1)
  }

  @Test func damagedLinesAreSkippedAndCounted() throws {
    let recording = try open(["nonsense", "{}", good[0].replacing("line", with: "lime"), "\u{1B}[31m"])
    expectEqual(recording.count, 3)
    expectEqual(recording.damage.skippedLines, 4)
    expectEqual(recording.damage.sentences, "4 lines were skipped. The first is line 3: invalid JSON at byte 1.")
    try expectEqual(open(["{}"]).damage.sentences, "Line 3 was skipped: 'type' is missing.")
  }

  @Test func unknownTypesAreNotDamage() throws {
    let recording = try open([#"{"type":"party","guests":[1,2]}"#, #"{"type":"picnic"}"#])
    expectEqual(recording.count, 3)
    expectEqual(recording.damage.skippedLines, 0)
    expectEqual(
      recording.damage.sentences,
      "2 entries are left out: this version does not know their types. The first is 'party'.")
    try expectEqual(
      open([#"{"type":"party"}"#]).damage.sentences,
      "1 entry is left out: this version does not know its type, 'party'.")
  }

  @Test func blankLinesAreIgnored() throws {
    let recording = try open(["", " ", "\r", "\t\r"])
    expectEqual(recording.count, 3)
    #expect(recording.damage.isNone)
  }

  @Test func aSecondHeaderIsSkipped() throws {
    let recording = try open([Lines.header])
    expectEqual(recording.count, 3)
    expectEqual(
      recording.damage.sentences, "Line 3 was skipped: a header, where an entry was expected.")
  }

  @Test func aTornLastLineIsSkipped() throws {
    for count in 1..<good[0].utf8.count {
      let recording = try open([], tail: String(good[0].prefix(count)))
      expectEqual(recording.count, 3)
      expectEqual(recording.damage.sentences, "The last line is incomplete.", "\(count)")
    }
    // Only the line break is missing.
    let recording = try open([], tail: good[0])
    expectEqual(recording.count, 4)
    #expect(recording.damage.isNone)
    #expect(try open([], tail: "  ").damage.isNone)
    try expectEqual(
      open(["{}"], tail: "{").damage.sentences,
      "Line 3 was skipped: 'type' is missing. The last line is incomplete.")
  }

  @Test(arguments: [7, 100, 512, 100_000]) func linesThatAreTooLongAreSkipped(chunk: Int) throws {
    var limits = ReadingLimits()
    (limits.line, limits.chunk) = (1_000, chunk)
    let space = 1_000 - Lines.output("", at: 7).utf8.count
    let longest = Lines.output(String(repeating: "x", count: space), at: 7)
    let longer = Lines.output(String(repeating: "x", count: space + 1), at: 7)
    try expectEqual(open([longest], limits: limits).count, 4)
    let recording = try open([longer, String(repeating: longer, count: 20), longest, "{}"], limits: limits)
    expectEqual(recording.count, 4)
    expectEqual(recording.damage.sentences, "3 lines were skipped. The first is line 3: it is too long.")
    let torn = try open([], tail: String(repeating: longer, count: 20), limits: limits)
    expectEqual(torn.count, 3)
    expectEqual(torn.damage.sentences, "The last line is incomplete.")
  }
}
