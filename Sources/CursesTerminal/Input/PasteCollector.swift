import TerminalUI

/// Gathers what stands between the marks that a terminal puts around pasted text.
struct PasteCollector {
  /// Scalars kept of one paste; the rest is dropped.
  static let maximumLength = 64 * 1024

  private var text = String.UnicodeScalarView()
  private var length = 0

  /// Whether a paste has begun and not ended.
  private(set) var isCollecting = false

  mutating func begin() {
    self = PasteCollector()
    isCollecting = true
  }

  mutating func add(_ scalar: UInt32) {
    guard length < Self.maximumLength, let scalar = Unicode.Scalar(scalar) else { return }
    text.append(scalar == "\r" ? "\n" : scalar)
    length += 1
  }

  mutating func end() -> Key? {
    guard isCollecting else { return nil }
    defer { self = PasteCollector() }
    return .paste(String(text))
  }
}
