import Foundation
import Testing

/// A composite that `rollcall serve` runs, and the folder in which it listens.
final class Served: Sendable {
  let folder: TemporaryFolder
  let process: Process

  /// - Parameter folder: Where an earlier one listened; `nil` for one of its own.
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

  /// What it has said on standard error.
  var said: String { get throws { try folder.text(of: "said") } }

  var pid: Int32 { process.processIdentifier }

  /// The files in which it listens.
  var socketFiles: [String] { (try? FileManager.default.contentsOfDirectory(atPath: Self.sockets(in: folder))) ?? [] }

  func signal(_ number: Int32) { kill(pid, number) }

  func waitForEnd() async { await eventually { !process.isRunning } }

  /// Runs the program beside it.
  func rollcall(_ arguments: String..., input: String? = nil) async throws -> Rollcall {
    try await Rollcall.run(
      arguments, in: folder, input: input, environment: ["ROLLCALL_SOCKETS": Self.sockets(in: folder)])
  }
}
