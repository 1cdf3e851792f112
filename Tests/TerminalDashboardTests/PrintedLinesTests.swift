import Foundation
import ModuleLifecycle
import Testing

@testable import TerminalDashboard

/// Output of modules while the dashboard owns standard output.
@Suite(.timeLimit(.minutes(10))) struct PrintedLinesTests {
  /// Endless output without a line break uses a limited amount of memory.
  @Test func anEndlessLineIsPassedOnInPieces() async {
    // In a separate process, because the output goes to standard error.
    await #expect(processExitsWith: .success) { try await Self.printWithoutEnd() }
  }

  private static func printWithoutEnd() async throws {
    dup2(unsafe open("/dev/null", O_WRONLY), STDERR_FILENO)
    let pipe = Pipe()
    let reading = pipe.fileHandleForReading.fileDescriptor
    _ = fcntl(reading, F_SETFL, O_NONBLOCK)
    let journal = Journal()
    let reader = journal.reader()
    let lines = PrintedLines(from: reading, journal: journal, running: await CompositeDelegate().running)
    let text = Data(repeating: UInt8(ascii: "x"), count: 300 << 10)
    try pipe.fileHandleForWriting.write(contentsOf: text)
    lines.finish()
    let lengths = reader.read().compactMap { if case .output(let entry) = $0 { entry.line.utf8.count } else { nil } }
    #expect(lengths.reduce(0, +) == text.count)
    #expect(lengths.count > 3 && lengths.allSatisfy { $0 < 80 << 10 })
  }
}
