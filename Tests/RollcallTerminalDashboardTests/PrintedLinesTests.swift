import Foundation
import ModuleLifecycle
import RollcallCursesTerminal
import RollcallInspection
import RollcallTestingAdditions
import Testing

@testable import RollcallTerminalDashboard

/// Output of modules while the dashboard owns standard output.
@Suite(.inTurn, .serialized, .timeLimit(.minutes(10))) struct PrintedLinesTests {
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
    let lines = try StandardOutput(
      .standardOutput, pipe: pipe.fileHandleForReading, journal: journal, running: await CompositeDelegate().running)
    let text = Data(repeating: UInt8(ascii: "x"), count: 300 << 10)
    try pipe.fileHandleForWriting.write(contentsOf: text)
    lines.giveBack()
    let lengths = reader.readAny().compactMap { if case .output(let entry) = $0 { entry.line.utf8.count } else { nil } }
    expectEqual(lengths.reduce(0, +), text.count)
    #expect(lengths.count > 3 && lengths.allSatisfy { $0 < 80 << 10 })
  }

  /// A handler's return does not wait for a reader that takes its time. The end does.
  @Test func nothingIsLostToASlowReader() async {
    await #expect(processExitsWith: .success) { try await Self.printToASlowReader() }
  }

  private static func printToASlowReader() async throws {
    let (errors, pipe) = (Pipe(), Pipe())
    dup2(errors.fileHandleForWriting.fileDescriptor, STDERR_FILENO)
    let reading = pipe.fileHandleForReading.fileDescriptor
    _ = fcntl(reading, F_SETFL, O_NONBLOCK)
    let journal = Journal(capacity: 64 << 20)
    let reader = journal.reader()
    let lines = try StandardOutput(
      .standardOutput, pipe: pipe.fileHandleForReading, journal: journal, running: await CompositeDelegate().running)
    let writing = pipe.fileHandleForWriting
    // More than standard error takes, and less than it takes together with the pipe.
    try writing.write(contentsOf: Data(repeating: UInt8(ascii: "\n"), count: 40 << 10))
    for _ in 0..<1_000 { lines.settle() }
    Thread { while !errors.fileHandleForReading.availableData.isEmpty {} }.start()
    lines.giveBack()
    let count = reader.readAny(bytes: .max).count { if case .output = $0 { true } else { false } }
    expectEqual(count, 40 << 10, "\(count)")
  }

  /// A handler's return waits for what was printed before it, and not for a thread that goes on printing.
  @Test func aThreadThatPrintsWithoutPauseHoldsUpNothing() async {
    await #expect(processExitsWith: .success) { try await Self.serveBesideAPrintingThread() }
  }

  /// Serves until TERM, which arrives after a hundred dispatches.
  @MainActor private static func serveBesideAPrintingThread() throws {
    dup2(unsafe open("/dev/null", O_WRONLY), STDERR_FILENO)
    let composite = CompositeDelegate()
    try composite.register("Noisy", role: .main) { Noisy() }
    let reader = composite.journal.reader()
    let folder = FileManager.default.temporaryDirectory.appending(path: "rollcall-\(UUID().uuidString.prefix(8))")
    defer { try? FileManager.default.removeItem(at: folder) }
    let ask: @Sendable () -> Void = {}
    let serving = try composite.serve(allowing: .view, directory: folder.path, asked: ask) { _ in
      for number in 1...100 {
        composite.send(OpenURL(url: try #require(URL(string: "dispatch:\(number)"))))
        let lines = reader.readAny().compactMap { if case .output(let entry) = $0 { entry } else { nil } }
        let own = lines.first { $0.line.hasSuffix("mark dispatch:\(number)") }
        expectEqual(own?.event, "openURL", "\(number)")
      }
      // Threads of the concurrency runtime block most signals.
      var none = sigset_t()
      _ = unsafe sigemptyset(&none)
      _ = unsafe pthread_sigmask(SIG_SETMASK, &none, nil)
      raise(SIGTERM)
    }
    serving.inspector.stop()
  }
}

/// Begins to print without pause at its first event, and prints a line in each handler.
private final class Noisy: Module {
  private var isPrinting = false

  static func handlers(_ handlers: inout ModuleHandlers<Noisy>) {
    handlers.on(OpenURL.self) { noisy, event in
      if !noisy.isPrinting {
        noisy.isPrinting = true
        Thread {
          let text = Array((String(repeating: "x", count: 63) + "\n").utf8)
          while unsafe write(STDOUT_FILENO, text, text.count) >= 0 {}
        }.start()
      }
      let line = Array("mark \(event.url.absoluteString)\n".utf8)
      _ = unsafe write(STDOUT_FILENO, line, line.count)
    }
  }
}
