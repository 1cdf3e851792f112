import RollcallDashboard
import RollcallInspection
import RollcallRecordings
import RollcallTerminalUI
import RollcallTestSupport
import RollcallTestingAdditions
import Testing

/// The dashboard shows whatever can be read of a damaged recording.
@MainActor @Suite(.inTurn, .serialized) struct DamagedRecordingTests {
  @Test func fiveHundredDamagedRecordingsAreShown() throws {
    let lines = try SampleRecording.lines(SampleRecording.make(rounds: 4)).map { Array("\($0)\n".utf8) }
    let (file, size) = (try TemporaryFile(""), Size(width: 80, height: 24))
    var (damage, shown) = (Damage(seed: 20_260_101), 0)
    for _ in 0..<500 {
      try file.write(damage.mutated(damage.excerpt(of: lines)))
      guard let recording = try? RecordingFile(path: file.path) else { continue }
      var state = DashboardState(source: Hello(application: "Shop", startedNanoseconds: 0), size: size)
      _ = state.update(.entries(try recording.anyEntries(0..<recording.count)), now: 0)
      var canvas = Canvas(size: size)
      state.draw(on: &canvas)
      shown += 1
    }
    #expect(shown > 300)
  }
}
