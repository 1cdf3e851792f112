import Foundation
import RollcallTestingAdditions
import Testing

/// A file that can't be written any more: every command says so at once, and ends with 74.
@Suite(.inTurn, .serialized, .timeLimit(.minutes(10))) struct LostRecordingTests {
  /// Runs a shell script, and returns what it prints. The limit on the size of files does not concern a pipe.
  private func shell(_ script: String, in folder: TemporaryFolder) async throws -> String {
    let process = Process()
    process.executableURL = URL(filePath: "/bin/sh")
    process.arguments = ["-c", script]
    process.currentDirectoryURL = folder.url
    process.environment = try TestEnvironment.variables([
      "ROLLCALL_SOCKETS": Served.sockets(in: folder), "ROLLCALL_CONFIG": folder.path(of: "config.yaml"),
    ])
    let run = try await Rollcall.end(of: process, in: folder)
    #expect(run.errors.isEmpty, "\(run)")
    return run.output
  }

  @Test(arguments: [
    ("fire didFinishLaunching --record a.rollcall >/dev/null", "'a.rollcall' can't be written"),
    ("serve --record a.rollcall", "'a.rollcall' can't be written"),
    ("init New.map", "'New.map' can't be written"),
    ("config init", "'config.yaml' can't be written"),
    ("export boot.rollcall --format csv -o a.csv", "'a.csv' can't be written"),
    ("export boot.rollcall --format csv >a.csv", "Standard output can't be written"),
  ])
  func aLimitOnTheSizeOfFilesIsAnErrorAndLeavesNothing(command: String, problem: String) async throws {
    let folder = try TemporaryFolder()
    try folder.write(Maps.shop, to: "Modules.map")
    _ = try await shell("rollcall fire didFinishLaunching --record boot.rollcall >/dev/null", in: folder)
    let before = try FileManager.default.contentsOfDirectory(atPath: folder.path)
    let said = try await shell("{ (ulimit -f 0; rollcall \(command)); echo $?; } 2>&1 | cat", in: folder)
    expectEqual(
      said.replacing("\(folder.path)/", with: ""), "\(problem): the file would be too large.\n74\n")
    let names = try FileManager.default.contentsOfDirectory(atPath: folder.path)
    #expect(Set(names).subtracting(before).allSatisfy { $0.count == 36 || $0 == "a.csv" }, "\(names)")
    if names.contains("a.csv") { try expectEqual(folder.text(of: "a.csv"), "") }
  }

  /// A program beside a server whose recording ends by itself. It says so while it runs.
  private func end(
    _ arguments: [String], input: String, by change: (String) throws -> Void, sentence: String
  ) async throws {
    let served = try await Served(Maps.shop, "--allow-control")
    let folder = served.folder
    let process = try Rollcall.process(["attach", "\(served.pid)", "--record", "a.rollcall"] + arguments, in: folder)
    process.environment = try TestEnvironment.variables(["ROLLCALL_SOCKETS": Served.sockets(in: folder)])
    for name in ["output", "errors"] { try folder.write("", to: name) }
    let typed = Pipe()
    process.standardInput = typed
    process.standardOutput = try FileHandle(forWritingTo: folder.url.appending(path: "output"))
    process.standardError = try FileHandle(forWritingTo: folder.url.appending(path: "errors"))
    try process.runWithAllSignals()
    await eventually { FileManager.default.fileExists(atPath: folder.path(of: "a.rollcall")) }
    try change(folder.path(of: "a.rollcall"))
    try typed.fileHandleForWriting.write(contentsOf: Data(input.utf8))
    await eventually { (try? folder.text(of: "errors").contains(sentence)) == true }
    #expect(process.isRunning)
    try typed.fileHandleForWriting.close()
    if arguments.contains("--json") { kill(process.processIdentifier, SIGTERM) }
    await eventually { !process.isRunning }
    #expect(process.terminationReason == .exit && process.terminationStatus == 74)
    // Once.
    try expectEqual(folder.text(of: "errors").split(separator: "\n").count, 1)
  }

  private static let fire = #"{"type":"perform","id":1,"command":"fire","event":"didBecomeActive"}"# + "\n"

  @Test func aScriptIsToldAtOnce() async throws {
    try await end(
      ["--json", "--control"], input: Self.fire, by: FileManager.default.removeItem(atPath:),
      sentence: "'a.rollcall' was deleted while it was written; nothing more is recorded. The recording has ended with "
    )
  }

  @Test func plainLinesSayItOnStandardError() async throws {
    try await end(
      ["--plain", "--control"], input: "fire didBecomeActive\n",
      by: { path in try FileManager.default.moveItem(atPath: path, toPath: path + ".old") },
      sentence:
        "'a.rollcall' was moved away while it was written; nothing more is recorded. The recording has ended with ")
  }

  @Test func serveSaysItAtOnce() async throws {
    let served = try await Served(Maps.shop, "--allow-control", "--record", "a.rollcall")
    try Data().write(to: served.folder.url.appending(path: "b"))
    try #require(unsafe rename(served.folder.path(of: "b"), served.folder.path(of: "a.rollcall")) == 0)
    let script = try await served.rollcall("attach", "--plain", "--control", "\(served.pid)", input: nil)
    #expect(script.status == 0)
    try served.folder.write("fire didBecomeActive\n", to: "lines")
    _ = try await served.rollcall("attach", "--plain", "--control", "\(served.pid)", input: "lines")
    await eventually { (try? served.said.contains("'a.rollcall' was replaced by another file")) == true }
    #expect(served.process.isRunning)
    served.signal(SIGTERM)
    await served.waitForEnd()
    expectEqual(served.process.terminationStatus, 74)
    try expectEqual(served.said.components(separatedBy: "was replaced").count, 2)
  }
}
