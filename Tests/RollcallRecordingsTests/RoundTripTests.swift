import ModuleLifecycle
import RollcallRecordings
import RollcallTestSupport
import RollcallTestingAdditions
import Testing

/// The entries that are read equal those that were written.
@MainActor @Suite(.inTurn, .serialized) struct RoundTripTests {
  @Test func readEntriesEqualWrittenOnes() throws {
    let sample = try SampleRecording.make(rounds: 12)
    let file = try TemporaryFile(lines: try SampleRecording.lines(sample))
    let recording = try RecordingFile(path: file.path)
    expectEqual(recording.header, sample.header)
    #expect(recording.damage.isNone)
    #expect(
      Set(sample.entries.map(\.type)).isSuperset(of: ["dispatch", "module", "owned", "released", "warning", "output"]))
    try expectEqual(recording.anyEntries(0..<recording.count), sample.entries)
    let steps = try stride(from: 0, to: recording.count, by: 7).map { try recording.anyEntries($0..<$0 + 7) }
    expectEqual(steps.flatMap { $0 }, sample.entries)
  }
}
