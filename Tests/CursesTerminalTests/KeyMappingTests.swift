import TerminalUI
import Testing

@testable import CursesTerminal

@Suite struct KeyMappingTests {
  @Test(
    arguments: [
      (0x61, .character("a")), (0x65E5, .character("日")), (0x20, .character(" ")), (0x09, .tab), (0x0A, .enter),
      (0x0D, .enter), (0x1B, .escape), (0x7F, .backspace), (0x08, .backspace), (0x0C, .control("l")),
      (0x01, .control("a")), (0x1A, .control("z")), (0x00, .control("@")), (0x1F, .control("_")), (0x9B, nil),
      (0xD800, nil),
    ] as [(UInt32, Key?)])
  func scalars(scalar: UInt32, key: Key?) {
    #expect(KeyMapping.key(scalar: scalar) == key)
  }

  /// The codes are those of curses, in octal.
  @Test(
    arguments: [
      (0o403, .up), (0o402, .down), (0o404, .left), (0o405, .right), (0o406, .home), (0o550, .end), (0o523, .pageUp),
      (0o522, .pageDown), (0o541, .backTab), (0o512, .delete), (0o513, .insert), (0o527, .enter), (0o407, .backspace),
      (0o411, .function(1)), (0o424, .function(12)), (0o410, nil), (0o632, nil), (.max, nil),
    ] as [(UInt32, Key?)])
  func codes(code: UInt32, key: Key?) {
    #expect(KeyMapping.key(code: code) == key)
  }

  @Test func aPasteIsOneKey() {
    var paste = PasteCollector()
    #expect(paste.end() == nil)
    paste.begin()
    #expect(paste.isCollecting)
    for scalar in "two\rlines 日".unicodeScalars { paste.add(scalar.value) }
    #expect(paste.end() == .paste("two\nlines 日"))
    #expect(!paste.isCollecting)
  }

  @Test func aPasteIsBounded() {
    var paste = PasteCollector()
    paste.begin()
    for _ in 0..<PasteCollector.maximumLength + 10 { paste.add(0x61) }
    #expect(paste.end() == .paste(String(repeating: "a", count: PasteCollector.maximumLength)))
  }
}
