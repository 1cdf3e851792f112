#if CommandLine
import ArgumentParser
import RollcallReports
import Foundation
import ModuleLifecycle
import RollcallTerminalDashboard
import RollcallTextFormatting

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

      Each command must record one launch to the file named by the environment variable \(RecordingCommand.variable), \
      and exit:

        rollcall compare -n 20 \\
          --run 'rollcall fire didFinishLaunching --map old.map --record "$\(RecordingCommand.variable)"' \\
          --against 'rollcall fire didFinishLaunching --map new.map --record "$\(RecordingCommand.variable)"'

      Or one command, as it is and with modules deferred or left out, if its application allows that with \
      composite.conduct(.fromEnvironment):

        rollcall compare -n 20 --run './head/app' --defer Payments

      The first launch of each command does not count. The whole launch is compared, and every module and mark that is \
      in all launches. 'slower' and 'faster' mean a change of at least 5% and 1 ms that is not due to chance. 'no \
      difference shown' means that a change of that size is ruled out. Everything else is 'unproven', with the number of \
      launches needed for a proof, and so is everything if the machine itself became slower or faster meanwhile.

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
    help: ArgumentHelp(
      "How many pairs to launch, from 6 to 200 (default: 20; below 10, little can be proven).", valueName: "pairs"))
  var count: Int?

  @Option(help: ArgumentHelp("A folder in which to keep the recordings of --run and --against.", valueName: "folder"))
  var keep: String?

  @Flag(help: "Replace recordings that are in the folder of --keep.")
  var overwrite = false

  @OptionGroup var experiments: ExperimentOptions

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
    if isRun, run == nil || against == nil && !experiments.isUsed {
      throw ValidationError("--run and --against belong together: the old version and the new one.")
    }
    if against != nil, experiments.isUsed {
      throw ValidationError("--defer and --without change --run itself: omit --against.")
    }
    if !isRun, experiments.isUsed { throw ValidationError("--defer and --without need --run.") }
    if !isRun, base.isEmpty || head.isEmpty {
      throw ValidationError(
        "Name the recordings to compare: rollcall compare base/*.rollcall --with head/*.rollcall. "
          + "Or two commands: --run and --against.")
    }
    if overwrite, keep == nil { throw ValidationError("--overwrite needs --keep.") }
    if !isRun, count != nil || keep != nil { throw ValidationError("-n and --keep need --run and --against.") }
    if let count, !(6...200).contains(count) {
      throw ValidationError("-n takes a number from 6 to 200, not \(count): fewer pairs can't prove anything.")
    }
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
      let problem = ValidationError(
        "--at-least takes a percentage, a time, or both, such as 5%,1ms, not \(Excerpt.of(atLeast).quoted).")
      for part in atLeast.filter({ $0 != " " }).split(separator: ",") {
        if part.hasSuffix("%") {
          guard let percent = Double(part.dropLast()), (0...1_000).contains(percent) else { throw problem }
          threshold.ratio = percent / 100
        } else {
          guard let time = try? Duration(spelled: String(part)) else { throw problem }
          threshold.nanoseconds = UInt64(time / .nanoseconds(1))
        }
      }
      guard threshold.ratio > 0 || threshold.nanoseconds > 0 else { throw problem }
      return threshold
    }
  }

  func perform() throws {
    let comparison: LaunchComparison
    if let run {
      comparison = try compare(run, against)
    } else {
      var applications: [String] = []
      let samples = try [base, head].map { try $0.map { try RecordedLaunch.sample($0, &applications) } }
      try RecordedLaunch.checkOne(applications, "Compare launches of one.")
      comparison = LaunchComparison(samples[0], samples[1], as: .sets, atLeast: try threshold)
    }
    let text = ComparisonText(comparison)
    switch format {
    case .text: try StandardOutput.say(text.text)
    case .markdown: try StandardOutput.say(text.markdown)
    case .json: try StandardOutput.say(comparison.json.json)
    }
    // A reader of standard error alone learns why.
    if comparison.hasSlower { throw Failure(text.sentence(.slower) ?? "", code: .firedBadly) }
    if strict, comparison.hasUnproven { throw Failure("Unproven, and --strict was given.", code: .firedBadly) }
  }

  @MainActor private func compare(_ base: String, _ head: String?) throws -> LaunchComparison {
    let count = count ?? 20
    // Created before the folder. Its `end`, which can end the process, then runs after the folder is removed.
    let stop = StopRequest([SIGINT, SIGTERM, SIGHUP])
    defer { stop.end() }
    let temporary = FileManager.default.temporaryDirectory.appending(path: "rollcall-compare-\(UUID().uuidString)")
    // Not the user's home, which a shell would have named.
    let folder = keep.map { URL(filePath: $0.hasPrefix("~") ? "./\($0)" : $0) } ?? temporary
    var launches = PairedLaunches(
      base: RecordingCommand(option: "--run", name: "base", command: base, folder: folder, stop: stop),
      head: RecordingCommand(
        option: head == nil ? "--run, with the experiment" : "--against", name: "head", command: head ?? base,
        environment: experiments.isUsed ? experiments.experiments().environment : [:], folder: folder, stop: stop),
      count: count)
    if keep != nil { try launches.checkFiles(overwrites: overwrite) }
    try makeFolder(
      folder, isDeep: keep != nil, hint: keep == nil ? " TMPDIR names the folder for temporary files." : "")
    defer { if keep == nil { try? FileManager.default.removeItem(at: folder) } }
    StandardError.say(
      "Launching \(CountText.format(count, "pair")), after one launch of each command that does not count.\n")
    var progress = ProgressLine("launching", of: 2 * count + 2)
    defer { progress.hide() }
    try launches.run(proves: true, progress: &progress)
    let comparison = LaunchComparison(
      launches.samples.base, launches.samples.head, as: .pairs, atLeast: try threshold,
      calibration: launches.calibration)
    if stop.isMade { throw Failure("Stopped.", code: .interrupted) }
    return comparison
  }
}
#endif
