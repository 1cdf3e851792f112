import Foundation
import RollcallTestingAdditions
import Testing

/// The commands with a map of ten thousand modules. Benchmarks measure the time.
@Suite(.inTurn, .serialized) struct LargeMapTests {
  private static let count = 10_000

  private func folder() throws -> TemporaryFolder {
    let folder = try TemporaryFolder()
    let modules = (1...Self.count).map { number in
      "  - M\(number): { type: Scripted, handles: { didFinishLaunching: { answers: yes } }, owns: [task: work] }"
    }
    try folder.write("main: M1\nmodules:\n\(modules.joined(separator: "\n"))\n", to: "Modules.map")
    return folder
  }

  @Test func checkListsAllModules() async throws {
    let run = try await Rollcall.run("check", in: try folder())
    #expect(run.status == 0 && run.errors == "")
    expectEqual(run.lines.first, "Modules.map is valid: 10,000 modules of Application.")
    #expect(run.lines.contains(" 10000  M10000  Scripted  line 10002"))
  }

  @Test func fireCallsAllModules() async throws {
    let run = try await Rollcall.run("fire", "didFinishLaunching", in: try folder())
    // On a busy machine, some tasks do not end within their two seconds, and the program reports it.
    expectEqual(run.status, 0, "\(run.errors)")
    #expect(run.output.contains("M10000"))
  }

  @Test func theDashboardWithoutAScreenHandlesAllModules() async throws {
    let run = try await Rollcall.lines("fire didFinishLaunching\nquit\n", "run", "--plain", in: try folder())
    expectEqual(run.status, 0, "\(run.errors)")
    #expect(run.output.contains("didFinishLaunching"))
  }
}
