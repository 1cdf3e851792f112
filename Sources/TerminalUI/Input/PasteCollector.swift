/// Gathers what stands between the marks that a terminal puts around pasted text.
struct PasteCollector: Sendable {
  /// Scalars kept of one paste; the rest is dropped.
  static let maximumLength = 64 * 1024
  /// What a terminal sends after pasted text.
  private static let mark = Array("\u{1B}[201~".unicodeScalars)

  private(set) var text = String.UnicodeScalarView()
  private var length = 0
  /// What came last and may be the mark's beginning.
  private var tail: [Unicode.Scalar] = []
  /// Whether the end has not come in time, so that nothing is kept.
  private(set) var isGivenUp = false
  /// Whether an escape character came last, and after it was given up: nothing after it is the key, pressed to go on.
  var isAfterEscape: Bool { isGivenUp && hasNews && tail.last == Self.mark[0] }
  private var hasNews = false

  /// Takes a scalar; whether the end has come with it.
  mutating func take(_ scalar: Unicode.Scalar) -> Bool {
    tail.append(scalar)
    hasNews = true
    guard tail.count == Self.mark.count else { return false }
    if tail == Self.mark { return true }
    let first = tail.removeFirst()
    if !isGivenUp, length < Self.maximumLength {
      text.append(first == "\r" ? "\n" : first)
      length += 1
    }
    return false
  }

  /// The end has not come in time.
  mutating func giveUp() {
    (isGivenUp, hasNews) = (true, false)
    text = String.UnicodeScalarView()
  }
}
