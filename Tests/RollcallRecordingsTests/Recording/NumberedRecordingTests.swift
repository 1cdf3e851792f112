import Foundation
import ModuleLifecycle
import RollcallTestingAdditions
import Testing

@testable import RollcallRecordings

/// The header of a recording, and the journal numbers of its entries.
@MainActor @Suite(.inTurn, .serialized, .timeLimit(.minutes(10))) struct NumberedRecordingTests {
  /// The numbers of a recording's entries.
  private func numbers(_ path: String) throws -> [UInt64?] {
    let text = String(decoding: try Data(contentsOf: URL(filePath: path)), as: UTF8.self)
    return try text.split(separator: "\n").dropFirst().map { try JournalLine.numbered(Array($0.utf8)).seq }
  }

  @Test func entriesHaveTheirJournalNumbersAndThePrologueHasNone() throws {
    let folder = try RecordingFolder()
    let composite = CompositeDelegate(name: "Shop")
    try composite.register("Feed") {
      let feed = Probe("Feed")
      feed.owned.own("refresh", as: "timer") {}
      return feed
    }
    let whole = try composite.journal.record(to: folder.path(of: "whole.rollcall"))
    let late = try composite.journal.record(to: folder.path(of: "late.rollcall"), from: .next)
    composite.send(Tick())
    composite.send(Tick())
    for recording in [whole, late] { recording.stop() }
    let count = UInt64(composite.journal.entries.count)
    try expectEqual(numbers(folder.path(of: "whole.rollcall")), Array(0..<count))
    try expectEqual(numbers(folder.path(of: "late.rollcall")), [nil, count - 2, count - 1])
  }

  @Test func aGapHasTheNumberOfTheFirstMissingEntry() throws {
    let folder = try RecordingFolder()
    let path = folder.path(of: "a.rollcall")
    let journal = Journal(capacity: 4_000)
    let reader = journal.reader()
    for index in 0..<100 { journal.note(output: "\(index)", by: nil) }
    try journal.record(to: path, from: .oldest).stop()
    let kept = journal.entries.count
    try expectEqual(numbers(path), Array(UInt64(100 - kept)..<100))
    let (entries, dropped) = reader.readLazily(limit: .max)
    #expect(dropped == UInt64(100 - kept) && entries.count == kept)
  }

  @Test func allRecordingsOfAJournalHaveTheSameSession() throws {
    let journal = Journal()
    let header = journal.header(application: "Shop")
    #expect(header.session?.wholeMatch(of: /[0-9a-f]{32}/) != nil)
    expectEqual(header.session, journal.header(application: "Shop").session)
    #expect(header.session != Journal().header(application: "Shop").session)
    #expect(header.system?.isEmpty == false && header.deviceModel?.isEmpty == false)
    let version = OperatingSystemVersion(majorVersion: 18, minorVersion: 1, patchVersion: 0)
    expectEqual(Journal.words(version), "18.1")
    expectEqual(Journal.words(OperatingSystemVersion(majorVersion: 15, minorVersion: 7, patchVersion: 2)), "15.7.2")
    try expectEqual(JournalLine.header(Array(JournalLine.encode(header).utf8)), header)
  }
}
