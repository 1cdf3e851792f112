import Foundation
import RollcallTestingAdditions
import Testing

/// Every mistake in a map causes one message on standard error, and its exit code.
@Suite(.inTurn, .serialized) struct BadMapTests {
  @Test(arguments: [["check"], ["fire", "openURL"], ["run"], []])
  func aMissingMap(command: [String]) async throws {
    let run = try await Rollcall.run(command, in: TemporaryFolder())
    #expect(run.status == 66 && run.output == "", "\(run)")
    expectEqual(
      run.errors,
      "Modules.map: there is no such file. Run rollcall in the folder that holds the map, "
        + "or give the map's path.\n'rollcall init' writes a starter map.\n")
  }

  @Test func aFolder() async throws {
    let folder = try TemporaryFolder()
    try FileManager.default.createDirectory(at: folder.url.appending(path: "maps"), withIntermediateDirectories: false)
    let run = try await Rollcall.run("check", "maps", in: folder)
    #expect(run.status == 65 && run.output == "", "\(run)")
    expectEqual(run.errors, "maps: this is a folder. Give the path of the map in it.\n")
  }

  @Test(arguments: [
    (Data(), "it is empty. Write 'main:' and 'modules:' into it, as in the map that 'rollcall init' writes."),
    (
      Data("main: Scene".utf8) + [0, 1, 2],
      "it is not a text file: byte 11 is zero. A map is YAML, saved as UTF-8."
    ),
    (Data("main: é\nmo".utf8) + [0xC3, 0x28], "byte 11, on line 2, is not UTF-8. Save the file as UTF-8."),
    (Data([0xFF, 0xFE, 0x6D, 0x00]), "it is UTF-16. Save it as UTF-8."),
    (
      Data("modules:\n  - Scene: { type: Scripted }".utf8),
      "no module is named as the main one. Write 'main:' and the name of the module that owns the window."
    ),
    (bomb, "its aliases add more than 100,000 values. Use fewer aliases."),
  ])
  func aFileThatIsNotAMap(bytes: Data, problem: String) async throws {
    let folder = try TemporaryFolder()
    try folder.write(bytes, to: "Modules.map")
    let run = try await Rollcall.run("check", in: folder)
    #expect(run.status == 65 && run.output == "", "\(run)")
    expectEqual(run.errors, "Modules.map: \(problem)\n")
  }

  @Test func aHugeFile() async throws {
    let folder = try TemporaryFolder()
    try folder.write("", to: "Modules.map")
    let handle = try FileHandle(forWritingTo: folder.url.appending(path: "Modules.map"))
    try handle.truncate(atOffset: 100 << 20)
    try handle.close()
    let run = try await Rollcall.run("check", in: folder)
    #expect(run.status == 65 && run.output == "", "\(run)")
    expectEqual(run.errors, "Modules.map: it is 100 MB; a map may be at most 4 MB.\n")
  }

  @Test(arguments: [
    (
      "main: Scene\nmodules:\n  - Scene: { type: Scriptd }",
      """
      Modules.map:3:20: there is no module type 'Scriptd'.
          3 |   - Scene: { type: Scriptd }
            |                    ^
      Did you mean 'Scripted'?

      """
    ),
    (
      "main: A\nmodules:\n  - A: { type: Scripted }\n  - A: { type: Scripted }",
      """
      Modules.map:4:5: a second module is named 'A'; the first is on line 3.
          4 |   - A: { type: Scripted }
            |     ^

      """
    ),
    (
      "main: A\nmodules:\n  - A:\n      handles: { openURI: }\n  - B\n",
      """
      Modules.map:3:5: there is no module type 'A'.
          3 |   - A:
            |     ^
      Did you forget 'type: Scripted'?

      Modules.map:4:18: there is no event 'openURI'.
          4 |       handles: { openURI: }
            |                  ^
      Did you mean 'openURL'?

      Modules.map:5:5: there is no module type 'B'.
          5 |   - B
            |     ^
      Did you forget 'type: Scripted'?

      """
    ),
    (
      "main: B1\nmodules:\n  - B2: { type: Scripted }",
      """
      Modules.map:1:7: there is no module 'B1', so it can't be the main one.
          1 | main: B1
            |       ^
      Did you mean 'B2'?

      """
    ),
    (
      "main: Scene\nmodules: [Scene",
      """
      Modules.map:2:10: what begins here is not closed before the end of the file.
          2 | modules: [Scene
            |          ^
      There may be more: the rest was not read.

      """
    ),
  ])
  func aMistakeIsShownWithItsPosition(map: String, message: String) async throws {
    // Commands that check a map and commands that use it report the same.
    for command in [["check"], ["fire", "openURL"], ["run"]] {
      let folder = try TemporaryFolder()
      try folder.write(map, to: "Modules.map")
      let run = try await Rollcall.run(command, in: folder)
      #expect(run.status == 65 && run.output == "", "\(run)")
      expectEqual(run.errors, message)
    }
  }

  /// Nested lists of aliases: a hundred million values when expanded.
  private static let bomb: Data = {
    var text = "a: &a [x, x, x, x, x, x, x, x, x, x]\n"
    for (before, name) in zip("abcdefgh", "bcdefghi") {
      text += "\(name): &\(name)\(String(repeating: "\n  - *\(before)", count: 10))\n"
    }
    return Data(text.utf8)
  }()
}
