import Foundation
package import ModuleLifecycle

/// The start of a recording, or of a session with a dashboard that is opened late. It makes the rest understandable:
/// the header, and entries for everything that existed before the first entry that is read.
package struct RecordingPrologue: Sendable {
  package private(set) var header: JournalHeader
  package let prologue: [AnyEntry]

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
    header.secondsFromUTC = Machine.secondsFromUTC
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
}

extension Journal {
  /// Creates the header for a recording of this journal, from everything that is known without an application object.
  ///
  /// - Parameter application: The application's name.
  package func header(application: String) -> JournalHeader {
    var header = JournalHeader(application: application, startedNanoseconds: startedNanoseconds)
    header.session = sessionName
    header.processStart = process
    header.applicationVersion = Self.bundle("CFBundleShortVersionString")
    header.build = Self.bundle("CFBundleVersion")
    #if os(Linux)
    header.system = ProcessInfo.processInfo.operatingSystemVersionString
    #elseif os(iOS)
    header.system = "iOS \(Self.words(ProcessInfo.processInfo.operatingSystemVersion))"
    #else
    header.system = "macOS \(Self.words(ProcessInfo.processInfo.operatingSystemVersion))"
    #endif
    header.deviceModel = Machine.model
    return header
  }

  /// The numbers of a version. Apple's own text is in the user's language.
  static func words(_ version: OperatingSystemVersion) -> String {
    let start = "\(version.majorVersion).\(version.minorVersion)"
    return version.patchVersion == 0 ? start : "\(start).\(version.patchVersion)"
  }

  /// The session's name: 32 hexadecimal digits.
  package var sessionName: String {
    [session.0, session.1].map { half in
      let digits = String(half, radix: 16)
      return String(repeating: "0", count: 16 - digits.count) + digits
    }.joined()
  }

  private static func bundle(_ key: String) -> String? { Bundle.main.object(forInfoDictionaryKey: key) as? String }
}
