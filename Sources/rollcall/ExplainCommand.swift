#if CommandLine
import ArgumentParser
import RollcallReports
import Foundation
import RollcallLaunches
import RollcallExperiments
import ModuleLifecycle
import RollcallRecordings
import RollcallTerminalDashboard
import RollcallTextFormatting

/// Explains why launches take so long, and what could start later.
struct ExplainCommand: ReportingCommand {
  static let configuration = CommandConfiguration(
    commandName: "explain", abstract: "Explain launches: why do they take so long, and what could start later?",
    discussion: """
      Explain recordings, a map, or a command that records one launch to the file named by the environment variable \
      \(RecordingCommand.variable) and ends:

        rollcall explain launch.rollcall
        rollcall explain --map Modules.map
        rollcall explain --run './app --once' -n 10

      A map or a command is launched ten times, after one launch that does not count. The launches are explained up to \
      the first mark after them, or up to --until, or up to their end. Of a recording with several launches, the last \
      one counts.

      'could save' is the most that a later start of the module could save. A module gets no suggestion when something \
      was seen to need it before: a module that must come after it, a look-up by module(_:), an event that is not sent \
      again, a vote. What code knows otherwise is not seen.

      --verify measures what deferring the first \(Self.mostVerified) suggestions brings, in pairs of launches, and \
      prints it beside the estimate. --defer and --without explain launches in which modules are deferred or left out. \
      A command's application has to allow that: composite.conduct(.fromEnvironment).
      """)

  @Argument(help: "The recordings to explain together.", completion: .file(extensions: ["rollcall"]))
  var files: [String] = []

  @Option(help: "The map to launch.", completion: .file(extensions: ["map"]))
  var map: String?

  @Option(help: ArgumentHelp("A shell command that records a launch.", valueName: "command"))
  var run: String?

  @Option(help: ArgumentHelp("The mark up to which to explain.", valueName: "mark"))
  var until: String?

  @Option(
    name: .customShort("n"),
    help: ArgumentHelp(
      "How many launches (default: 10), or pairs with --verify (default: 20; below 10, little is proven).",
      valueName: "launches"))
  var count: Int?

  @Flag(help: "Measure what the suggestions bring.")
  var verify = false

  @OptionGroup var experiments: ExperimentOptions

  /// The most suggestions that are measured.
  private static let mostVerified = 3
  private static let mostRecordings = 200

  func validate() throws {
    let sources = [files.isEmpty ? nil : "recordings", map.map { _ in "--map" }, run.map { _ in "--run" }]
      .compactMap(\.self)
    if sources.isEmpty { throw ValidationError("Name recordings, a map with --map, or a command with --run.") }
    if sources.count > 1 { throw ValidationError("Name only one of \(sources.joined(separator: " and ")).") }
    if let count, !(1...Self.mostRecordings).contains(count) {
      throw ValidationError("-n takes a number from 1 to \(Self.mostRecordings), not \(count).")
    }
    if files.count > Self.mostRecordings {
      throw ValidationError("At most \(Self.mostRecordings) recordings can be explained together.")
    }
    if !files.isEmpty, count != nil || verify || experiments.isUsed {
      throw ValidationError("-n, --verify, --defer and --without launch something: they need --map or --run.")
    }
    if verify, experiments.isUsed {
      throw ValidationError("--verify chooses what to defer: omit --defer and --without.")
    }
    if verify, count == 1 { throw ValidationError("--verify needs at least 2 pairs of launches.") }
  }

  func perform() throws {
    guard files.isEmpty else { return try say(try explain(files)) }
    if let map { try experiments.check(against: MapArgument.load(map)) }
    try launchAndExplain()
  }

  private func say(_ explanation: Explanation) throws { try StandardOutput.say(ExplanationText(explanation).text) }

