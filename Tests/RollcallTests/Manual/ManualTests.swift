import Foundation
import RollcallTestingAdditions
import Testing

/// The manual page in `Manual` matches the program's own help.
@Suite(.inTurn, .serialized) struct ManualTests {
  /// The date of the last manual change.
  private static let date = "2026-11-29"

  private static let page: URL = {
    var folder = URL(filePath: #filePath)
    for _ in 0..<4 { folder.deleteLastPathComponent() }
    return folder.appending(path: "Manual/rollcall.1")
  }()

  @Test func theManualPageMatchesTheProgram() async throws {
    let folder = try TemporaryFolder()
    let help = try await Rollcall.run("--experimental-dump-help", in: folder)
    let tool = try JSONDecoder().decode(ToolDescription.self, from: Data(help.output.utf8))
    let version = try await Rollcall.run("--version", in: folder).lines[0]
    let text = ManualPage(tool, version: version, date: Self.date).text
    if ProcessInfo.processInfo.environment["ROLLCALL_RECORD_GOLDENS"] != nil {
      try Data(text.utf8).write(to: Self.page)
    }
    let recorded = try String(contentsOf: Self.page, encoding: .utf8)
    expectEqual(recorded, text, "'make goldens' records Manual/rollcall.1 again")
  }
}
