#if CommandLine
import RollcallDashboard
import Foundation
import RollcallInspection
import ModuleLifecycle
import RollcallRecordings

/// The entries of a recording, with random access. Can be used from several threads.
protocol EntryStore: Sendable {
  var count: Int { get }
  /// Returns the entries in a range.
  ///
  /// - Throws: An error whose description is a sentence, if the file can't be read.
  func anyEntries(_ range: Range<Int>) throws -> [AnyEntry]
  /// Returns when an entry was written, in nanoseconds since the journal's start. Never less than for the previous
  /// entry.
  func time(of index: Int) -> UInt64
  /// Returns how many entries were written by this time.
  func count(at time: UInt64) -> Int
  /// The names of the events that were sent, without duplicates.
  var events: [String] { get }
  /// Returns the first dispatch of an event after an entry; with `nil`, of any event that was not sent by a handler.
  ///
  /// - Throws: An error whose description is a sentence, if the file can't be read.
  func next(event: String?, after index: Int) throws -> Int?
  /// Returns the last such dispatch before an entry.
  func previous(event: String?, before index: Int) throws -> Int?
}

extension EntryStore {
  /// When the last entry was written.
  var end: UInt64 { count > 0 ? time(of: count - 1) : 0 }
  /// When the first entry was written.
  var start: UInt64 { count > 0 ? time(of: 0) : 0 }

  /// Returns the time after this many entries.
  func time(after position: Int) -> UInt64 { position > 0 ? time(of: position - 1) : start }
}

extension RecordingFile: EntryStore {}

extension Hello {
  /// Creates the description of an application from a recording's header.
  init(_ header: JournalHeader, events: [String]) {
    let rules =
      header.rules
      ?? Dictionary(
        EventCatalog.standard.types.map { ($0.name, EventDescription(of: $0).rule) },
        uniquingKeysWith: { first, _ in first })
    self.init(
      application: header.application, startedNanoseconds: header.startedNanoseconds,
      secondsFromUTC: header.secondsFromUTC ?? Machine.secondsFromUTC, modules: header.modules ?? [],
      events: events.map { EventDescription(name: $0, rule: rules[$0] ?? "") }, state: header.state ?? .notRunning,
      budgets: header.budgets ?? .none, launchedNanoseconds: header.launchedNanoseconds, role: .view)
    processStart = header.processStart
  }
}

extension Playback {
  /// Creates the playback at a recording's start.
  init(_ file: RecordingFile) {
    self.init(file: URL(filePath: file.path).lastPathComponent)
    (count, startNanoseconds, nowNanoseconds, endNanoseconds) = (file.count, file.start, file.start, file.end)
    (unreadLines, damage) = (file.damage.skippedLines, file.damage.isNone ? nil : file.damage.sentences)
  }
}
#endif
