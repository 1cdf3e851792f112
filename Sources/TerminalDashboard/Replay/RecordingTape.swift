#if CommandLine
import Dashboard
import Foundation
import ModuleLifecycle
import Recordings

/// A recording's file as a tape.
struct RecordingTape: Tape {
  let file: RecordingFile

  var count: Int { file.count }
  var events: [String] { file.events }

  func entries(_ range: Range<Int>) throws -> [JournalEntry] { try file.entries(range) }
  func time(of index: Int) -> UInt64 { file.time(of: index) }
  func next(event: String, after index: Int) throws -> Int? { try file.next(event: event, after: index) }
  func previous(event: String, before index: Int) throws -> Int? { try file.previous(event: event, before: index) }
}

extension SourceDescription {
  /// What a recording says of its application before its first entry.
  init(_ file: RecordingFile) {
    let header = file.header
    let standard = Dictionary(
      EventCatalog.standard.types.map { ($0.name, EventDescription(of: $0).rule) },
      uniquingKeysWith: { first, _ in first })
    let rules = header.rules ?? standard
    self.init(
      application: header.application, startedNanoseconds: header.startedNanoseconds,
      secondsFromUTC: header.secondsFromUTC ?? TimeZone.current.secondsFromGMT(), modules: header.modules ?? [],
      events: file.events.map { EventDescription(name: $0, rule: rules[$0] ?? "") }, state: header.state ?? .notRunning,
      exports: ExportBench.descriptions, budgets: header.budgets ?? .none,
      launchedNanoseconds: header.launchedNanoseconds)
  }
}

extension Playback {
  /// The beginning of a recording.
  init(_ file: RecordingFile, _ options: ReplayOptions) {
    let tape = RecordingTape(file: file)
    self.init(
      file: URL(filePath: file.path).lastPathComponent, count: file.count, startNanoseconds: tape.start,
      endNanoseconds: tape.end, speed: options.speed,
      longestPauseNanoseconds: options.longestPause.map { UInt64(nanoseconds: $0) },
      unreadLines: file.damage.skippedLines, damage: file.damage.isNone ? nil : file.damage.sentences)
  }
}
#endif
