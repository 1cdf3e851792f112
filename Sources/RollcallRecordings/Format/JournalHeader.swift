public import ModuleLifecycle

/// The first line of a recording: the version of the format, the zero point of its times, and the state just before the
/// first entry.
///
/// The first three members are always present. All others are `nil` if they were not recorded.
package struct JournalHeader: Sendable, Equatable {
  /// The latest version of the format, in which recordings are written.
  package static let latest = 1

  /// The version of the format, under the key `rollcall`.
  package var version = latest
  /// The application's name.
  package var application: String
  /// When the journal started, in nanoseconds since 1970. The times of entries count from here.
  package var startedNanoseconds: UInt64

  /// The journal's unique name: 128 random bits in hexadecimal. All recordings of one journal share it.
  package var session: String?
  /// What the system said about the process when the journal began.
  package var processStart = ProcessStart()
  /// How long before the journal's start the system had made the process, if the entries contain its first launch.
  package var processOfFirstLaunch: UInt64? { missedEntries ?? 0 == 0 ? processStart.nanoseconds : nil }
  /// The application's version from its information dictionary.
  package var applicationVersion: String?
  /// The application's build number.
  package var build: String?
  /// The operating system and its version.
  package var system: String?
  /// The device's model, or the processor's architecture.
  package var deviceModel: String?

  /// The offset of the local time from UTC where the recording was made, in seconds.
  package var secondsFromUTC: Int?
  /// When the recording started, in nanoseconds since the journal's start.
  package var recordedNanoseconds: UInt64?
  /// The number of journal entries before the first one in the recording.
  package var missedEntries: UInt64?
  /// The number of entries, directly after the header, that stand for what already existed.
  ///
  /// An `owned` entry among them has the time of the recording's start, because the time of the acquisition is no
  /// longer known.
  package var prologueCount: Int?
  /// The application's state just before the first entry; `nil` if it was no longer known.
  package var state: ApplicationState?
  /// When the application had been launched, in nanoseconds since the journal's start; `nil` if it had not.
  package var launchedNanoseconds: UInt64?
  /// The modules, in the order in which they are called. Missing if the entries report all of them.
  package var modules: [ModuleStatus]?
  /// The time budgets of events.
  package var budgets: EventBudgets?
  /// The warnings that are counted but not announced.
  package var allowedWarnings: AllowedWarnings?
  /// How each event's votes are combined, by event name, as text that completes "The answer is …".
  package var rules: [String: String]?

  /// Creates a header of the latest version, with everything optional missing.
  package init(application: String, startedNanoseconds: UInt64) {
    self.application = application
    self.startedNanoseconds = startedNanoseconds
  }
}

extension JournalHeader: LineCoded {
  package init() { self.init(application: "", startedNanoseconds: 0) }

  package mutating func visit<Visitor: FieldVisitor>(_ fields: inout Visitor) throws(Visitor.Problem) {
    // A value that this version does not know is treated as missing.
    try fields.optional("allowed", &allowedWarnings)
    try fields.optional("app_version", &applicationVersion)
    try fields.field("application", &application)
    try fields.optional("budgets", &budgets)
    try fields.optional("build", &build)
    try fields.optional("device_model", &deviceModel)
    try fields.optional("launched_ns", &launchedNanoseconds)
    try fields.optional("missed", &missedEntries)
    try fields.optional("modules", &modules)
    try fields.sparse("prewarmed", &processStart.isPrewarmed, usually: false)
    try fields.optional("process_ns", &processStart.nanoseconds)
    try fields.optional("prologue", &prologueCount)
    try fields.optional("recorded_ns", &recordedNanoseconds)
    try fields.field("rollcall", &version)
    try fields.optional("rules", &rules)
    try fields.optional("seconds_from_utc", &secondsFromUTC)
    try fields.optional("session", &session)
    try fields.field("started_ns", &startedNanoseconds)
    try fields.known("state", &state)
    try fields.optional("system", &system)
    try fields.sparse("traced", &processStart.isTraced, usually: false)
  }
}

extension ModuleStatus: LineCoded {
  package init() { self.init(id: 0, name: "", order: 0) }

  package mutating func visit<Visitor: FieldVisitor>(_ fields: inout Visitor) throws(Visitor.Problem) {
    try fields.field("after", &after)
    try fields.optional("computing_ns", &computingNanoseconds)
    try fields.optional("created_ns", &createdNanoseconds)
    try fields.optional("creation_ns", &creationNanoseconds)
    try fields.optional("experiment", &experiment)
    try fields.field("handles", &handles)
    try fields.field("id", &id)
    try fields.field("main", &isMain)
    try fields.field("name", &name)
    try fields.field("on", &isOn)
    try fields.field("order", &order)
    try fields.optional("owner_id", &owner)
    try fields.optional("parent", &parent)
    try fields.field("present", &isPresent)
    try fields.field("required", &isRequired)
    try fields.optional("stage", &stage)
    try fields.optional("stage_ns", &stageNanoseconds)
    try fields.optional("waiting_ns", &waitingNanoseconds)
  }
}

/// In nanoseconds. An event without a budget has `null`.
extension EventBudgets: LineCoded {
  package init() { self = .none }

  package mutating func visit<Visitor: FieldVisitor>(_ fields: inout Visitor) throws(Visitor.Problem) {
    try fields.field("events", &own)
    try fields.optional("general_ns", &general)
    try fields.field("shares_launch", &sharesLaunch)
  }
}
