/// Collects the text between a terminal's paste marks.
struct PasteCollector: Sendable {
  /// The most scalars kept of a paste. The rest is dropped.
  static let maximumLength = 64 * 1024
  /// The terminal's mark after pasted text.
  private static let mark = Array("\u{1B}[201~".unicodeScalars)

  private(set) var text = String.UnicodeScalarView()
  private var length = 0
  /// The latest scalars, which can be the start of the mark.
  private var tail: [Unicode.Scalar] = []
  /// Whether the end is overdue. From then on, the text is dropped.
  private(set) var isGivenUp = false
  /// Kitty's form of the Escape key.
  private static let escape = Array("\u{1B}[27u".unicodeScalars)

  /// Whether Escape came last, after `giveUp()`. If nothing follows, it is the key, and ends the paste.
  var isAfterEscape: Bool { isGivenUp && hasNews && (tail.last == Self.mark[0] || tail == Self.escape) }
  private var hasNews = false

  /// Takes a scalar. Returns whether it completes the end mark.
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

  /// Notes that the end is overdue, and drops the text.
  mutating func giveUp() {
    (isGivenUp, hasNews) = (true, false)
    text = String.UnicodeScalarView()
  }
}
