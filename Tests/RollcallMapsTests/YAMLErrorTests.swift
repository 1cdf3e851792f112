import Foundation
import RollcallTestingAdditions
import Testing

/// Texts that are not YAML, or too large for a map.
@Suite(.inTurn, .serialized) struct YAMLErrorTests {
  @Test(arguments: [
    (
      "main: Scene\nmodules: [Scene",
      """
      Modules.map:2:10: what begins here is not closed before the end of the file.
          2 | modules: [Scene
            |          ^
      """
    ),
    (
      "main: Scene: x\nmodules: [Scene]",
      """
      Modules.map:1:12: a ':' is not allowed here. Check the indentation, or put the text in quotes.
          1 | main: Scene: x
            |            ^
      """
    ),
    (
      "main: Scene\nmodules:\n\t- Scene",
      """
      Modules.map:3:1: this line is indented with a tab. Indent with spaces.
          3 |     - Scene
            | ^
      """
    ),
    (
      "main: @Scene\nmodules: [Scene]",
      """
      Modules.map:1:7: a value can't begin with this character. Put it in quotes, or indent with spaces.
          1 | main: @Scene
            |       ^
      """
    ),
    (
      "main: \"Scene\nmodules: [Scene]",
      """
      Modules.map:1:7: these quotes are not closed before the end of the file.
          1 | main: "Scene
            |       ^
      """
    ),
    (
      "main: Scene\nmain: Scene\nmodules: [Scene]",
      """
      Modules.map:2:1: the key 'main' appears here again; the first is on line 1. Keep one.
          2 | main: Scene
            | ^
      """
    ),
    (
      "main: A\nmodules:\n  - A:\n      type: Scripted\n\n      # again:\n      off: no\r\n      type: Scripted\n",
      """
      Modules.map:8:7: the key 'type' appears here again; the first is on line 4. Keep one.
          8 |       type: Scripted
            |       ^
      """
    ),
    (
      "main: A\nmodules:\n  - A: { type: Scripted, type: Scene }",
      """
      Modules.map:3:10: the key 'type' appears more than once in one mapping. Keep one.
          3 |   - A: { type: Scripted, type: Scene }
            |          ^
      """
    ),
    (
      "main: *scene\nmodules: [Scene]",
      """
      Modules.map:1:7: this alias has no anchor before it.
          1 | main: *scene
            |       ^
      """
    ),
    (
      "main: Scene\nmodules: [Scene]\n---\nmain: Scene",
      """
      Modules.map:3:1: a second document begins here. Keep one.
          3 | ---
            | ^
      """
    ),
    (
      "main: A\nmodules:\n  - A: &a { type: Scripted }\n  - B:\n      <<: *a",
      """
      Modules.map:5:7: the merge key '<<' is not supported. Write the keys and values of the other mapping here.
          5 |       <<: *a
            |       ^
      """
    ),
    (
      "main: A\nmodules:\n  - A: &a { type: Scripted }\n  - B: { off: no, <<: *a }\n  - C: { <<: *a }",
      """
      Modules.map:4:19: the merge key '<<' is not supported. Write the keys and values of the other mapping here.
          4 |   - B: { off: no, <<: *a }
            |                   ^
      """
    ),
    (
      "main: A\nmodules:\n  - A: &a { type: Scripted }\n  - B:\n      <<: *a\n      <<: *a",
      """
      Modules.map:6:7: the merge key '<<' is not supported. Write the keys and values of the other mapping here.
          6 |       <<: *a
            |       ^
      """
    ),
    (
      "main: Scene\nmodules:\n  - Sc\u{7}ene",
      """
      Modules.map:3:7: a map can't contain the control character U+0007. Delete it.
          3 |   - Sc\u{FFFD}ene
            |       ^
      """
    ),
  ])
  func itIsNotYAML(text: String, message: String) {
    expectEqual(complaint(about: text), "\(message)\nThere may be more: the rest was not read.")
  }

  @Test(arguments: [
    ("", "Modules.map: it is empty. Write 'main:' and 'modules:' into it, as in the map that 'rollcall init' writes."),
    (
      "# Nothing yet.\n\n   # Nothing here either.\r\n",
      "Modules.map: it is empty. Write 'main:' and 'modules:' into it, as in the map that 'rollcall init' writes."
    ),
  ])
  func itIsEmpty(text: String, message: String) { expectEqual(complaint(about: text), message) }

  @Test func theCaretIsRightUnderWideCharactersAndTabs() {
    expectEqual(
      complaint(about: "main: 写真👩‍👩‍👧e\u{301}\nmodules:\n  - 写真👩‍👩‍👧e\u{301}:\t{ type: Video }"),
      """
      Modules.map:3:19: there is no module type 'Video'.
          3 |   - 写真👩‍👩‍👧e\u{301}:    { type: Video }
            |                         ^
      Known here: Requests, Scene, Scripted, Session.
      """)
  }

  @Test func aLongLineIsShownAroundTheMistake() {
    let names = (1...200).map { "Scene\($0): { type: Scene }" }.joined(separator: ", ")
    let text =
      "main: Scene1\nmodules: [\(names.replacing("Scene150: { type: Scene }", with: "Scene150: { type: Scenery }"))]"
    let lines = complaint(about: text).split(separator: "\n", omittingEmptySubsequences: false)
    #expect(lines[0].hasSuffix("there is no module type 'Scenery'."))
    expectEqual(lines[1].count, 8 + 88)
    #expect(lines[1].hasPrefix("    2 | ...") && lines[1].hasSuffix("..."))
    let caret = lines[2].count
    #expect(lines[1].dropFirst(caret - 1).hasPrefix("Scenery"))
    expectEqual(lines[3], "Did you mean 'Scene'?")
  }

  @Test func aliasesThatExpandEndlesslyAreRefused() {
    var text = "a: &a [x, x, x, x, x, x, x, x, x, x]\n"
    for (before, name) in zip("abcdefgh", "bcdefghi") {
      text += "\(name): &\(name)\(String(repeating: "\n  - *\(before)", count: 10))\n"
    }
    expectEqual(
      complaint(about: text), "Modules.map: its aliases add more than 100,000 values. Use fewer aliases.")
  }

  @Test func aliasesThatNestEndlesslyAreRefused() {
    var text = "a0: &a0 [x]\n"
    for number in 1...50_000 { text += "a\(number): &a\(number)\n  - *a\(number - 1)\n" }
    expectEqual(
      complaint(about: text),
      """
      Modules.map:32:6: this is one anchor too many; a map may have at most 16. Write the values out.
         32 | a16: &a16
            |      ^
      There may be more: the rest was not read.
      """)
  }

  @Test func aLargeTextIsRefused() {
    let text = String(repeating: "# padding\n", count: 450_000)
    expectEqual(complaint(about: text), "Modules.map: it is 4.3 MB; a map may be at most 4 MB.")
  }

  @Test(arguments: [
    ("[", "Modules.map:1:65: a map can't have more than 64 open brackets.\n"),
    ("- ", "lists and mappings are nested too deeply here; the limit is 1,000 levels.\n"),
  ]) func deepNestingIsRefusedOnASmallStack(level: String, problem: String) async {
    let message = await withCheckedContinuation { continuation in
      let thread = Thread {
        continuation.resume(returning: complaint(about: String(repeating: level, count: 1 << 20)))
      }
      thread.stackSize = 1 << 20
      thread.start()
    }
    #expect(message.contains(problem), "\(message)")
  }
}
