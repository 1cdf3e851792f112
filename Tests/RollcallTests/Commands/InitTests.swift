import Foundation
import RollcallTestingAdditions
import Testing

/// `rollcall init`: a first map.
@Suite(.inTurn, .serialized) struct InitTests {
  @Test func theWrittenMapIsValidAndRuns() async throws {
    let folder = try TemporaryFolder()
    let run = try await Rollcall.run("init", in: folder)
    #expect(run.status == 0 && run.errors == "", "\(run)")
    expectEqual(
      run.output,
      """
      Wrote Modules.map: 5 modules of MyApp.

      rollcall check
          checks it, and shows the order in which the modules are called.
      rollcall
          opens the dashboard on it: f fires an event.

      """)
    let check = try await Rollcall.run("check", in: folder)
    #expect(check.status == 0 && check.errors == "", "\(check)")
    let names = check.lines.compactMap { $0.wholeMatch(of: #/ +\d+ +(\w+) .*/#).map { String($0.1) } }
    expectEqual(names, ["Analytics", "Scene", "Session", "Payments", "Heartbeat"], "Payments comes after Session")
    #expect(check.output.contains("the main module") && check.output.contains("after Session"))
    #expect(check.output.contains(" openURL"), "budgets are shown")
    let fire = try await Rollcall.run("fire", "didFinishLaunching", "openURL=url:pay:42", in: folder)
    #expect(fire.status == 0 && fire.output.contains(": yes (Payments), 2 called, "), "\(fire)")
    #expect(fire.output.contains("tokens") && fire.output.contains("receipts"), "what they own is cleaned up")
  }

  @Test func theNextStepsNameTheFile() async throws {
    let folder = try TemporaryFolder()
    try FileManager.default.createDirectory(
      at: folder.url.appending(path: "my maps"), withIntermediateDirectories: true)
    let run = try await Rollcall.run("init", "my maps/it's.map", in: folder)
    #expect(run.status == 0 && run.errors == "", "\(run)")
    expectEqual(run.lines[0], "Wrote my maps/it's.map: 5 modules of MyApp.")
    #expect(run.output.contains(#"rollcall check 'my maps/it'\''s.map'"#))
    #expect(run.output.contains(#"rollcall run 'my maps/it'\''s.map'"#))
  }

  @Test func anExistingFileStaysUnlessOverwritten() async throws {
    let folder = try TemporaryFolder()
    try folder.write("mine", to: "Modules.map")
    let refused = try await Rollcall.run("init", in: folder)
    #expect(refused.status == 73 && refused.output == "", "\(refused)")
    expectEqual(refused.errors, "'Modules.map' already exists. --overwrite replaces it.\n")
    try expectEqual(folder.text(of: "Modules.map"), "mine")
    let written = try await Rollcall.run("init", "--overwrite", in: folder)
    #expect(written.status == 0 && written.errors == "", "\(written)")
    #expect(try folder.text(of: "Modules.map").hasPrefix("# The modules of an application"))
  }

  @Test func aPathThatCanNotBeWrittenIsExplained() async throws {
    let folder = try TemporaryFolder()
    let missing = try await Rollcall.run("init", "maps/first.map", in: folder)
    #expect(missing.status == 73 && missing.output == "", "\(missing)")
    expectEqual(missing.errors, "'maps/first.map' can't be written: there is no such file or folder.\n")
    let isFolder = try await Rollcall.run("init", "--overwrite", ".", in: folder)
    expectEqual(isFolder.status, 73, "\(isFolder)")
    expectEqual(isFolder.errors, "'.' is not a file that can be replaced.\n")
  }

  @Test(.enabled(if: getuid() != 0, "The superuser can write everywhere."))
  func aReadOnlyFolderIsNamed() async throws {
    let folder = try TemporaryFolder()
    try FileManager.default.setAttributes([.posixPermissions: 0o500], ofItemAtPath: folder.path)
    defer { try? FileManager.default.setAttributes([.posixPermissions: 0o700], ofItemAtPath: folder.path) }
    let forbidden = try await Rollcall.run("init", in: folder)
    #expect(forbidden.status == 73 && forbidden.output == "", "\(forbidden)")
    expectEqual(forbidden.errors, "'Modules.map' can't be written: permission denied.\n")
  }
}
