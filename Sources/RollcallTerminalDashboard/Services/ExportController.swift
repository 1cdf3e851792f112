#if CommandLine
import RollcallDashboard
import Dispatch
import RollcallReports
import Foundation
import RollcallInspection
import ModuleLifecycle
import RollcallRecordings
import Synchronization

/// Exports files for a dashboard, one at a time, off the main actor and the screen's thread.
final class ExportController: Sendable {
  /// Calls a closure with all entries. Entries that the source has lost come first, as a gap.
  typealias Feed = @Sendable ((AnyEntry) throws -> Void) throws -> Void

  private let header: @Sendable () -> JournalHeader
  private let feed: Feed
  private let queue = DispatchQueue(label: "rollcall.dashboard.export")
  /// The exports that were requested and have not ended.
  private let underWay = DispatchGroup()
  private let isCancelled = Atomic(false)
  /// The file that is being written, and its temporary path; `nil` once it is complete.
  private let unfinished = Locked<(path: String, temporary: String)?>(nil)

  /// - Parameters:
  ///   - header: Returns the header for the entries.
  ///   - feed: Called on another thread.
  init(of header: @autoclosure @escaping @Sendable () -> JournalHeader, from feed: @escaping Feed) {
    (self.header, self.feed) = (header, feed)
  }

  /// Starts an export.
  ///
  /// - Parameters:
  ///   - dispatch: The dispatch that charts and reports show; `nil` for the launch.
  ///   - path: The file, which must not exist yet; `nil` for a new file in the working folder.
  func export(
    _ format: ExportFormat, about dispatch: DispatchID? = nil, to path: String?,
    report: @escaping DashboardServices.Report
  ) {
    queue.async(group: underWay) { @Sendable [self] in
      DashboardServices.run(report) {
        let path = path ?? FileName.unused(application: header().application, extension: format.fileExtension)
        report(.exported(try write(format, ExportOptions(dispatch: dispatch), to: path)))
      }
    }
  }

  /// Ends all exports. A running export is completed if that takes no longer than `patience`. Otherwise, it is
  /// abandoned and its file is removed.
  ///
  /// - Parameter patience: How long to wait.
  /// - Returns: The file that was abandoned.
  func end(patience: DispatchTimeInterval = .milliseconds(50)) -> String? {
    guard underWay.wait(timeout: .now() + patience) == .timedOut else { return nil }
    isCancelled.store(true, ordering: .relaxed)
    let isStuck = underWay.wait(timeout: .now() + .milliseconds(20)) == .timedOut
    guard let file = unfinished.withLock({ $0 }) else { return nil }
    // The disk blocks the export; the process does not wait for it.
    if isStuck { unsafe unlink(file.temporary) }
    return file.path
  }

  private func write(_ format: ExportFormat, _ options: ExportOptions, to path: String) throws -> ExportSummary {
    let file = try ExportFile(path: path, overwrites: false)
    unfinished.withLock { $0 = (path, file.temporary) }
    defer { file.cancel() }
    var exporter = Exporter(format, of: header(), options: options) { try file.write($0) }
    var (count, missing) = (0, UInt64(0))
    try feed { entry in
      if isCancelled.load(ordering: .relaxed) { throw Refusal(description: "The export was abandoned.") }
      if case .gap(let gap) = entry { missing = missing.plus(gap.dropped) } else { count += 1 }
      try exporter.add(entry)
    }
    try exporter.end()
    try file.finish()
    unfinished.withLock { $0 = nil }
    return ExportSummary(path: path, byteCount: exporter.byteCount, entryCount: count, missing: missing)
  }
}

extension Journal {
  /// Provides the entries that are kept now, through a separate reader. Neither the main actor nor the screen waits for
  /// it.
  var kept: ExportController.Feed {
    { take in
      let reader = self.reader()
      // The reader starts at the oldest kept entry. It counts entries that are dropped from now on.
      let dropped = reader.next
      if dropped > 0 { try take(.gap(GapEntry(dropped: dropped))) }
      // New entries might arrive without end.
      var rest = reader.backlog.kept
      while rest > 0, case let entries = reader.readAny(limit: min(rest, 256)), !entries.isEmpty {
        for entry in entries { try take(entry) }
        rest -= entries.count { if case .gap = $0 { false } else { true } }
      }
    }
  }
}

/// The names of files for which the user gave none.
enum FileName {
  /// Returns a name from the application's name and the time: `Storefront-20261121-160000.rollcall`.
  ///
  /// - Parameter secondsFromUTC: The seconds to add to UTC.
  static func make(
    application: String, extension suffix: String, at date: Date = Date(),
    secondsFromUTC: Int = Machine.secondsFromUTC
  ) -> String {
    let nanoseconds = UInt64(max(0, date.timeIntervalSince1970) * 1e9)
    let time = CalendarTime(nanosecondsSince1970: nanoseconds, secondsFromUTC: secondsFromUTC)
    return "\(FilePath.safeName(application))-\(time.fileName).\(suffix)"
  }

  /// Returns a name that no file in the working folder has.
  static func unused(application: String, extension suffix: String) -> String {
    let name = make(application: application, extension: suffix)
    let names = [name] + (2...99).lazy.map { "\(name.dropLast(suffix.count + 1))-\($0).\(suffix)" }
    return names.first { !FileManager.default.fileExists(atPath: $0) } ?? name
  }
}
#endif
