#if CommandLine
import Comparison
import Foundation
import ModuleLifecycle
import Recordings
import TerminalDashboard
import TextFormatting

/// Launches two commands alternately, many times, and reads their recordings.
///
/// The two launches of a pair run back to back in random order, so that other load on the machine affects both. A fixed
/// piece of work before and after each launch shows whether the machine's speed has changed.
@MainActor struct PairedLaunches {
  /// The environment variable with the path of the recording that a command must write.
  nonisolated static let variable = "ROLLCALL_RECORDING"

  /// One of the two commands, and its launches so far.
  private struct Side {
    let option: String
    let name: String
    let command: String
    var samples: [LaunchSample] = []
  }

  /// The base and the head.
  private var sides: [Side]
  private let count: Int
  private let folder: URL
  /// Ends the current launch and the comparison.
  private let stop: StopRequest
  private(set) var calibration = Calibration()

  /// - Parameters:
  ///   - count: The number of pairs.
  ///   - folder: The folder for the recordings. It must exist.
  ///   - stop: Whether to stop.
  init(base: String, head: String, count: Int, folder: URL, stop: StopRequest) {
    sides = [
      Side(option: "--run", name: "base", command: base), Side(option: "--against", name: "head", command: head),
    ]
    (self.count, self.folder, self.stop) = (count, folder, stop)
  }

  var samples: (base: [LaunchSample], head: [LaunchSample]) { (sides[0].samples, sides[1].samples) }

  /// Launches all pairs, after one uncounted launch of each command that fills the caches.
  ///
  /// - Throws: `Failure` when a command fails or records no launch, or the user stops it. The earlier pairs are then
  ///   lost.
  mutating func run(progress: inout ProgressLine) throws {
    for side in sides {
      _ = try launch(side, "warm-up")
      progress.step()
    }
    for pair in 1...count {
      var times = [0.0, 0.0]
      for index in sides.indices.shuffled() {
        let before = Calibration.measure()
        sides[index].samples.append(try launch(sides[index], "\(pair)"))
        times[index] = (before + Calibration.measure()) / 2
        progress.step()
      }
      calibration.add(base: times[0], head: times[1])
    }
  }

  private func launch(_ side: Side, _ number: String) throws -> LaunchSample {
    let name = "\(side.name)-\(number)"
    let (file, errors) = (folder.appending(path: "\(name).rollcall"), folder.appending(path: "\(name).stderr"))
    let place = "\(side.option) (\(name))"
    try? FileManager.default.removeItem(at: file)
    guard FileManager.default.createFile(atPath: errors.path, contents: nil),
      let errorOutput = try? FileHandle(forWritingTo: errors)
    else { throw Failure("'\(errors.path)' can't be written.", code: .cannotCreate) }
    let process = Process()
    process.executableURL = URL(filePath: "/bin/sh")
    process.arguments = ["-c", side.command]
    process.environment = ProcessInfo.processInfo.environment.merging([Self.variable: file.path]) { $1 }
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
    return try RecordedLaunch.sample(file.path)
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

/// Reads the launch in a recording.
enum RecordedLaunch {
  /// - Throws: `Failure` when the file can't be read or has no launch.
  static func sample(_ path: String) throws -> LaunchSample {
    let file = try RecordingInput.open(path)
    var reader = LaunchReader(file.header)
    try file.forEachEntry { reader.add($0) }
    guard let sample = reader.sample else {
      throw Failure(
        "'\(path)' has no launch: didFinishLaunching, which ends a launch, is not in it.", code: .dataError)
    }
    return sample
  }
}
#endif
