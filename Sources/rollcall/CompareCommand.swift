#if CommandLine
import ArgumentParser
import Comparison
import Foundation
import ModuleLifecycle
import TerminalDashboard
import TextFormatting

/// Checks whether launches have become slower.
struct CompareCommand: ReportingCommand {
  /// The output format of a comparison.
  enum Format: String, CaseIterable, ExpressibleByArgument {
    case text, markdown, json
  }

  static let configuration = CommandConfiguration(
    commandName: "compare", abstract: "Compare launches: did they become slower, and in which module?",
    discussion: """
      Compare two sets of recordings, the base first:

        rollcall compare base/*.rollcall --with head/*.rollcall

      or two commands, which are launched in pairs, each pair in random order:

        rollcall compare --run './base/app' --against './head/app' -n 20

      Each command must record one launch to the file named by the environment variable \(PairedLaunches.variable), \
      and exit:

        rollcall compare -n 20 \\
          --run 'rollcall fire didFinishLaunching --map old.map --record "$\(PairedLaunches.variable)"' \\
          --against 'rollcall fire didFinishLaunching --map new.map --record "$\(PairedLaunches.variable)"'

      The first launch of each command does not count. One launch of one process is one sample. The whole launch is \
      compared, and every module and mark that is in all launches. 'slower' and 'faster' mean a change of at least 5% \
      and 1 ms that is not due to chance; if nothing has changed, the probability of any such verdict is at most 5%, \
      regardless of the number of modules. 'no difference shown' means that a change of that size is ruled out. \
      Everything else is 'unproven', with the number of launches needed for a proof. If the machine itself became \
      slower or faster meanwhile, everything is unproven: run it again on a quieter machine.

      The exit code is 1 when something is slower, and with --strict also when something is unproven.
      """)

  @Argument(help: "The recordings of the old version.", completion: .file(extensions: ["rollcall"]))
  var base: [String] = []

  @Option(
    name: .customLong("with"), parsing: .upToNextOption,
    help: ArgumentHelp("The recordings of the new version.", valueName: "head"),
    completion: .file(extensions: ["rollcall"]))
  var head: [String] = []

  @Option(help: ArgumentHelp("A shell command that records a launch of the old version.", valueName: "command"))
  var run: String?

  @Option(help: ArgumentHelp("A shell command that records a launch of the new version.", valueName: "command"))
  var against: String?

  @Option(
    name: .customShort("n"),
    help: ArgumentHelp("How many pairs to launch, from 2 to 200 (default: 20).", valueName: "pairs"))
  var count: Int?

  @Option(help: "The seed for the order of each pair; by default a new one each time.")
  var seed: UInt64?

  @Option(help: ArgumentHelp("A folder in which to keep the recordings of --run and --against.", valueName: "folder"))
  var keep: String?

  @Option(
    help: ArgumentHelp("The smallest change that counts: a percentage, a time, or both: 5%,1ms.", valueName: "change"))
  var atLeast = "5%,1ms"

  @Option(help: "The output format: text, markdown or json.")
  var format: Format = .text

  @Flag(help: "Also exit with 1 when something is unproven.")
  var strict = false

  /// The most recordings per side. An exact test of more costs more than it is worth.
  private static let mostRecordings = 60

  func validate() throws {
    let isRun = run != nil || against != nil
    if isRun, !base.isEmpty || !head.isEmpty {
      throw ValidationError("Name recordings, or commands with --run and --against, but not both.")
    }
    if isRun, run == nil || against == nil {
      throw ValidationError("--run and --against belong together: the old version and the new one.")
    }
    if !isRun, base.isEmpty || head.isEmpty {
      throw ValidationError(
        "Name the recordings to compare: rollcall compare base/*.rollcall --with head/*.rollcall. "
          + "Or two commands: --run and --against.")
    }
    if !isRun, count != nil || seed != nil || keep != nil {
      throw ValidationError("-n, --seed and --keep need --run and --against.")
    }
    if let count, !(2...200).contains(count) { throw ValidationError("-n takes a number from 2 to 200, not \(count).") }
    if max(base.count, head.count) > Self.mostRecordings {
      throw ValidationError(
        "At most \(Self.mostRecordings) recordings per side can be compared; there are \(max(base.count, head.count)).")
    }
    _ = try threshold
  }

