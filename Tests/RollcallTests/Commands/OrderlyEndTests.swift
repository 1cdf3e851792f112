import Foundation
import RollcallTestingAdditions
import Testing

/// The program waits at its end for asynchronous cleanups, but not forever.
@Suite(.inTurn, .serialized) struct OrderlyEndTests {
  private static func map(closes: String) -> String {
    """
    main: Scene
    modules:
      - Scene
      - Pay:
          type: Scripted
          owns:
            - connection: { name: main, closes: \(closes) }
            - connection: { name: second, closes: 1ms }
    """
  }

  private static let left = "Gave up on Pay's connection 'main': its cleanup was still running after 2 s.\n"

  @Test func fireWaitsForACleanupAndPrintsIt() async throws {
    let run = try await Rollcall.run("fire", "didFinishLaunching", map: Self.map(closes: "50ms"))
    #expect(run.status == 0 && run.errors.isEmpty, "\(run)")
    #expect(
      run.lines.contains { $0.contains("connection") && $0.contains("main") && $0.contains("released") }, "\(run)")
  }

  @Test func fireDoesNotWaitForAHungCleanup() async throws {
    let run = try await Rollcall.run("fire", "didFinishLaunching", "--json", map: Self.map(closes: "1min"))
    #expect(run.status == 0 && run.errors == Self.left, "\(run)")
    #expect(run.lines.contains { $0.contains(#""name":"main""#) && $0.contains(#""type":"releasing""#) }, "\(run)")
    #expect(run.lines.contains { $0.contains(#""name":"main""#) && $0.contains(#""state":"releasing""#) }, "\(run)")
    #expect(run.lines.contains { $0.contains(#""name":"second""#) && $0.contains(#""type":"released""#) }, "\(run)")
  }

  @Test func unfinishedCleanupsAreNamedBelowTheTable() async throws {
    let run = try await Rollcall.run("fire", "didFinishLaunching", map: Self.map(closes: "1min"))
    #expect(run.output.hasSuffix("\n\nStill being cleaned at exit: connection main of Pay.\n"), "\(run)")
  }

  @Test(arguments: [("50ms", ""), ("1min", left)])
  func quittingTheDashboardWaitsToo(closes: String, errors: String) async throws {
    let folder = try TemporaryFolder()
    try folder.write(Self.map(closes: closes), to: "Modules.map")
    let run = try await Rollcall.lines("fire didFinishLaunching\n", "run", "--plain", in: folder)
    #expect(run.status == 0 && run.errors == errors, "\(run)")
  }

  #if os(Linux)
  /// A program that starts another from a pool of threads blocks most signals there, and the other one inherits that.
  @Test(.timeLimit(.minutes(10))) func theTimeOfTheEndIsLimitedWhateverTheParentBlocks() async throws {
    let folder = try TemporaryFolder()
    try folder.write(Self.map(closes: "1min"), to: "Modules.map")
    let process = try Rollcall.process(["fire", "didFinishLaunching"], in: folder)
    (process.standardOutput, process.standardError) = (FileHandle.nullDevice, FileHandle.nullDevice)
    try process.run(blocking: SIGALRM)
    var isArmed = false
    await eventually {
      let lines = (try? String(contentsOfFile: "/proc/\(process.processIdentifier)/status", encoding: .utf8)) ?? ""
      func has(_ mask: String) -> Bool {
        let line = lines.split(separator: "\n").first { $0.hasPrefix("\(mask):\t") }
        return line.flatMap { UInt64($0.dropFirst(mask.count + 2), radix: 16) }.map { $0 >> (SIGALRM - 1) & 1 == 1 }
          ?? false
      }
      isArmed = has("SigCgt") && !has("SigBlk")
      return isArmed || !process.isRunning
    }
    #expect(isArmed, "the alarm is blocked or not handled")
    kill(process.processIdentifier, SIGKILL)
    await eventually { !process.isRunning }
  }
  #endif
}
