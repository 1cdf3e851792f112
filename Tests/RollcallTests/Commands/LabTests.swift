import Foundation
import RollcallTestingAdditions
import Testing

/// `rollcall lab`: the delegate lab without a terminal.
@Suite(.inTurn, .serialized) struct LabTests {
  private func run(_ arguments: String...) async throws -> Rollcall {
    try await Rollcall.run(["lab"] + arguments, in: TemporaryFolder())
  }

  @Test func theExperimentsAreListed() async throws {
    let run = try await run("--list")
    #expect(run.status == 0 && run.errors == "", "\(run)")
    expectEqual(run.lines[0], " experiment                question")
    expectEqual(
      run.lines.dropFirst().compactMap { $0.split(separator: " ").first.map(String.init) },
      [
        "release-timeline", "weak", "unowned", "unowned-unsafe", "strong", "strong-until-invalidated", "manual-nil",
        "url-session", "strong-delegate", "swap",
      ])
  }

  @Test func allPagesAreRunInOrder() async throws {
    let run = try await run()
    #expect(run.status == 0 && run.errors == "", "\(run)")
    let heads = run.lines.compactMap { $0.firstMatch(of: #/^([a-z-]+): /#).map { String($0.1) } }
    #expect(heads.count == 10 && heads.first == "release-timeline" && heads.last == "swap", "\(run)")
    #expect(run.lines.allSatisfy { $0.count <= 100 }, "\(run)")
  }

  @Test func theNamedPagesAreRunInTheirOrder() async throws {
    let run = try await run("swap", "weak")
    #expect(run.status == 0 && run.errors == "", "\(run)")
    let heads = run.lines.compactMap { $0.firstMatch(of: #/^([a-z-]+): /#).map { String($0.1) } }
    expectEqual(heads, ["swap", "weak"])
  }

  @Test func aTrapIsShownWithItsSignalAndItsMessage() async throws {
    let run = try await run("unowned")
    #expect(run.status == 0 && run.errors == "", "\(run)")
    let text = run.lines.map { $0.drop { $0 == " " } }.joined(separator: " ")
    let traps = text.matches(
      of:
        /trap +The child process was ended by SIGABRT \(signal 6\)\. It said: Fatal error: Attempted to read an unowned reference/
    )
    expectEqual(traps.count, 2, "\(run)")
  }

  @Test func undefinedBehaviourIsNamedSo() async throws {
    let run = try await run("unowned-unsafe")
    #expect(run.status == 0 && run.errors == "", "\(run)")
    expectEqual(run.lines.count { $0.hasPrefix(" undefined ") && $0.contains("This run saw") }, 2, "\(run)")
  }

  @Test(arguments: [
    ("unowed", "There is no experiment 'unowed'. Did you mean 'unowned'?\n"),
    (
      "nothing like it",
      "There is no experiment 'nothing like it'. Known here: manual-nil, release-timeline, strong, strong-delegate, "
        + "strong-until-invalidated, swap, unowned, unowned-unsafe, url-session, weak.\n"
    ),
  ])
  func anUnknownExperimentIsAClearError(name: String, message: String) async throws {
    let run = try await run("weak", name)
    #expect(run.status == 64 && run.output == "", "nothing is run: \(run)")
    expectEqual(run.errors, message)
  }

  @Test func theOptionForChildProcessesTakesOnlyKnownCases() async throws {
    let run = try await run("--case", "../../bin/sh")
    #expect(run.status == 64 && run.output == "", "\(run)")
    #expect(run.errors.hasPrefix("Error: The value '../../bin/sh' is invalid for '--case"), "\(run)")
  }

  @Test func theOptionForChildProcessesIsNotInTheHelp() async throws {
    let run = try await run("--help")
    #expect(run.status == 0 && run.output.contains("--list") && !run.output.contains("--case"), "\(run)")
  }

  @Test func aCaseLeavesNoCoreFile() async throws {
    let folder = try TemporaryFolder()
    let run = try await Rollcall.run("lab", "--case", "unowned-after-death", in: folder)
    #expect(run.status != 0)
    #expect(run.errors.contains("Attempted to read an unowned reference"), "\(run)")
    let left = try FileManager.default.contentsOfDirectory(atPath: folder.path)
    #expect(!left.contains { $0.hasPrefix("core") }, "\(left)")
  }
}
