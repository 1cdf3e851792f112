import Foundation
import Testing

/// A composite that `rollcall serve` runs, with the folder of its socket.
final class Served: Sendable {
  let folder: TemporaryFolder
  let process: Process

  /// - Parameter folder: The folder of an earlier server; `nil` for a new one.
  init(_ map: String, _ options: String..., in folder: TemporaryFolder? = nil) async throws {
    self.folder = try folder ?? TemporaryFolder()
    try self.folder.write(map, to: "Modules.map")
    try self.folder.write("", to: "said")
    process = try Rollcall.process(["serve"] + options, in: self.folder)
    process.environment = try TestEnvironment.variables(["ROLLCALL_SOCKETS": Self.sockets(in: self.folder)])
    process.standardError = try FileHandle(forWritingTo: self.folder.url.appending(path: "said"))
    try process.runWithAllSignals()
    await eventually { (try? said.contains("Control-C ends it.")) == true || !process.isRunning }
  }

  deinit { if process.isRunning { kill(process.processIdentifier, SIGKILL) } }

  static func sockets(in folder: TemporaryFolder) -> String { folder.path(of: "s") }

  /// The server's standard error so far.
  var said: String { get throws { try folder.text(of: "said") } }

  var pid: Int32 { process.processIdentifier }

  /// The server's socket files.
  var socketFiles: [String] { (try? FileManager.default.contentsOfDirectory(atPath: Self.sockets(in: folder))) ?? [] }

  func signal(_ number: Int32) { kill(pid, number) }

  func waitForEnd() async { await eventually { !process.isRunning } }

  /// Runs the program beside the server.
  func rollcall(_ arguments: String..., input: String? = nil) async throws -> Rollcall {
    try await Rollcall.run(
      arguments, in: folder, input: input, environment: ["ROLLCALL_SOCKETS": Self.sockets(in: folder)])
  }
}
