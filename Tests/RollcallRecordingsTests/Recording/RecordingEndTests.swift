import RollcallTestingAdditions
import Testing

@testable import ModuleLifecycle
@testable import RollcallRecordings

@MainActor @Suite(.inTurn, .serialized, .timeLimit(.minutes(10))) struct RecordingEndTests {
  @Test func releasingARecordingDoesNotWaitForAHungDisk() async throws {
    let (folder, journal, gate) = (try RecordingFolder(), Journal(), DiskGate())
    let path = folder.path(of: "a.rollcall")
    var recording: Recording? = try journal.record(to: path, disk: gate.disk, now: { 0 })
    withExtendedLifetime(recording) {
      gate.close()
      for index in 0..<100 { journal.note(output: "line \(index)", by: nil) }
    }
    recording = nil
    gate.open()
    await eventually { (try? RecordedFile(path).entries) == journal.entries }
  }
}
