extension String {
  /// The text in quotes, on one line, and cut where it is long. What is not printable is shown as an escape: it is to be
  /// seen what was written.
  public var quoted: String {
    let shown = unicodeScalars.prefix(60).map { scalar in
      scalar.printable(.line) != scalar ? "\\u{\(String(scalar.value, radix: 16, uppercase: true))}" : String(scalar)
    }
    return "'\(shown.joined())\(unicodeScalars.count > 60 ? "..." : "")'"
  }
}
