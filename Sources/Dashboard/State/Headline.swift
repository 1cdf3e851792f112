#if CommandLine
import ModuleLifecycle

/// What the second line of the screen says.
enum Headline: Sendable, Equatable {
  case start
  case happened(Happening)
  case moved(ModuleID)
  /// What came of firing an event repeatedly.
  case repeated
  /// A recording has begun or ended.
  case recording
  /// What was done about an overdue owner.
  case leakFixed(LeakFix)
  case failed(String)
  /// The application in another process does not answer, or has gone.
  case contact
  /// How the user has come to look at the application.
  case looked(String, hint: String = "")
  /// A row that fits what was looked for was gone to.
  case found(query: String, place: Int, count: Int)
  /// A text went to the clipboard.
  case copied(what: String, lines: Int, isCut: Bool)
  /// A file has been written.
  case exported(ExportSummary)
}
#endif
