import Testing

@testable import CursesTerminal

@Suite struct LineSplitterTests {
  private func lines(_ pieces: String...) -> [String] {
    var splitter = LineSplitter()
    return pieces.flatMap { splitter.add($0.utf8) }
  }

  @Test func linesComeWhenTheyAreComplete() {
    #expect(lines("one\ntw", "o\n\nthr", "ee") == ["one", "two", ""])
  }

  @Test(
    arguments: [
      ("\u{1B}[1;31mred\u{1B}[0m", "red"), ("\u{1B}]0;title\u{07}text", "text"), ("\u{1B}]8;;url\u{1B}\\link", "link"),
      ("\u{1B}(Bplain", "plain"), ("tab\tbed", "tab bed"), ("bell\u{07}", "bell\u{FFFD}"),
      ("\u{9B}31m\u{202E}", "\u{FFFD}31m\u{FFFD}"), ("line\r", "line"),
      ("10%\r20%\r100%", "100%"), ("\u{1B}7saved", "saved"), ("cut \u{1B}[3", "cut "), ("日本 👍🏽", "日本 👍🏽"),
    ])
  func whatATerminalObeysIsRemoved(line: String, expected: String) {
    #expect(lines(line + "\n") == [expected])
  }

  @Test func invalidBytesAreRepaired() {
    var splitter = LineSplitter()
    #expect(splitter.add([0x61, 0xFF, 0x62, 0x0A]) == ["a\u{FFFD}b"])
  }

  @Test func aCharacterMayComeInTwoReads() {
    var splitter = LineSplitter()
    #expect(splitter.add([0xE6, 0x97]).isEmpty)
    #expect(splitter.add([0xA5, 0x0A]) == ["日"])
  }

  @Test func aLongLineComesInPieces() {
    let line = String(repeating: "日", count: 3000)
    let pieces = lines(line + "\n")
    #expect(pieces.joined() == line)
    #expect(pieces.count == 3)
    #expect(pieces.allSatisfy { $0.utf8.count <= LineSplitter.maximumLength + 3 })
  }
}
