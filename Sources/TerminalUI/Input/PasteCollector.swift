/// Gathers what stands between the marks that a terminal puts around pasted text.
struct PasteCollector: Sendable {
  /// Scalars kept of one paste; the rest is dropped.
  static let maximumLength = 64 * 1024

  /// How much of the end has come.
  private(set) var end = PasteEnd()

  private var text = String.UnicodeScalarView()
  private var length = 0

  /// Takes a scalar; gives the text when its end has come.
  mutating func add(_ scalar: Unicode.Scalar) -> String? {
    let matched = end.matched
    if end.take(scalar) { return String(text) }
    guard end.matched <= matched else { return nil }
    // What looked like the mark was text.
    for other in PasteEnd.mark.prefix(matched) { append(other) }
    if end.matched == 0 { append(scalar) }
    return nil
  }

  private mutating func append(_ scalar: Unicode.Scalar) {
    guard length < Self.maximumLength else { return }
    text.append(scalar == "\r" ? "\n" : scalar)
    length += 1
  }
}
