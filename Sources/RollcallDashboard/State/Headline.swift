#if CommandLine
import ModuleLifecycle
import RollcallTerminalUI

/// The content of the screen's second line.
enum Headline: Sendable, Equatable {
  case start
  case happened(NotableChange)
  /// An object of an overdue owner was cleaned.
  case leakFixed(LeakFix)
  /// The application in another process does not answer, or is gone.
  case contact
  /// A search went to a matching row; `place` counts from 1.
  case found(query: String, place: Int, count: Int)
  /// A text was copied, or the terminal was asked to copy it; `nil` as long as that is under way.
  case copied(what: String, lines: Int, isCut: Bool, by: Clipboard? = nil)
  /// A change of the view, a result, a problem, or a hint.
  case said(Message)

  /// A text, with the most important part first, and a hint about what to do next.
  struct Message: Sendable, Equatable {
    var text: String
    var hint = ""
    var style = Style.bold

    init(_ text: String, hint: String = "", style: Style = .bold) {
      (self.text, self.hint, self.style) = (text, hint, style)
    }

    /// A message about a problem that may pass.
    static func caution(_ text: String) -> Message { Message(text, style: Style.caution.bold) }
  }

  static func looked(_ text: String, hint: String = "") -> Headline { .said(Message(text, hint: hint)) }

  static func failed(_ problem: String) -> Headline { .said(Message(problem, style: Style.bad)) }

  /// The result of something that was done, with all that belongs to it or without.
  static func done(_ text: String, hint: String = "", isWhole: Bool) -> Headline {
    .said(Message(text, hint: hint, style: isWhole ? .bold : Style.caution.bold))
  }
}

#endif
