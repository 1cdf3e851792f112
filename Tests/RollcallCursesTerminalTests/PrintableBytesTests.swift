import RollcallCTerminal
import RollcallTerminalUI
import RollcallTestingAdditions
import RollcallTextFormatting
import Testing

/// Signal handlers filter text exactly as Swift does.
@Suite(.inTurn, .serialized) struct PrintableBytesTests {
  private func printable(_ bytes: some Sequence<UInt8>, onOneLine: Bool = false) -> String {
    var state = rollcall_printable()
    state.is_line = onOneLine ? 1 : 0
    var result: [UInt8] = []
    var piece = [CChar](repeating: 0, count: Int(ROLLCALL_MOST_PRINTABLE))
    for byte in bytes {
      let count = unsafe rollcall_make_printable(&state, byte, &piece)
      result += piece.prefix(count).map { UInt8(bitPattern: $0) }
    }
    return String(decoding: result, as: UTF8.self)
  }

  @Test func everyScalarIsTreatedAsInSwift() {
    var differences: [String] = []
    for value in 0...UInt32(0x10FFFF) where value != 0x1B && value != 0x0D {
      guard let scalar = Unicode.Scalar(value) else { continue }
      let text = "a\(scalar)b"
      if printable(text.utf8) != text.printable() { differences.append(String(value, radix: 16)) }
    }
    #expect(differences.isEmpty, "\(differences.count): \(differences.prefix(20))")
  }

  @Test(
    arguments: [
      ("\u{1B}[1;31mred\u{1B}[0m", "red"), ("\u{1B}]0;title\u{07}text", "text"), ("\u{1B}]8;;url\u{1B}\\link", "link"),
      ("\u{1B}(Bplain", "plain"), ("\u{1B}]0;never ends\nnext", "\nnext"), ("10%\r20%\r\nend", "10%\n20%\nend"),
      ("two\nlines\t.", "two\nlines\t."),
    ])
  func sequencesAreRemoved(text: String, expected: String) {
    expectEqual(printable(text.utf8), expected)
  }

  @Test func aNameStaysOnItsLine() {
    expectEqual(printable("Push\nrm -rf\t\u{1B}[2J\u{9B}".utf8, onOneLine: true), "Push rm -rf \u{FFFD}")
  }

  @Test func invalidBytesAreReplaced() {
    expectEqual(
      printable([0x61, 0x9B, 0x62, 0xE6, 0x97, 0x63, 0xC0, 0xED, 0xA0, 0x80, 0x64]),
      "a\u{FFFD}b\u{FFFD}c\u{FFFD}\u{FFFD}d")
  }
}
