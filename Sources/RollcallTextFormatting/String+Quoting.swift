extension String {
  /// The text in quotes, on one line, cut after 60 scalars. Unprintable characters are shown as escapes, so that the
  /// original text can be recognised.
  public var quoted: String {
    let shown = unicodeScalars.prefix(60).map { scalar in
      scalar.printable(.line) != scalar ? "\\u{\(String(scalar.value, radix: 16, uppercase: true))}" : String(scalar)
    }
    return "'\(shown.joined())\(unicodeScalars.count > 60 ? "..." : "")'"
  }
}
