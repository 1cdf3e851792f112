import RollcallTerminalUI
import RollcallTestingAdditions
import Testing

/// The names of keys on the screen.
@Suite(.inTurn, .serialized) struct KeyNameTests {
  @Test func keysAreReadFromTheirNames() {
    expectEqual(KeyName.keys(in: "1 2 3 Tab"), [.character("1"), .character("2"), .character("3"), .tab])
    expectEqual(KeyName.keys(in: "PgUp/PgDn"), [.pageUp, .pageDown])
    expectEqual(KeyName.keys(in: "/"), [.character("/")])
    expectEqual(KeyName.keys(in: "^U"), [.control("u")])
    expectEqual(KeyName.keys(in: "Space"), [.character(" ")])
    expectEqual(KeyName.keys(in: "click"), [])
    expectEqual(
      KeyName.places(in: "↑↓"),
      [
        KeyName.Place(key: .up, columns: 0..<1), KeyName.Place(key: .down, columns: 1..<2),
      ])
    expectEqual(
      KeyName.places(in: "Up/Down"),
      [
        KeyName.Place(key: .up, columns: 0..<2), KeyName.Place(key: .down, columns: 3..<7),
      ])
  }
}
