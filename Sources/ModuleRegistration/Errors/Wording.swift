import ModuleLifecycle
import TerminalUI

/// How messages spell things.
enum Wording {
  /// A text in quotes, on one line, and cut where it is long. What is not printable is shown as an escape: it is to be seen
  /// what was written.
  static func quoted(_ text: String) -> String {
    let shown = text.unicodeScalars.prefix(60).map { scalar in
      scalar.printable(.line) != scalar ? "\\u{\(String(scalar.value, radix: 16, uppercase: true))}" : String(scalar)
    }
    return "'\(shown.joined())\(text.unicodeScalars.count > 60 ? "..." : "")'"
  }

  /// The nearest valid names, or all of them where none is near and they are few.
  static func suggestion(for name: String, among valid: some Collection<String>) -> String {
    // Looking for names near to a very long one would take long and find nothing.
    guard name.count <= 200 else { return "" }
    return NearestName.suggestion(for: name, among: valid)
  }

  /// A count with commas: `100,000`.
  static func count(_ number: Int) -> String {
    var digits = String(number)
    var groups: [String] = []
    while digits.count > 3 {
      groups.insert(String(digits.suffix(3)), at: 0)
      digits.removeLast(3)
    }
    return ([digits] + groups).joined(separator: ",")
  }

  /// A size in megabytes, rounded up: `4.1 MB`, `100 MB`.
  static func megabytes(_ bytes: Int) -> String {
    let tenths = (bytes * 10 + (1 << 20) - 1) >> 20
    return tenths < 100 && tenths % 10 != 0 ? "\(tenths / 10).\(tenths % 10) MB" : "\((tenths + 9) / 10) MB"
  }

  /// A text that ends with a full stop.
  static func sentence(_ text: String) -> String {
    text.last.map { ".!?".contains($0) } == true ? text : "\(text)."
  }
}
