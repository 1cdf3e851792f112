import Foundation
import Testing

/// One run of the program, or of one of the package's scripts, without a terminal.
struct Rollcall: Sendable, CustomStringConvertible {
  let output: String
  let errors: String
  let status: Int32

  /// Runs the program in a folder to its end.
  static func run(_ arguments: String..., in folder: TemporaryFolder) async throws -> Rollcall {
    try await run(arguments, in: folder)
  }

  /// Runs the program with lines on its standard input.
  static func lines(_ lines: String, _ arguments: String..., in folder: TemporaryFolder) async throws -> Rollcall {
    try folder.write(lines, to: "lines")
    return try await run(arguments, in: folder, input: "lines")
  }

  /// - Parameter input: The name of a file in the folder for standard input; `nil` for no input.
  static func run(
    _ arguments: [String], in folder: TemporaryFolder, input: String? = nil, environment: [String: String?] = [:]
  ) async throws -> Rollcall {
    let process = try process(arguments, in: folder)
    process.environment = try TestEnvironment.variables(environment)
    if let input { process.standardInput = try FileHandle(forReadingFrom: folder.url.appending(path: input)) }
    return try await end(of: process, in: folder)
  }

  /// Runs a process to its end. Its output comes from files in the folder.
  static func end(of process: Process, in folder: TemporaryFolder) async throws -> Rollcall {
    // Files, because a full pipe without a reader would block the program.
    let names = (output: UUID().uuidString, errors: UUID().uuidString)
    for name in [names.output, names.errors] { try folder.write("", to: name) }
    let output = try FileHandle(forWritingTo: folder.url.appending(path: names.output))
    let errors = try FileHandle(forWritingTo: folder.url.appending(path: names.errors))
    (process.standardOutput, process.standardError) = (output, errors)
    try await process.runToEnd()
    return Rollcall(
      output: try folder.text(of: names.output), errors: try folder.text(of: names.errors),
      status: process.terminationStatus)
  }

  /// The program in a folder, not yet started, without input.
  static func process(_ arguments: [String], in folder: TemporaryFolder) throws -> Process {
    let process = Process()
    process.executableURL = try BuiltProgram.url()
    process.arguments = arguments
    process.currentDirectoryURL = folder.url
    process.environment = try TestEnvironment.variables()
    process.standardInput = FileHandle.nullDevice
    return process
  }

  /// Runs the program with a map in a new folder.
  static func run(_ arguments: String..., map: String) async throws -> Rollcall {
    let folder = try TemporaryFolder()
    try folder.write(map, to: "Modules.map")
    return try await run(arguments, in: folder)
  }

  var lines: [String] { output.split(separator: "\n", omittingEmptySubsequences: false).map(String.init) }

  var description: String { "exit status \(status)\nstandard output:\n\(output)\nstandard error:\n\(errors)" }
}
