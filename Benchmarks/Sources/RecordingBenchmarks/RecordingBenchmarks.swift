import ArgumentParser
import Foundation
import Measuring
import ModuleLifecycle
import RollcallRecordings

/// Measures the time and memory to open a recording and to navigate in it.
@main struct RecordingBenchmarks: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "RecordingBenchmarks",
    abstract: "Measures the cost of reading recordings.",
    discussion: """
      The benchmark writes recordings of a busy application to a temporary file and opens them. Opening decodes every \
      entry. Three of ten entries are dispatches to eight modules. Memory is the process's peak resident memory, minus \
      the peak before it opened anything. Small recordings come first.
      """)

  @Option(name: .customLong("entries"), help: "Measure a recording of this many entries. Can be repeated.")
  var sizes: [Int] = []

  @Option(help: "Measure this recording instead of writing one.", completion: .file())
  var file: String?

  @Flag(help: "Exit with 1 when a goal is missed.")
  var check = false

  func validate() throws {
    if let size = sizes.first(where: { $0 < 1 }) {
      throw ValidationError("There must be at least one entry, not \(size).")
    }
  }

  func run() throws {
    var table = Table([
      "entries", "MB", "open, s", "processor, s", "µs each", "MB/s", "memory, MB", "100 entries, ms",
    ])
    var goals = Table(["goal", "of a recording", "is", "wanted"], leading: [0, 1])
    var isMissed = false
    let before = Self.peakMegabytes
    func measure(_ path: String) throws {
      let reading = try Reading(of: path)
      let memory = Self.peakMegabytes - before
      table.add([
        reading.count.grouped, reading.megabytes.whole, Self.decimals(reading.seconds, 2),
        Self.decimals(reading.processorSeconds, 2),
        Self.decimals(reading.seconds / Double(reading.count) * 1_000_000, 2),
        (reading.megabytes / reading.seconds).whole, Self.decimals(memory, 1), Self.decimals(reading.hundred, 2),
      ])
      for goal in reading.goals(memory: memory) {
        goals.add(goal.row)
        isMissed = isMissed || goal.isMissed
      }
    }
    if let file {
      try measure(file)
    } else {
      for size in (sizes.isEmpty ? [100_000, 1_000_000] : sizes).sorted() {
        let path = FileManager.default.temporaryDirectory
          .appending(path: "benchmark-\(ProcessInfo.processInfo.processIdentifier).rollcall").path(
            percentEncoded: false)
        defer { try? FileManager.default.removeItem(atPath: path) }
        try RecordingText.write(entries: size, to: path)
        try measure(path)
      }
    }
    print("\(table.text)\n\n\(goals.text)")
    if check, isMissed { throw ExitCode(1) }
  }

  static func decimals(_ value: Double, _ count: Int) -> String { String(format: "%.\(count)f", value) }

  /// The peak resident memory of this process.
  private static var peakMegabytes: Double {
    #if canImport(Darwin)
    Double(usage.ru_maxrss) / 1_000_000
    #else
    Double(usage.ru_maxrss) * 1_024 / 1_000_000
    #endif
  }

  /// The processor time of this process.
  static var processorSeconds: Double {
    let usage = usage
    return [usage.ru_utime, usage.ru_stime].reduce(0) { $0 + Double($1.tv_sec) + Double($1.tv_usec) / 1_000_000 }
  }

  private static var usage: rusage {
    var usage = rusage()
    #if canImport(Darwin)
    unsafe getrusage(RUSAGE_SELF, &usage)
    #else
    unsafe getrusage(RUSAGE_SELF.rawValue, &usage)
    #endif
    return usage
  }
}

/// The cost of reading one recording.
struct Reading {
  let count: Int
  let megabytes: Double
  let seconds: Double
  /// The processor's share of `seconds`. The rest is waiting for the disk and other programs.
  let processorSeconds: Double
  /// The median time to read a hundred entries at various positions, in milliseconds.
  let hundred: Double

  init(of path: String) throws {
    let clock = ContinuousClock()
    let start = clock.now
    let worked = RecordingBenchmarks.processorSeconds
    let recording = try RecordingFile(path: path) { _, _ in true }
    seconds = (clock.now - start) / .seconds(1)
    processorSeconds = RecordingBenchmarks.processorSeconds - worked
    count = recording.count
    guard let size = try URL(filePath: path).resourceValues(forKeys: [.fileSizeKey]).fileSize else {
      throw ValidationError("The size of \(path) is unknown.")
    }
    megabytes = Double(size) / 1_000_000
    guard recording.damage.isNone else { throw ValidationError("\(path) is damaged: \(recording.damage.sentences)") }
    var samples = Samples()
    for place in stride(from: 0, to: recording.count, by: max(1, recording.count / 50)) {
      let time = try clock.measure { _ = try recording.entries(place..<place + 100) }
      samples.add(time / .milliseconds(1))
    }
    hundred = samples.median
  }

  /// Returns the goals for this recording.
  func goals(memory: Double) -> [Goal] {
    let name = "\(count.grouped) entries"
    return [
      Goal("\(name): processor seconds for a million", value: processorSeconds / Double(count) * 1_000_000, bound: 3) {
        RecordingBenchmarks.decimals($0, 2)
      },
      // The index and the buffered part of the file.
      Goal("\(name): megabytes", value: memory, bound: Double(count) * 24 / 1_000_000 + 16) {
        RecordingBenchmarks.decimals($0, 1)
      },
    ]
  }
}
