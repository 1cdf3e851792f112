import RollcallTestingAdditions
import Testing

/// Wrong indentation: the YAML reader fails at a later line, but the message names the wrong line itself.
@Suite(.inTurn, .serialized) struct IndentationTests {
  private let head = "main: Scene\nmodules:\n  - Scene\n  - Pay:\n"

  @Test(arguments: [
    (
      "      type: Scripted\n     off: yes\n  - Session", 6, "     off: yes",
      "this line is indented by 5 spaces, but line 5, at the same level, by 6."
    ),
    (
      "      type: Scripted\n       off: yes\n  - Session", 6, "       off: yes",
      "this line is indented deeper than line 5, which can have nothing below it."
    ),
    (
      "     type: Scripted\n      off: yes\n      required: no", 5, "     type: Scripted",
      "this line is indented by 5 spaces, but line 6, at the same level, by 6."
    ),
    (
      "        type: Scripted\n\n      # Off:\n      off: yes\n      required: no", 5, "        type: Scripted",
      "this line is indented by 8 spaces, but line 8, at the same level, by 6."
    ),
    (
      "   type: Scripted\n   off: yes", 5, "   type: Scripted",
      "this line is not indented as deep as the text after the '-' on line 4."
    ),
    (
      "      type: Scripted\n      handles:\n        openURL: { takes: 1ms }\n       didFetch:", 8, "       didFetch:",
      "this line is indented by 7 spaces, but line 7, at the same level, by 8."
    ),
    (
      "      type: Scripted\n      owns:\n        - timer: a\n         - timer: b\n        - timer: c", 8,
      "         - timer: b", "this line is indented deeper than line 7, which can have nothing below it."
    ),
    (
      "      type: Scripted\n main: Scene", 6, " main: Scene",
      "this line is indented by 1 space, but line 3, at the same level, by 2."
    ),
  ])
  func aLineIsIndentedWrongly(rest: String, number: Int, line: String, problem: String) {
    let column = line.prefix { $0 == " " }.count
    expectEqual(
      complaint(about: head + rest),
      """
      Modules.map:\(number):\(column + 1): \(problem)
          \(number) | \(line)
            | \(String(repeating: " ", count: column))^
      There may be more: the rest was not read.
      """)
  }

  @Test(arguments: [
    (
      " main: Scene\nmodules: [Scene]",
      """
      Modules.map:1:2: this line is indented by 1 space, but line 2, at the same level, by 0.
          1 |  main: Scene
            |  ^
      """
    ),
    (
      "main: Scene\nmodules:\n   - Scene\n  - Session\n  - Feed: { type: Scene }",
      """
      Modules.map:3:4: this line is indented by 3 spaces, but line 4, at the same level, by 2.
          3 |    - Scene
            |    ^
      """
    ),
    (
      "main: Scene\nmodules:\n  - Scene\n  - Feed\n      type: Scene",
      """
      Modules.map:4:5: a ':' is missing after this key.
          4 |   - Feed
            |     ^
      """
    ),
    (
      "main: Scene\nmodules:\n  - Scene\n  - Feed:\n      type Scene\n      off: yes",
      """
      Modules.map:5:7: a ':' is missing after this key.
          5 |       type Scene
            |       ^
      """
    ),
    (
      "main: Scene\nmodules\n  - Scene\n  - Session",
      """
      Modules.map:2:1: a ':' is missing after this key.
          2 | modules
            | ^
      """
    ),
    (
      "main: Scene\nmodules:\n  - Scene\n  -Session\n  - Requests",
      """
      Modules.map:4:3: a space is missing after this '-'.
          4 |   -Session
            |   ^
      """
    ),
    (
      "main: Scene\nbudgets: { openURL: 1s\nmodules: [Scene]",
      """
      Modules.map:2:10: a ',' or '}' is missing between this and line 3.
          2 | budgets: { openURL: 1s
            |          ^
      """
    ),
    (
      "main: Scene\nmodules:\n  - Scene\n  Feed:\n    type: Scene",
      """
      Modules.map:4:3: a '-' is missing here, or the indentation is off.
          4 |   Feed:
            |   ^
      """
    ),
  ])
  func theLineThatIsWrongIsNamed(text: String, message: String) {
    expectEqual(complaint(about: text), "\(message)\nThere may be more: the rest was not read.")
  }

  @Test func aNameThatYAMLTreatsAsPartOfThePreviousOne() {
    expectEqual(
      complaint(about: "main: Session\nmodules:\n  - Scene\n   - Session\n  - Requests"),
      """
      Modules.map:4:4: this line is indented deeper than line 3, which can have nothing below it.
          4 |    - Session
            |    ^
      """)
  }

  @Test func aKeyBesideTheOneItBelongsTo() {
    expectEqual(
      complaint(
        about:
          "main: P\nmodules:\n  - P:\n      type: Scripted\n      handles:\n      openURL:\n      didFetch:\n      owns: []"
      ),
      """
      Modules.map:6:7: a module of type Scripted has no key 'openURL'.
          6 |       openURL:
            |       ^
      If it belongs to 'handles', indent it deeper than that.
      """)
  }
}
