import Foundation
import Inspection
import Logging
import ModuleLifecycle
import NotesServer
import ServiceLifecycle
import UnixSignals

/// Serves notes until SIGTERM or SIGINT: `PORT=8080 DATABASE=notes.sqlite notes`.
@main struct Notes {
  static func main() async throws {
    let environment = ProcessInfo.processInfo.environment
    guard let port = Int(environment["PORT"] ?? "8080"), (0...65_535).contains(port) else {
      FileHandle.standardError.write(Data("PORT must be a number from 0 to 65535.\n".utf8))
      exit(64)
    }
    let server = try NotesServer(
      path: environment["DATABASE"] ?? "notes.sqlite", port: port, signals: [.sigterm, .sigint],
      logger: Logger(label: "notes")
    ) { port in
      let line = "Listening on http://127.0.0.1:\(port). Attach with: rollcall attach Notes\n"
      // Not `print`, which buffers output to a file.
      FileHandle.standardOutput.write(Data(line.utf8))
    }
    try server.composite.startInspector(allowing: .control)
    try await server.run()
  }
}
