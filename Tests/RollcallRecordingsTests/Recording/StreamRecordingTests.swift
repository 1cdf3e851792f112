import ModuleLifecycle
import RollcallTestingAdditions
import Testing

@testable import RollcallRecordings

/// Recordings of entries that come from another process.
@Suite(.inTurn, .serialized) struct StreamRecordingTests {
  /// Entries can be missing in greater numbers than there are, and an entry can have the greatest number.
  @Test func extremeCountsAndNumbersAreWritten() throws {
    let folder = try RecordingFolder()
    let path = folder.path(of: "gaps.rollcall")
    let recording = try StreamRecording(
      to: path, header: JournalHeader(application: "Shop", startedNanoseconds: .max), prologue: [])
    let gaps = [UInt64.max, 1, .max].map { dropped -> AnyEntry in
      var gap = GapEntry()
      gap.dropped = dropped
      return .gap(gap)
    }
    recording.add(gaps, from: 1)
    recording.add(gaps, from: .max)
    expectEqual(recording.stop().dropped, .max)
    let file = try RecordingFile(path: path)
    try expectEqual(file.anyEntries(0..<file.count), gaps + gaps)
  }
}
