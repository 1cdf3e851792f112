import Foundation
package import ModuleLifecycle

/// The start of a recording, or of a session with a dashboard that is opened late. It makes the rest understandable:
/// the header, and entries for everything that existed before the first entry that is read.
package struct RecordingPrologue: Sendable {
  package private(set) var header: JournalHeader
  package let prologue: [JournalEntry]

  /// - Parameters:
  ///   - journal: The recorded journal.
  ///   - reader: Starts at the first entry that will be recorded.
  ///   - allowed: The warnings that are counted but not announced.
  @MainActor package init(of journal: Journal, from reader: JournalReader, allowing allowed: AllowedWarnings) {
    let first = reader.next
    let (now, standings) = journal.standings(before: first)
    let application = standings.first
    prologue = standings.flatMap { $0.prologue(at: now) }
    header = journal.header(application: application?.name ?? "Application")
    header.secondsFromUTC = Self.secondsFromUTC
    header.recordedNanoseconds = now
    header.missedEntries = first
    header.prologueCount = prologue.count
    header.allowedWarnings = allowed.isEmpty ? nil : allowed
    header.budgets = application?.budgets
    header.state = application?.state
    header.launchedNanoseconds = application?.launchedAt
    header.modules = standings.flatMap(\.modules)
    header.rules = standings.reduce(into: [:]) { $0.merge($1.rules, uniquingKeysWith: { one, _ in one }) }
  }

  /// The offset of the local time from UTC, in seconds.
  package static var secondsFromUTC: Int {
    var (now, local) = unsafe (time(nil), tm())
    return unsafe localtime_r(&now, &local) == nil ? 0 : local.tm_gmtoff
  }
}
