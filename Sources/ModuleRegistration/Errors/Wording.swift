#if Maps
import ModuleLifecycle
import TextFormatting

/// How messages spell things.
enum Wording {
  // Looking for names near to a very long one would take long and find nothing.
  private static let longestName = 200

  /// The nearest valid names, or all of them where none is near and they are few, as a sentence.
  static func suggestion(for name: String, among valid: [String]) -> String {
    name.count <= longestName ? NearestName.suggestion(for: name, among: valid) : ""
  }

  /// The nearest valid names.
  static func nearest(to name: String, among valid: [String]) -> [String] {
    name.count <= longestName ? NearestName.matches(for: name, among: valid) : []
  }

  /// A text that ends with a full stop.
  static func sentence(_ text: String) -> String {
    text.last.map { ".!?".contains($0) } == true ? text : "\(text)."
  }
}
#endif