  /// - Throws: `Failure` when a file can't be read or has no launch.
  private func explain(_ paths: [String], until mark: String? = nil) throws -> Explanation {
    var (applications, launches, inBackground) = ([String](), [ExplainedLaunch](), [ExplainedLaunch?]())
    let wanted = mark ?? until
    var ending = wanted.map(ExplanationReader.Ending.mark) ?? .firstMark
    for path in paths {
      let file = try open(path)
      if !files.isEmpty, !file.damage.sentences.isEmpty {
        StandardError.say("\("'\(path)': \(file.damage.sentences)".printable(.line))\n")
      }
      if !applications.contains(file.header.application) { applications.append(file.header.application) }
      var reader = ExplanationReader(
        file.header.modules ?? [], start: file.header.processStart, isFirst: file.header.missedEntries ?? 0 == 0,
        isLaunched: file.header.launchedNanoseconds != nil, until: ending)
      try file.forEachEntry { reader.add($0) }
      if wanted == nil, reader.isInBackground {
        // It lacks the mark of the others.
        inBackground.append(reader.explained)
        continue
      }
      guard let launch = reader.explained else { throw missing(in: path, reader, ending) }
      // All end where the first one does.
      if launches.isEmpty { ending = launch.mark.map(ExplanationReader.Ending.mark) ?? .launch }
      launches.append(launch)
    }
    try RecordedLaunch.checkOne(applications, "Explain each by itself.")
    // A launch in the background has no first frame.
    if launches.isEmpty { return Explanation(inBackground.compactMap(\.self)) }
    if !inBackground.isEmpty {
      StandardError.say(
        "Left out: \(CountText.format(inBackground.count, "launch", plural: "launches")) in the background.\n")
    }
    return Explanation(launches)
  }

  private func open(_ path: String) throws -> RecordingFile {
    do { return try RecordingInput.open(path) } catch let error as RecordingError where path.hasSuffix(".map") {
      throw Failure("\(error) A map is explained with --map.", code: error.exitCode)
    }
  }

  private func missing(in path: String, _ reader: ExplanationReader, _ ending: ExplanationReader.Ending) -> Failure {
    let place = files.isEmpty ? "The recording that \(run == nil ? "--map" : "--run") made" : "'\(path)'"
    guard case .mark(let mark) = ending, let launch = reader.finder.latest, launch.isComplete else {
      return Failure(
        "\(place) has no launch: didFinishLaunching, which ends a launch, is not in it.", code: .dataError)
    }
    let marks = launch.marks.map { "'\($0.name)'" }
    let known = marks.isEmpty ? "It has no marks" : "Its marks: \(marks.joined(separator: ", "))"
    return Failure("\(place) has no launch with the mark '\(mark)'. \(known).", code: .dataError)
  }

  // MARK: Launching

  /// The shell command that records a launch.
  private var command: String {
    get throws {
      if let run { return run }
      guard let program = Bundle.main.executableURL?.path else {
        throw Failure("This program can't find itself to launch the map.", code: .systemError)
      }
      // It ends with 1 when a handler throws. That is a launch, too.
      return "\(program.shellQuoted) fire didFinishLaunching --map=\((map ?? "").shellQuoted) "
        + "--record \"$\(RecordingCommand.variable)\" || { s=$?; [ $s -eq 1 ] || exit $s; }"
    }
  }

  @MainActor private func launchAndExplain() throws {
    // Created before the folder. Its `end`, which can end the process, then runs after the folder is removed.
    let stop = StopRequest([SIGINT, SIGTERM, SIGHUP])
    defer { stop.end() }
    let folder = FileManager.default.temporaryDirectory.appending(path: "rollcall-explain-\(UUID().uuidString)")
    try makeFolder(folder, isDeep: false, hint: " TMPDIR names the folder for temporary files.")
    defer { try? FileManager.default.removeItem(at: folder) }
    let option = run == nil ? "--map" : "--run"
    var base = RecordingCommand(option: option, name: "launch", command: try command, folder: folder, stop: stop)
    if experiments.isUsed { base.environment = experiments.experiments(until: until).environment }
    // The temporary files of modules in a stopped launch go with the folder.
    if run == nil { base.environment["TMPDIR"] = folder.path }
    let launches = min(count ?? 10, verify ? 10 : Self.mostRecordings)
    StandardError.say(
      "Launching \(CountText.format(launches, "time", plural: "times")), after one launch that does not count.\n")
    var progress = ProgressLine("launching", of: launches + 1)
    var paths: [String] = []
    do {
      defer { progress.hide() }
      for number in 0...launches {
        paths.append(try base.launch("\(number)"))
        if number == 0 {
          // What is wrong with one launch is wrong with all.
          if experiments.isUsed { try Experiments.checkRefusals(in: paths[0]) }
          _ = try explain(paths)
        }
        progress.step()
      }
    }
    let explanation = try explain(Array(paths.dropFirst()))
    try say(explanation)
    if verify { try verify(explanation, base, stop) }
  }

