import RollcallTestingAdditions
import Testing

@testable import RollcallTextFormatting

@Suite(.inTurn, .serialized) struct LineSplitterTests {
  /// Returns the lines of a text that arrives in pieces of this many bytes. `-` marks a line that is too long.
  private func lines(_ text: String, pieces: Int, limit: Int = 8) -> [String] {
    var (splitter, lines) = (LineSplitter(limit: limit), [String]())
    let bytes = Array(text.utf8)
    for start in stride(from: 0, to: bytes.count, by: pieces) {
      splitter.add(bytes[start..<min(bytes.count, start + pieces)])
      while let line = splitter.next() {
        if case .bytes(let bytes) = line {
          lines.append(String(decoding: bytes, as: UTF8.self))
        } else {
          lines.append("-")
        }
      }
    }
    return lines
  }

  @Test(arguments: 1...40) func piecesDoNotMatter(pieces: Int) {
    let text = "one\n\n12345678\n123456789\n\u{1F44D}\nvery very long, longer than a piece\nlast\ntorn"
    expectEqual(lines(text, pieces: pieces), ["one", "", "12345678", "-", "\u{1F44D}", "-", "last"])
  }

  /// Splits a line that is longer than eight bytes.
  @Test(arguments: 1...40) func aLongLineComesInPiecesOfWholeCharacters(pieces: Int) {
    let text = "12345678901\n\u{65E5}\u{672C}\u{8A9E}\u{65E5}\nshort\ntorn"
    var (splitter, lines) = (LineSplitter(limit: 8, cutsLongLines: true), [String]())
    let bytes = Array(text.utf8)
    for start in stride(from: 0, to: bytes.count, by: pieces) {
      splitter.add(bytes[start..<min(bytes.count, start + pieces)])
      while case .bytes(let line)? = splitter.next() { lines.append(String(decoding: line, as: UTF8.self)) }
    }
    expectEqual(lines, ["12345678", "901", "\u{65E5}\u{672C}", "\u{8A9E}\u{65E5}", "short"])
    #expect(splitter.takeRest() == Array("torn".utf8) && splitter.takeRest().isEmpty)
  }
}
