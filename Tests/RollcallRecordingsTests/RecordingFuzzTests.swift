import Foundation
import RollcallTestSupport
import RollcallTestingAdditions
import Testing

@testable import RollcallRecordings

/// Every damaged recording is refused with a reason, or read as far as possible.
@Suite(.inTurn, .serialized) struct RecordingFuzzTests {
  private static let seed: UInt64 = 20_260_101
  private static let mutations = 10_000

  @Test func tenThousandDamagedRecordingsAreReadOrRefused() async throws {
    let lines = try await SampleRecording.lines(SampleRecording.make(rounds: 4)).map { Array("\($0)\n".utf8) }
    let file = try TemporaryFile("")
    var random = Damage(seed: Self.seed)
    var limits = ReadingLimits()
    (limits.line, limits.chunk) = (2_000, 700)
    var (refused, damaged) = (0, 0)
    for number in 1...Self.mutations {
      let bytes = random.mutated(random.excerpt(of: lines))
      try file.write(bytes)
      do {
        let recording = try RecordingFile(path: file.path, limits: limits)
        let entries = try recording.anyEntries(0..<recording.count)
        try #require(entries.count == recording.count, "seed \(Self.seed), mutation \(number)")
        try #require(
          (1..<max(1, entries.count)).allSatisfy { recording.time(of: $0 - 1) <= recording.time(of: $0) },
          "seed \(Self.seed), mutation \(number)")
        // Every line is an entry, counted or blank.
        let lines = bytes.split(separator: 0x0A).count - 1
        let accounted = entries.count + recording.damage.skippedLines + recording.damage.unknownEntries
        try #require(accounted <= lines, "seed \(Self.seed), mutation \(number)")
        if !recording.damage.isNone {
          damaged += 1
          try #require(!recording.damage.sentences.isEmpty, "seed \(Self.seed), mutation \(number)")
        }
      } catch let error as RecordingError {
        refused += 1
        try #require(error.description.hasPrefix("'\(file.path)' "), "seed \(Self.seed), mutation \(number): \(error)")
      }
      if number % 200 == 0 { await Task.yield() }
    }
    // Otherwise there was too little or too much damage for a meaningful test.
    #expect(refused > 200 && damaged > 4_000, "\(refused) refused, \(damaged) damaged")
  }

  /// A line of a hundred megabytes is skipped and never held in memory. Runs in a separate process, because parallel
  /// tests need memory, too.
  @Test func aLineOfAHundredMegabytesIsNotHeld() async {
    await #expect(processExitsWith: .success) {
      let file = try TemporaryFile(lines: [Lines.header, Lines.output("a", at: 1)])
      let handle = try #require(FileHandle(forWritingAtPath: file.path))
      try handle.seekToEnd()
      try handle.write(contentsOf: Data(#"{"at_ns":1,"line":""#.utf8))
      // The gap is full of zeros, and uses no disk space.
      try handle.truncate(atOffset: 100 << 20)
      try handle.seekToEnd()
      try handle.write(contentsOf: Data("\",\"type\":\"output\"}\n\(Lines.output("b", at: 2))\n".utf8))
      try handle.close()
      let before = residentPeak()
      let recording = try RecordingFile(path: file.path)
      try expectEqual(recording.anyEntries(0..<9).count, 2)
      expectEqual(recording.damage.sentences, "Line 3 was skipped: it is too long.")
      if let before, let after = residentPeak() { #expect(after - before < 64 << 20, "\(after - before) bytes more") }
    }
  }
}

/// The peak resident memory of this process, in bytes; `nil` where the system does not report it.
private func residentPeak() -> Int? {
  let status = try? String(contentsOfFile: "/proc/self/status", encoding: .utf8)
  let line = status?.split(separator: "\n").first { $0.hasPrefix("VmHWM:") }
  return line.flatMap { Int($0.filter(\.isNumber)) }.map { $0 << 10 }
}
