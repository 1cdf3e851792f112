#if Maps
import ModuleLifecycle
import RollcallTextFormatting

/// Helpers for the wording of messages.
enum Wording {
  // A search for names near a very long one would take long and find nothing.
  private static let longestName = 200

  /// Returns a sentence with the nearest valid names, or with all of them if none is near and they are few.
  static func suggestion(for name: String, among valid: [String]) -> String {
    name.count <= longestName ? NearestName.suggestion(for: name, among: valid) : ""
  }

  static func nearest(to name: String, among valid: [String]) -> [String] {
    name.count <= longestName ? NearestName.matches(for: name, among: valid) : []
  }

  /// Adds a full stop to a text that has none at its end.
  static func sentence(_ text: String) -> String {
    text.last.map { ".!?".contains($0) } == true ? text : "\(text)."
  }
}
#endif
