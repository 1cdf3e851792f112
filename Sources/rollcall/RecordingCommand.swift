#if CommandLine
import Foundation
import RollcallTerminalDashboard
import RollcallTextFormatting

/// A shell command that records one launch and ends.
@MainActor struct RecordingCommand {
  /// The environment variable with the path of the recording that the command must write.
  nonisolated static let variable = "ROLLCALL_RECORDING"

  /// The option that gave the command, and the name of its recordings.
  let option: String
  var name: String
  let command: String
  /// Variables besides those of this process.
  var environment: [String: String] = [:]
  /// The folder for the recordings. It must exist.
  let folder: URL
  /// Ends the current launch.
  let stop: StopRequest

  /// The files that a launch writes. The second one stays only if the launch fails.
  func files(of number: String) -> (recording: URL, errors: URL) {
    let name = "\(name)-\(number)"
    return (folder.appending(path: "\(name).rollcall"), folder.appending(path: "\(name).stderr"))
  }

  /// Runs the command.
  ///
  /// - Returns: The path of its recording.
  /// - Throws: `Failure` when the command fails or records nothing, or the user stops it.
  func launch(_ number: String) throws -> String {
    let (file, errors) = files(of: number)
    let place = "\(option) (\(name)-\(number))"
    try? FileManager.default.removeItem(at: file)
    guard FileManager.default.createFile(atPath: errors.path, contents: nil),
      let errorOutput = try? FileHandle(forWritingTo: errors)
    else { throw Failure("'\(errors.path)' can't be written.", code: .cannotCreate) }
    let process = Process()
    process.executableURL = URL(filePath: "/bin/sh")
    process.arguments = ["-c", command]
    process.environment = ProcessInfo.processInfo.environment.merging(environment) { $1 }
      .merging([Self.variable: file.path]) { $1 }
    process.standardInput = FileHandle.nullDevice
    process.standardOutput = FileHandle.nullDevice
    process.standardError = errorOutput
    do { try process.run() } catch {
      throw Failure("\(place) can't be started: \(error.localizedDescription)", code: .unavailable)
    }
    var ending: CommandEnding?
    Waiting.wait {
      ending = CommandEnding(process)
      return ending == nil && !stop.isMade
    }
    try? errorOutput.close()
    if stop.isMade {
      Self.end(process)
      throw Failure("Stopped during \(place).", code: .interrupted)
    }
    if let ending, ending != .exit(0) {
      throw Failure(lines: ["\(place) ended with \(ending.words)."] + lastLines(of: errors), code: .dataError)
    }
    guard FileManager.default.fileExists(atPath: file.path) else {
      throw Failure(
        "\(place) wrote no recording. It must record to the file named by the environment variable \(Self.variable): "
          + "'rollcall fire didFinishLaunching --record \"$\(Self.variable)\"', or "
          + "'composite.journal.record(to:)' in the application.", code: .dataError)
    }
    try? FileManager.default.removeItem(at: errors)
    return file.path
  }

  /// Ends a command and its child processes, by force if necessary.
  private static func end(_ process: Process) {
    for number in [SIGTERM, SIGKILL] where process.isRunning {
      // The command normally leads a process group. Otherwise, end only the command itself.
      if kill(-process.processIdentifier, number) != 0 { kill(process.processIdentifier, number) }
      Waiting.wait(until: Date(timeIntervalSinceNow: 2)) { process.isRunning }
    }
  }

  /// The last lines of the command's error output.
  private func lastLines(of file: URL) -> [String] {
    guard let data = try? Data(contentsOf: file) else { return [] }
    let text = String(decoding: data.suffix(4_000), as: UTF8.self)
    return text.split(separator: "\n").suffix(5).map { "  \($0)" }
  }
}

/// How a command ended. Its own child processes may still run.
private enum CommandEnding: Equatable {
  case exit(Int32)
  case signal(Int32)

  /// - Returns: `nil` while the command runs.
  init?(_ process: Process) {
    #if os(Linux)
    // Foundation waits for the end of a socket that the command's child processes inherit. The status is left for it.
    var found = unsafe siginfo_t()
    if unsafe waitid(P_PID, id_t(process.processIdentifier), &found, WEXITED | WNOHANG | WNOWAIT) == 0 {
      guard unsafe found.si_signo == SIGCHLD else { return nil }
      let status = unsafe found._sifields._sigchld.si_status
      self = unsafe found.si_code == CLD_EXITED ? .exit(status) : .signal(status)
      return
    }
    #endif
    guard !process.isRunning else { return nil }
    self =
      process.terminationReason == .exit ? .exit(process.terminationStatus) : .signal(process.terminationStatus)
  }

  var words: String {
    switch self {
    case .exit(let status): "exit code \(status)"
    case .signal(let number): "signal \(number)"
    }
  }
}
#endif
