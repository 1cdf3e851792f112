import Foundation
import ModuleLifecycle
import Testing

@testable import TerminalDashboard

/// What modules print while standard output is the dashboard's.
@Suite(.timeLimit(.minutes(10))) struct PrintedLinesTests {
  /// Whoever prints without end and without a line's end takes no memory without end.
  @Test func aLineWithoutEndIsPassedOnInPieces() async {
    // In a process of its own, because what is printed goes to standard error.
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
