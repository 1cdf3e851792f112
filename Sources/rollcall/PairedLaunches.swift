#if CommandLine
import RollcallReports
import Foundation
import RollcallExperiments
import ModuleLifecycle
import RollcallRecordings
import RollcallTerminalDashboard
import RollcallTextFormatting

/// Launches two commands alternately, many times, and reads their recordings.
///
/// The two launches of a pair run back to back in random order, so that other load on the machine affects both. A fixed
/// piece of work before and after each launch shows whether the machine's speed has changed.
@MainActor struct PairedLaunches {
  /// The base and the head, and the launches of each so far.
  private let sides: [RecordingCommand]
  private var paths: [[String]] = [[], []]
  private var allSamples: [[LaunchSample]] = [[], []]
  private let count: Int
  private(set) var calibration = Calibration()

  /// - Parameter count: The number of pairs.
  init(base: RecordingCommand, head: RecordingCommand, count: Int) { (sides, self.count) = ([base, head], count) }

  var samples: (base: [LaunchSample], head: [LaunchSample]) { (allSamples[0], allSamples[1]) }
  /// The head's recordings.
  var headRecordings: [String] { paths[1] }

  /// Checks that the launches would replace no file, and never a folder.
  ///
  /// - Parameter overwrites: Whether files may be replaced. The further recordings of an earlier comparison then go, so
  ///   that the folder has those of one.
  func checkFiles(overwrites: Bool) throws {
    for side in sides {
      for number in ["warm-up"] + (1...count).map(String.init) {
        let files = side.files(of: number)
        for path in [files.recording.path, files.errors.path] {
          guard let kind = Self.kind(of: path) else { continue }
          if kind == .typeDirectory {
            throw Failure(
              "'\(path)' is a folder, where --keep would put a file. Name another folder.", code: .cannotCreate)
          }
          if !overwrites { throw Failure("'\(path)' exists. --overwrite replaces it.", code: .cannotCreate) }
        }
      }
    }
    for side in sides where overwrites {
      for number in (count + 1)... {
        let path = side.files(of: "\(number)").recording.path
        guard Self.kind(of: path) == .typeRegular else { break }
        try? FileManager.default.removeItem(atPath: path)
      }
    }
  }

  /// What is at a path; `nil` if nothing is.
  private static func kind(of path: String) -> FileAttributeType? {
    (try? FileManager.default.attributesOfItem(atPath: path))?[.type] as? FileAttributeType
  }

  /// Launches all pairs, after one uncounted launch of each command that fills the caches.
  ///
  /// - Parameter proves: Whether to refuse a number of pairs that can't prove a change.
  /// - Throws: `Failure` when a command fails or records no launch, the pairs are too few, or the user stops it. The
  ///   earlier pairs are then lost.
  mutating func run(proves: Bool = false, progress: inout ProgressLine) throws {
    var applications: [String] = []
    for side in sides {
      let path = try side.launch("warm-up")
      _ = try RecordedLaunch.sample(path, &applications)
      if side.environment[Experiments.variable] != nil { try Experiments.checkRefusals(in: path) }
      progress.step()
    }
    try RecordedLaunch.checkOne(applications, "Compare launches of one.")
    for pair in 1...count {
      var times = [0.0, 0.0]
      for index in sides.indices.shuffled() {
        let before = Calibration.measure()
        let path = try sides[index].launch("\(pair)")
        paths[index].append(path)
        allSamples[index].append(try RecordedLaunch.sample(path, &applications))
        times[index] = (before + Calibration.measure()) / 2
        progress.step()
      }
      calibration.add(base: times[0], head: times[1])
      if proves, pair == 1 { try checkCount() }
    }
  }

  /// Refuses too few pairs once the first pair has shown how many times will be compared.
  private func checkCount() throws {
    let comparison = LaunchComparison(allSamples[0], allSamples[1], as: .pairs)
    guard count < comparison.leastCount else { return }
    throw Failure(
      "\(CountText.format(count, "pair")) can't prove that any of \(CountText.format(comparison.results.count, "time")) "
        + "changed: at least \(comparison.leastCount) are needed.", code: .usage)
  }
}

/// Reads the launch in a recording.
enum RecordedLaunch {
  /// - Parameter applications: The names of the recordings' applications, in the order of their first appearance.
  /// - Throws: `Failure` when the file can't be read or has no launch.
  static func sample(_ path: String, _ applications: inout [String]) throws -> LaunchSample {
    let file = try RecordingInput.open(path)
    if !applications.contains(file.header.application) { applications.append(file.header.application) }
    var reader = LaunchReader(file.header)
    try file.forEachEntry { reader.add($0) }
    guard let sample = reader.sample else {
      throw Failure(
        "'\(path)' has no launch: didFinishLaunching, which ends a launch, is not in it.", code: .dataError)
    }
    return sample
  }

  /// - Throws: `Failure` for recordings of different applications.
  static func checkOne(_ applications: [String], _ advice: String) throws {
    guard applications.count > 1 else { return }
    throw Failure(
      "These are recordings of different applications: \(applications.joined(separator: ", ")). \(advice)", code: .usage
    )
  }
}
#endif
