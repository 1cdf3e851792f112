import RollcallTestingAdditions
import RollcallTextFormatting
import Testing

/// The filter for all outgoing text.
@Suite(.inTurn, .serialized) struct PrintableTests {
  /// C0 except line breaks and tabs, DEL, C1, and characters that change the writing direction.
  private static let forbidden: [ClosedRange<UInt32>] = [
    0x00...0x08, 0x0B...0x1F, 0x7F...0x9F, 0x061C...0x061C, 0x200E...0x200F, 0x202A...0x202E, 0x2066...0x2069,
  ]

  @Test func onlyControlCharactersAreReplaced() {
    var wrong: [String] = []
    for value in 0...UInt32(0x10FFFF) {
      guard let scalar = Unicode.Scalar(value) else { continue }
      let isForbidden = Self.forbidden.contains { $0.contains(value) }
      let text = "a\(scalar)b"
      if text.printable() != (isForbidden ? "a\u{FFFD}b" : text) { wrong.append(String(value, radix: 16)) }
    }
    #expect(wrong.isEmpty, "\(wrong.count): \(wrong.prefix(20))")
  }

  @Test(
    arguments: [
      ("two\nlines\t.", "two lines ."), ("a\u{2028}b\u{2029}c", "a\u{FFFD}b\u{FFFD}c"), ("\r\n", "\u{FFFD} "),
      ("Appearance\u{1B}[201~\rtouch OWNED\r", "Appearance\u{FFFD}[201~\u{FFFD}touch OWNED\u{FFFD}"),
      ("日本 👩‍👩‍👧‍👦 é €", "日本 👩‍👩‍👧‍👦 é €"), ("", ""),
    ])
  func oneLineStaysOneLine(text: String, expected: String) {
    expectEqual(text.printable(.line), expected)
  }

  /// The characters are escaped, and existing escapes stay.
  @Test func jsonHasControlCharactersEscaped() {
    expectEqual(
      "{\"a\":\"\u{7F}\u{9B}2J \u{202E}\u{2028}\u{61C}é 日 👍\"}".printableJSON,
      #"{"a":"\u007f\u009b2J \u202e\u2028\u061cé 日 👍"}"#)
    expectEqual(#"{"a":"\n"}"#.printableJSON, #"{"a":"\n"}"#)
  }
}
