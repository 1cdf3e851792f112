import RollcallTerminalUI
import RollcallTestingAdditions
import RollcallTextFormatting
import Testing

@testable import RollcallCursesTerminal

/// The canvas counts columns by its own table, and curses places cells by the C library's. They must agree. A Mac's table
/// is older: characters that it does not know are shown as `?` there.
@Suite(.inTurn, .serialized, .enabled(if: isLinux)) struct ColumnAgreementTests {
  /// Every scalar alone and with a mark: if the C library can show it, its position must match the count.
  @Test func everyCellIsPlacedAsItWasCounted() {
    CharacterSet.adopt()
    var disagreements: [String] = []
    for value in 0x20..<UInt32(0x3_2000) {
      guard let scalar = Unicode.Scalar(value), isPrintable(scalar) else { continue }
      for text in [String(scalar), "a" + String(scalar), String(scalar) + "\u{301}"] {
        disagreements += cells(of: text).filter { !CellRun.isPlaced($0.text.unicodeScalars, inColumns: $0.columns) }
          .map { "\(String(value, radix: 16)): \($0)" }
      }
    }
    #expect(disagreements.isEmpty, "\(disagreements.count): \(disagreements.prefix(20))")
  }

  /// Characters that the C library calls printable are shown unchanged, except those that are reduced on purpose.
  @Test func printableCharactersAreNotReplaced() {
    CharacterSet.adopt()
    var replaced: [String] = []
    for value in 0x20..<UInt32(0x3_2000) where !(0x1F1E6...0x1F1FF).contains(value) && value != 0xFFFD {
      guard let scalar = Unicode.Scalar(value), isPrintable(scalar), !CellRun.isPlaced([scalar], inColumns: 0) else {
        continue
      }
      var form = ""
      TextWidth.forEachCell(of: Character(scalar)) { text, _ in form += text }
      if form != String(scalar) { replaced.append(String(value, radix: 16)) }
    }
    #expect(replaced.isEmpty, "\(replaced.count): \(replaced.prefix(20))")
  }

  private func isPrintable(_ scalar: Unicode.Scalar) -> Bool {
    (0...2).contains { CellRun.isPlaced([scalar], inColumns: $0) }
  }

  private struct Placed {
    let text: String
    let columns: Int
  }

  /// Returns the cells of a text on a canvas.
  private func cells(of text: String) -> [Placed] {
    var canvas = Canvas(size: Size(width: 8, height: 1))
    let used = canvas.write(text, x: 0, y: 0)
    return (0..<used).filter { !canvas[$0, 0].isContinuation }.map {
      Placed(text: canvas[$0, 0].text, columns: canvas[$0 + 1, 0].isContinuation ? 2 : 1)
    }
  }
}

#if os(Linux)
private let isLinux = true
#else
private let isLinux = false
#endif
