import Foundation
import RollcallTestingAdditions
import Testing

@testable import RollcallCursesTerminal

/// The command that takes a text, with other commands in place of tmux and pbcopy.
@Suite(.inTurn, .serialized, .timeLimit(.minutes(10))) struct CopyCommandTests {
  private func copy(_ text: String, _ command: String..., patience: Int32 = 600_000) async -> Bool {
    let copying = CopyCommand(command, patience: patience)
    return await withCheckedContinuation { continuation in copying.copy(text) { continuation.resume(returning: $1) } }
  }

  /// The text is longer than a pipe.
  @Test func theCommandGetsTheWholeTextOnItsStandardInput() async throws {
    let file = FileManager.default.temporaryDirectory.appending(path: UUID().uuidString)
    defer { try? FileManager.default.removeItem(at: file) }
    let text = String(repeating: "日本 \u{1B}[201~\n", count: 20_000)
    #expect(await copy(text, "sh", "-c", "cat > '\(file.path)'"))
    let written = try String(contentsOf: file, encoding: .utf8)
    expectEqual(written, text.replacing("\u{1B}", with: "\u{FFFD}"))
  }

  @Test func aFailureIsReported() async {
    #expect(await !copy("text", "false"))
    #expect(await !copy("text", "/no/such/program"))
    #expect(await !copy("text", "sh", "-c", "kill -9 $$"))
  }

  /// It reads nothing, so the text does not even fit its pipe.
  @Test(arguments: [1, 1_000_000]) func aCommandThatHangsIsKilled(length: Int) async {
    #expect(await !copy(String(repeating: "x", count: length), "sleep", "100000", patience: 50))
  }

  /// It closes its input, which would end a process that does not expect that.
  @Test func aCommandCanLeaveTheTextUnread() async {
    #expect(await copy(String(repeating: "x", count: 1_000_000), "true"))
  }

  /// A key that is held down starts no process for each copy.
  @Test func onlyTheLatestOfSeveralTextsIsCopied() async throws {
    let folder = FileManager.default.temporaryDirectory.appending(path: UUID().uuidString)
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    defer { try? FileManager.default.removeItem(at: folder) }
    let script = "cd '\(folder.path)'; cat > text; echo >> runs; until [ -e go ]; do sleep 0.01; done"
    let copying = CopyCommand(["sh", "-c", script], patience: 600_000)
    let last = await withCheckedContinuation { continuation in
      copying.copy("0") { text, _ in continuation.resume(returning: text) }
      while !FileManager.default.fileExists(atPath: folder.appending(path: "runs").path) {}
      for number in 1...100 { copying.copy("\(number)") { _, _ in } }
      #expect(FileManager.default.createFile(atPath: folder.appending(path: "go").path, contents: nil))
    }
    expectEqual(last, "100")
    try expectEqual(String(contentsOf: folder.appending(path: "text"), encoding: .utf8), "100")
    try expectEqual(String(contentsOf: folder.appending(path: "runs"), encoding: .utf8), "\n\n")
  }
}
