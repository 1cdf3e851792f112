public import ModuleLifecycle

/// The first line of a recording: which format follows, what its times count from, and how things stood right before the
/// first entry.
///
/// Only the first three members are always there; what is `nil` was not written down.
public struct JournalHeader: Sendable, Equatable {
  /// The latest version of the format, which is the one that is written.
  public static let latest = 1

  /// The format's version, under the key `rollcall`.
  public var version = latest
  /// The application's name.
  public var application: String
  /// When the journal began, in nanoseconds since 1970; entries count from here.
  public var startedNanoseconds: UInt64

  /// The journal's own name, 128 random bits in hexadecimal digits: the same in all recordings of it.
  public var session: String?
  /// The application's version, as its information dictionary has it.
  public var applicationVersion: String?
  /// The number of its build.
  public var build: String?
  /// The system that it ran on, with its version.
  public var system: String?
  /// The model of the device, or the architecture of its processor.
  public var deviceModel: String?

  /// What to add to UTC to get the time of day where it was recorded, in seconds.
  public var secondsFromUTC: Int?
  /// When the recording began, in nanoseconds since the journal's start.
  public var recordedNanoseconds: UInt64?
  /// How many entries the journal had had before the first one that follows.
  public var missedEntries: UInt64?
  /// How many entries, right after the header, stand for what was there already.
  ///
  /// An `owned` entry among them bears the time at which the recording began, because nobody knows any more when the
  /// object was acquired.
  public var prologueCount: Int?
  /// Where the application stood; `nil` where nobody knew any more.
  public var state: ApplicationState?
  /// When it had been launched, in nanoseconds since the journal's start; `nil` if it had not been.
  public var launchedNanoseconds: UInt64?
  /// The modules, in the order of the calls: none, where the entries tell of all of them.
  public var modules: [ModuleStatus]?
  /// How long events may take.
  public var budgets: Budgets?
  /// The warnings that are counted and not announced.
  public var allowedWarnings: AllowedWarnings?
  /// How each event's votes are combined, by the event's name, in words that complete "The answer is …".
  public var rules: [String: String]?

  /// The header of a journal of the current version.
  public init(application: String, startedNanoseconds: UInt64) {
    self.application = application
    self.startedNanoseconds = startedNanoseconds
  }
}
