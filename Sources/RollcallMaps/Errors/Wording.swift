#if Maps
import ModuleLifecycle
import RollcallTextFormatting

/// Helpers for the wording of messages.
enum Wording {
  /// Adds a full stop to a text that has none at its end.
  static func sentence(_ text: String) -> String {
    text.last.map { ".!?".contains($0) } == true ? text : "\(text)."
  }
}
#endif
