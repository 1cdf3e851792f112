import TerminalUI
import Testing

/// The names of keys on the screen.
@Suite struct KeyNameTests {
  @Test func keysAreReadFromTheirNames() {
    #expect(KeyName.keys(in: "1 2 3 Tab") == [.character("1"), .character("2"), .character("3"), .tab])
    #expect(KeyName.keys(in: "PgUp/PgDn") == [.pageUp, .pageDown])
    #expect(KeyName.keys(in: "/") == [.character("/")])
    #expect(KeyName.keys(in: "^U") == [.control("u")])
    #expect(KeyName.keys(in: "Space") == [.character(" ")])
    #expect(KeyName.keys(in: "click") == [])
    #expect(
      KeyName.places(in: "↑↓") == [
        KeyName.Place(key: .up, columns: 0..<1), KeyName.Place(key: .down, columns: 1..<2),
      ])
    #expect(
      KeyName.places(in: "Up/Down") == [
        KeyName.Place(key: .up, columns: 0..<2), KeyName.Place(key: .down, columns: 3..<7),
      ])
  }
}
