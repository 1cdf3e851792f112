import Inspection
import ModuleLifecycle
import Recordings
import TerminalUI
import Testing

@testable import Dashboard

/// A state from a recording equals the live state.
@MainActor @Suite struct RecordingFoldTests {
  private func state(after entries: [JournalEntry]) -> DashboardState {
    let source = Hello(application: "Storefront", startedNanoseconds: 5, modules: [], events: [])
    var state = DashboardState(source: source, size: Size(width: 120, height: 40))
    for entry in entries { state.fold(entry) }
    return state
  }

  @Test func foldingReadEntriesEqualsFoldingWrittenEntries() throws {
    let sample = try SampleRecording.make(rounds: 12)
    let file = try TemporaryFile(lines: try SampleRecording.lines(sample))
    let recording = try RecordingFile(path: file.path)
    #expect(recording.header == sample.header)
    #expect(recording.damage.isNone)
    #expect(
      Set(sample.entries.map(\.type)).isSuperset(of: ["dispatch", "module", "owned", "released", "warning", "output"]))
    #expect(try recording.entries(0..<recording.count) == sample.entries)
    let written = state(after: sample.entries)
    var (place, read) = (0, state(after: []))
    while place < recording.count {
      for entry in try recording.entries(place..<place + 7) { read.fold(entry) }
      place += 7
    }
    #expect(read == written)
  }
}
