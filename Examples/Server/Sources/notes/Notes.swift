import Foundation
import Logging
import ModuleLifecycle
import NotesServer
import RollcallInspection
import RollcallRecordings
import ServiceLifecycle
import UnixSignals

/// Serves notes until SIGTERM or SIGINT: `PORT=8080 DATABASE=notes.sqlite notes`. With `RECORD=FILE`, it records its
/// journal.
///
/// The exit code is 0 after a shutdown, 64 for a wrong setting, 69 when the server can't start or has failed, and 75
/// when the shutdown has not ended in time.
@main struct Notes {
  static func main() {
    // Signals wait from here until the service group handles them: they must not end a process that has just started.
    hold([SIGTERM, SIGINT])
    Task {
      do {
        try await run()
        exit(0)
      } catch {
        end(69, "\(error)")
      }
    }
    // An asynchronous main function would wait in a call that lets all signals through again.
    while true { RunLoop.main.run() }
  }

  private static func run() async throws {
    let environment = ProcessInfo.processInfo.environment
    guard let port = Int(environment["PORT"] ?? "8080"), (0...65_535).contains(port) else {
      end(64, "PORT must be a number from 0 to 65535.")
    }
    let server = try await NotesServer(
      path: environment["DATABASE"] ?? "notes.sqlite", port: port, signals: [.sigterm, .sigint], endsProcess: true,
      logger: Logger(label: "notes")
    ) { port in
      let line = "Listening on http://127.0.0.1:\(port). Attach with: rollcall attach Notes\n"
      // Not `print`, which buffers output to a file.
      try? FileHandle.standardOutput.write(contentsOf: Data(line.utf8))
    }
    let inspector = try await server.composite.startInspector(allowing: .control)
    defer { inspector.stop() }
    // Everything that happens, for later: rollcall replay FILE.
    var recording: Recording?
    if let path = environment["RECORD"] { recording = try await server.composite.journal.record(to: path) }
    defer { recording?.stop() }
    try await server.run()
  }

  private static func hold(_ signals: [Int32]) {
    var set = sigset_t()
    sigemptyset(&set)
    for signal in signals { sigaddset(&set, signal) }
    pthread_sigmask(SIG_BLOCK, &set, nil)
  }

  private static func end(_ code: Int32, _ problem: String) -> Never {
    try? FileHandle.standardError.write(contentsOf: Data("notes: \(problem)\n".utf8))
    exit(code)
  }
}