  /// The threshold that `--at-least` gives. A part that is left out sets no condition.
  private var threshold: LaunchComparison.Threshold {
    get throws {
      var threshold = LaunchComparison.Threshold(ratio: 0, nanoseconds: 0)
      for part in atLeast.split(separator: ",", omittingEmptySubsequences: false) {
        let part = part.filter { $0 != " " }
        if part.hasSuffix("%") {
          guard let percent = Double(part.dropLast()), percent > 0, percent <= 1_000 else {
            throw ValidationError("--at-least: \(Excerpt.of(part).quoted) is not a percentage such as 5%.")
          }
          threshold.ratio = percent / 100
        } else {
          do {
            threshold.nanoseconds = UInt64(try Duration(spelled: part) / .nanoseconds(1))
          } catch {
            throw ValidationError("--at-least takes a percentage, a time, or both, such as 5%,1ms. \(error)")
          }
        }
      }
      guard threshold.ratio > 0 || threshold.nanoseconds > 0 else {
        throw ValidationError("--at-least takes a change greater than zero, such as 5%,1ms.")
      }
      return threshold
    }
  }

  func perform() throws {
    let comparison: LaunchComparison
    if let run, let against {
      comparison = try compare(run, against)
    } else {
      var progress = ProgressLine("reading", of: base.count + head.count)
      defer { progress.hide() }
      let samples = try [base, head].map { files in
        try files.map { file in
          defer { progress.step() }
          return try RecordedLaunch.sample(file)
        }
      }
      comparison = LaunchComparison(samples[0], samples[1], as: .sets, atLeast: try threshold)
    }
    let text = ComparisonText(comparison)
    switch format {
    case .text: try StandardOutput.say(text.text)
    case .markdown: try StandardOutput.say(text.markdown)
    case .json: try StandardOutput.say(comparison.json.json)
    }
    if comparison.hasSlower || strict && comparison.hasUnproven { throw Failure("", code: .firedBadly) }
  }

  @MainActor private func compare(_ base: String, _ head: String) throws -> LaunchComparison {
    let (count, seed) = (count ?? 20, seed ?? UInt64.random(in: 0...999_999))
    // Created before the folder. Its `end`, which can end the process, then runs after the folder is removed.
    let stop = StopRequest([SIGINT, SIGTERM, SIGHUP])
    defer { stop.end() }
    let folder = try Self.folder(keep)
    defer { if keep == nil { try? FileManager.default.removeItem(at: folder) } }
    StandardError.say(
      "Launching \(CountText.format(count, "pair")), after one launch of each command that does not count; "
        + "--seed \(seed) repeats the order.\n")
    var progress = ProgressLine("launching", of: 2 * count + 2)
    defer { progress.hide() }
    var launches = PairedLaunches(base: base, head: head, count: count, folder: folder, stop: stop)
    try launches.run(seed: seed, progress: &progress)
    let comparison = LaunchComparison(
      launches.samples.base, launches.samples.head, as: .pairs, atLeast: try threshold,
      calibration: launches.calibration)
    if stop.isMade { throw Failure("Stopped.", code: .interrupted) }
    return comparison
  }

  private static func folder(_ keep: String?) throws -> URL {
    let folder =
      keep.map { URL(filePath: $0) }
      ?? FileManager.default.temporaryDirectory.appending(path: "rollcall-compare-\(UUID().uuidString)")
    do {
      try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: keep != nil)
    } catch {
      // Foundation hides the system's error. Create the folder again to get `errno`.
      _ = unsafe mkdir(folder.path, 0o700)
      let reason = SystemError.words(errno)
      let hint = keep == nil ? " TMPDIR names the folder for temporary files." : ""
      throw Failure("The folder '\(folder.path)' can't be made: \(reason).\(hint)", code: .cannotCreate)
    }
    return folder
  }
}
#endif
