#if Maps
import ModuleLifecycle
import TextFormatting

/// How messages spell things.
enum Wording {
  /// The nearest valid names, or all of them where none is near and they are few.
  static func suggestion(for name: String, among valid: some Collection<String>) -> String {
    // Looking for names near to a very long one would take long and find nothing.
    guard name.count <= 200 else { return "" }
    return NearestName.suggestion(for: name, among: valid)
  }

  /// A text that ends with a full stop.
  static func sentence(_ text: String) -> String {
    text.last.map { ".!?".contains($0) } == true ? text : "\(text)."
  }
}
#endif
