/// Looks for the mark that a terminal sends after pasted text.
struct PasteEnd: Sendable {
  static let mark = Array("\u{1B}[201~".unicodeScalars)

  /// How much of the mark has come.
  private(set) var matched = 0

  /// Takes a scalar; whether the mark is complete with it.
  mutating func take(_ scalar: Unicode.Scalar) -> Bool {
    if scalar == Self.mark[matched] { matched += 1 } else { matched = scalar == Self.mark[0] ? 1 : 0 }
    return matched == Self.mark.count
  }
}