  /// Measures what deferring the first suggestions brings.
  @MainActor private func verify(_ explanation: Explanation, _ base: RecordingCommand, _ stop: StopRequest) throws {
    let rows = explanation.deferrable.filter { !$0.isNested }.prefix(Self.mostVerified)
    guard !rows.isEmpty else { return StandardError.say("There is nothing to verify.\n") }
    let pairs = count ?? 20
    // Each alone, then all together: what that brings is rarely the sum.
    let trials = rows.map { [$0] } + (rows.count > 1 ? [Array(rows)] : [])
    let launches = trials.count * (2 * pairs + 2)
    let each = rows.count > 1 ? ", each alone and all together," : ""
    StandardError.say(
      "Deferring \(rows.map(\.name).joined(separator: ", ").printable(.line))\(each) in "
        + "\(CountText.format(pairs, "pair")) of launches: \(CountText.format(launches)) launches in all.\n")
    var progress = ProgressLine("launching", of: launches)
    var verifications: [Verification] = []
    do {
      defer { progress.hide() }
      for (number, rows) in trials.enumerated() {
        var (plain, deferring) = (base, base)
        (plain.name, deferring.name) = ("plain-\(number + 1)", "deferred-\(number + 1)")
        deferring.environment.merge(Experiments(deferring: rows.map(\.name), until: explanation.mark).environment) {
          $1
        }
        var launches = PairedLaunches(base: plain, head: deferring, count: pairs)
        try launches.run(progress: &progress)
        let comparison = LaunchComparison(
          launches.samples.base, launches.samples.head, as: .pairs, calibration: launches.calibration)
        verifications.append(
          Verification(
            of: rows, in: explanation, comparison,
            deferred: try explain(launches.headRecordings, until: explanation.mark)))
      }
    }
    if stop.isMade { throw Failure("Stopped.", code: .interrupted) }
    try StandardOutput.say("\n\(verifications.text)")
  }
}

extension Experiments {
  /// Checks a recording that was made with an experiment.
  ///
  /// - Throws: `Failure` when the application refused the experiment, or knows nothing of it.
  static func checkRefusals(in path: String) throws {
    let file = try RecordingInput.open(path)
    var (refusals, isKnown) = ([String](), false)
    try file.forEachEntry { entry in
      switch entry {
      case .warning(let warning) where warning.kind == .experimentRefused: refusals.append(warning.sentence)
      case .module(let module) where module.cause == .deferred || module.cause == .leftOut: isKnown = true
      default: break
      }
    }
    if !refusals.isEmpty { throw Failure(refusals.joined(separator: " "), code: .dataError) }
    if !isKnown {
      throw Failure(
        "The application did not defer or leave out anything. Either the module is switched off at launch, or the "
          + "application does not call composite.conduct(.fromEnvironment) before it registers modules.",
        code: .dataError)
    }
  }

  /// The environment in which an application reads the experiment.
  var environment: [String: String] {
    let members: [String: EventValue] = [
      "defer": .array(deferred.map(EventValue.string)), "without": .array(leftOut.map(EventValue.string)),
    ]
    return [
      Self.variable: EventValue.object(mark.map { members.merging(["until": .string($0)]) { $1 } } ?? members).json
    ]
  }
}

extension String {
  /// The text as one word of a shell command.
  fileprivate var shellQuoted: String { "'\(replacing("'", with: "'\\''"))'" }
}
#endif
