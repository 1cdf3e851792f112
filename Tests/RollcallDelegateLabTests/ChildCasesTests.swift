import Foundation
import RollcallTestingAdditions
import Testing

@testable import RollcallDelegateLab

/// Runs a case in a child process and reports how it ended.
@Suite(.inTurn, .serialized, .timeLimit(.minutes(10))) struct ChildCasesTests {
  @Test(arguments: [
    ("exit 0", "ended normally"), ("exit 3", "exited with 3"), ("kill -SEGV $$", "was ended by SIGSEGV (signal 11)"),
    ("kill -KILL $$", "was ended by SIGKILL (signal 9)"),
  ])
  func theEndIsTold(script: String, ending: String) async {
    await expectEqual(ChildCases.shell(script).run(.unownedAfterDeath).ending, ending)
  }

  @Test func aChildThatHangsIsStopped() async {
    let outcome = await ChildCases.shell("exec sleep 1000").run(.unownedAfterDeath, patience: .milliseconds(50))
    expectEqual(outcome.ending, "did not end in time and was stopped")
  }

  @Test func aChildThatCannotBeStartedIsNotATrap() async {
    let cases = ChildCases(executable: URL(filePath: "/nonexistent/rollcall")) { _ in [] }
    let outcome = await cases.run(.unownedAfterDeath)
    #expect(outcome.ending.hasPrefix("could not be started: "))
    expectEqual(outcome.lines(of: .unownedAfterDeath).map(\.kind), [.note])
  }

  @Test func aChildGetsTheCaseAndNoInput() async {
    let cases = ChildCases(executable: URL(filePath: "/bin/sh")) { ["-c", "cat; echo \($0.rawValue)"] }
    await expectEqual(cases.run(.swapUnkept).seen, "swap-unkept")
  }

  @Test func undefinedBehaviourIsReportedAsSuch() {
    expectEqual(
      ChildOutcome(end: .exit(0), output: "number 99\n").lines(of: .unownedUnsafeReused),
      [
        LabLine(
          .undefined,
          "This run saw: number 99. The child process ended normally. Another build, or another run, may see something "
            + "else.")
      ])
    expectEqual(
      ChildOutcome(end: .signal(SIGSEGV)).lines(of: .swapUnkept),
      [
        LabLine(
          .undefined,
          "This run saw no value: the child process was ended by SIGSEGV (signal 11). Another build, or another run, may "
            + "see something else.")
      ])
  }

  @Test func aMissingTrapIsAResult() {
    expectEqual(
      ChildOutcome(end: .exit(0), output: "number 7\n").lines(of: .unownedAfterDeath),
      [
        LabLine(.result, "The child process ended normally. It saw: number 7.")
      ])
  }

  @Test func outputIsShownInPlainText() {
    expectEqual(ChildOutcome(end: .exit(0), output: "a\u{1B}[2Jb\tc\u{FFFD}\nmore").seen, "a?[2Jb?c?")
    #expect(ChildOutcome(end: .exit(0)).seen == nil)
    expectEqual(
      ChildOutcome(end: .exit(0), errors: "x\nFile.swift:3: Fatal error: gone\n").message, "Fatal error: gone")
    #expect(ChildOutcome(end: .exit(0), errors: "nothing to say\n").message == nil)
  }
}
