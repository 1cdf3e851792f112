#if CommandLine
public import ArgumentParser
public import RollcallDashboard
public import RollcallReports
import ModuleLifecycle
import RollcallMaps
import RollcallRecordings
import RollcallTerminalDashboard
import RollcallTextFormatting

extension ColorChoice: ExpressibleByArgument {}

extension Theme: ExpressibleByArgument {
  package init?(argument: String) {
    guard let theme = Theme.all.first(where: { $0.name == argument }) else { return nil }
    self = theme
  }

  package static var allValueStrings: [String] { all.map(\.name) }

  package static var defaultCompletionKind: CompletionKind { .list(allValueStrings) }
}

extension ExportFormat: ExpressibleByArgument {}

/// The display options that `run`, `replay` and `attach` share. They override the settings.
struct ScreenOptions: ParsableArguments {
  @Option(help: "The colours and text weights to use.")
  var theme: Theme?

  @Option(help: "Whether to use colours. NO_COLOR is respected.")
  var color: ColorChoice?

  @Flag(help: "Draw with ASCII only.")
  var ascii = false

  @Flag(help: "Leave the mouse to the terminal for selecting text; m switches it on.")
  var noMouse = false

  @Flag(help: "Read commands and print text line by line: no screen, no keys, no colours.")
  var plain = false

  /// Whether the command line has any of them.
  var isUsed: Bool { theme != nil || color != nil || ascii || noMouse || plain }

  /// Returns the dashboard's options: the settings, overridden by the command line.
  ///
  /// - Throws: `Failure` when the settings can't be read.
  func dashboard() throws -> DashboardOptions {
    var options = DashboardOptions(programName: "rollcall")
    options.settings = try SettingsInForce.read().values
    options.labCases = .thisProgram
    if let theme { options.settings.theme = theme }
    if let color { options.color = color }
    if ascii { options.isASCIIOnly = true }
    if noMouse { options.usesMouse = false }
    if plain { options.isPlain = true }
    return options
  }
}

/// The warnings that a command counts but does not show.
struct AllowOption: ParsableArguments {
  @Option(
    name: .customLong("allow"), parsing: .singleValue,
    help: ArgumentHelp(
      "A warning to count but not show, for all modules or for one; repeatable.",
      discussion: "Kinds: \(WarningEntry.Kind.allCases.map(\.rawValue).joined(separator: ", ")).",
      valueName: "kind[:module]"))
  var texts: [String] = []

  /// Returns the warnings that the map and the command line allow.
  ///
  /// - Parameters:
  ///   - map: The map, whose allowances come first.
  ///   - modules: The names of all modules.
  /// - Throws: `Failure`, which lists the valid names.
  func warnings(besides map: ModuleMap, modules: [String]) throws -> AllowedWarnings {
    var allowed = map.allowedWarnings
    try Failure.wrapping(.usage, "--allow: ") { allowed.add(try AllowedWarnings(texts, modules: modules)) }
    return allowed
  }
}

/// The options for recording a run to a file.
struct RecordOption: ParsableArguments {
  @Option(
    help: ArgumentHelp(
      "Record everything that happens to this file, usually named *.rollcall; an existing file is kept.",
      valueName: "file"),
    completion: .file(extensions: ["rollcall"]))
  var record: String?

  @Flag(help: "Let --record replace an existing file.")
  var overwrite = false

  func validate() throws {
    if overwrite, record == nil { throw ValidationError("--overwrite needs --record.") }
  }

  /// Begins the recording, if the user asked for one.
  ///
  /// - Parameter isShown: Whether a dashboard says when the recording ends by itself. Otherwise, standard error does.
  /// - Throws: `Failure` or `RecordingStartError`, which name the file and the problem.
  @MainActor func begin(
    _ composite: CompositeDelegate, of map: ModuleMap, allowing allowed: AllowedWarnings, isShown: Bool = false
  ) throws -> Recording? {
    guard let record else { return nil }
    if leadToOneFile(record, map.file) {
      throw Failure("'\(record)' is the map itself. Name another file for --record.", code: .usage)
    }
    let recording = try composite.journal.record(to: record, overwriting: overwrite, allowing: allowed)
    if !isShown { recording.whenEnded { RecordingFailure.say($0) } }
    return recording
  }

  /// Ends a recording, and reports missing entries and an earlier end on standard error.
  ///
  /// - Parameter saysHowMuch: Whether to report the number of recorded entries too.
  /// - Throws: `Failure` without a message when a problem ended the recording early.
  static func end(_ recording: Recording?, saysHowMuch: Bool = false) throws {
    guard let status = recording?.stop() else { return }
    if RecordingFailure.say(status) { throw Failure("", code: .inputOutput) }
    if saysHowMuch || status.dropped > 0 { StandardError.say("\(status.sentence.printable(.line))\n") }
  }
}
#endif
