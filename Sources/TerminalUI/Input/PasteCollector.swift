/// Gathers what stands between the marks that a terminal puts around pasted text.
struct PasteCollector: Sendable {
  /// Scalars kept of one paste; the rest is dropped.
  static let maximumLength = 64 * 1024

  private static let endMark = Array("\u{1B}[201~".unicodeScalars)

  private var text = String.UnicodeScalarView()
  private var length = 0
  /// How much of the end's mark has come.
  private var matched = 0

  /// Takes a scalar; gives the text when its end has come.
  mutating func add(_ scalar: Unicode.Scalar) -> String? {
    if scalar == Self.endMark[matched] {
      matched += 1
      return matched == Self.endMark.count ? String(text) : nil
    }
    // What looked like the mark was text.
    for other in Self.endMark.prefix(matched) { append(other) }
    matched = 0
    if scalar == Self.endMark[0] { matched = 1 } else { append(scalar) }
    return nil
  }

  private mutating func append(_ scalar: Unicode.Scalar) {
    guard length < Self.maximumLength else { return }
    text.append(scalar == "\r" ? "\n" : scalar)
    length += 1
  }
}
