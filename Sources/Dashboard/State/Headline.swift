#if CommandLine
import ModuleLifecycle
import TerminalUI

/// The content of the screen's second line.
enum Headline: Sendable, Equatable {
  case start
  case happened(NotableChange)
  case moved(ModuleID)
  /// The progress or result of a repeated firing.
  case repeated
  /// A recording has started or ended.
  case recording
  /// An object of an overdue owner was cleaned.
  case leakFixed(LeakFix)
  case failed(String)
  /// The application in another process does not answer, or is gone.
  case contact
  /// A change of the view, or a hint.
  case looked(String, hint: String = "")
  /// A search went to a matching row; `place` counts from 1.
  case found(query: String, place: Int, count: Int)
  /// A text was copied, or the terminal was asked to copy it; `nil` as long as that is under way.
  case copied(what: String, lines: Int, isCut: Bool, by: Clipboard? = nil)
  /// A file has been written.
  case exported(ExportSummary)
}
#endif
