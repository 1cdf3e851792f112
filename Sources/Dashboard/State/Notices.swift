#if CommandLine
import ModuleLifecycle

/// The latest of their kind, and how many there were.
struct Notices<Entry: Sendable & Equatable>: Sendable, Equatable {
  private(set) var latest: [Entry] = []
  private(set) var count = 0

  mutating func add(_ entry: Entry) {
    count += 1
    latest.append(entry)
    if latest.count > 400 { latest.removeFirst(200) }
  }
}

/// What the line above the key bar says.
enum Notice: Sendable, Equatable {
  case warning(WarningEntry)
  case output(OutputEntry)

  var atNanoseconds: UInt64 {
    switch self {
    case .warning(let entry): entry.atNanoseconds
    case .output(let entry): entry.atNanoseconds
    }
  }
}

/// What the second line of the screen says.
enum Headline: Sendable, Equatable {
  case start
  case dispatched(UInt64)
  case removed(owner: UInt64)
  case broughtBack(ModuleID)
  /// A module was switched on or off; whether it was created for that.
  case switched(ModuleID, isNew: Bool)
  case moved(ModuleID)
  /// A launch was aborted; what the warning says, and the module that failed.
  case launchAborted(String, by: String)
  /// What came of firing an event repeatedly.
  case repeated
  /// A recording has begun or ended.
  case recording
  /// What was done about an overdue owner.
  case remedied(Remedy)
  case failed(String)
  /// How the user has come to look at the application.
  case looked(String, hint: String)
  /// A row that fits what was looked for was gone to.
  case found(query: String, place: Int, count: Int)
  /// A text went to the clipboard.
  case copied(what: String, lines: Int, isCut: Bool)
  /// A file is being written, in that format.
  case exporting(format: String)
  /// A file has been written.
  case exported(ExportSummary)
  /// The mouse was given to the dashboard, or back to the terminal.
  case mouse(isOn: Bool)
  /// Somebody tried to select text with the mouse.
  case dragged
}
#endif
