#if CommandLine
public import ArgumentParser
public import Dashboard
public import Exports
import ModuleLifecycle
import ModuleRegistration
import Recordings
import TerminalDashboard
import TextFormatting

extension ColorChoice: ExpressibleByArgument {
  /// The word, or the long one for `auto`.
  public init?(argument: String) { self.init(rawValue: argument == "automatic" ? "auto" : argument) }
}

extension Theme: ExpressibleByArgument {
  package init?(argument: String) {
    guard let theme = Theme.all.first(where: { $0.name == argument }) else { return nil }
    self = theme
  }

  package static var allValueStrings: [String] { all.map(\.name) }

  package static var defaultCompletionKind: CompletionKind { .list(allValueStrings) }
}

extension ExportFormat: ExpressibleByArgument {}

extension PlaybackSpeed: ExpressibleByArgument {
  /// The speed that an argument spells.
  public init?(argument: String) { self.init(argument) }

  /// The speed as the help spells it.
  public var defaultValueDescription: String { factor == 1 ? "1" : "\(factor)" }
}

/// How a dashboard shows itself, in place of what the settings say: what `run`, `replay` and `attach` take alike.
struct ScreenOptions: ParsableArguments {
  @Option(help: "What colours and weights look like.")
  var theme: Theme?

  @Option(help: "Whether to use colours. NO_COLOR is respected.")
  var color: ColorChoice?

  @Flag(help: "Draw with ASCII only.")
  var ascii = false

  @Flag(help: "Leave the mouse to the terminal, so that it selects text; m switches it on.")
  var noMouse = false

  @Flag(help: "Take lines and say lines, in place of keys and a screen; without colours.")
  var plain = false

  /// What the dashboard is told: what is set, and what was asked for on the command line.
  ///
  /// - Throws: `Failure` where the settings can't be read.
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

/// The warnings that a command is told to keep quiet about.
struct AllowOption: ParsableArguments {
  @Option(
    name: .customLong("allow"), parsing: .singleValue,
    help: ArgumentHelp(
      "A warning to count and not to show, of all modules or of one; repeatable.",
      discussion: "Kinds: \(WarningEntry.Kind.allCases.map(\.rawValue).joined(separator: ", ")).",
      valueName: "kind[:module]"))
  var texts: [String] = []

  /// What the command line and the map allow together.
  ///
  /// - Parameters:
  ///   - map: The map, whose allowances come first.
  ///   - modules: The names of the modules that there are.
  /// - Throws: `Failure`, naming what would be valid.
  func warnings(besides map: ModuleMap, modules: [String]) throws -> AllowedWarnings {
    var allowed = map.allowedWarnings
    try Failure.wrapping(.usage, "--allow: ") { allowed.add(try AllowedWarnings(texts, modules: modules)) }
    return allowed
  }
}

/// Recording a run to a file.
struct RecordOption: ParsableArguments {
  @Option(
    help: ArgumentHelp(
      "Write everything that happens to this file, by convention named .rollcall; one that exists is kept.",
      valueName: "file"),
    completion: .file(extensions: ["rollcall"]))
  var record: String?

  @Flag(help: "Let --record replace a file that exists.")
  var overwrite = false

  func validate() throws {
    if overwrite, record == nil { throw ValidationError("--overwrite says that --record may replace a file; name it.") }
  }

  /// Begins the recording, if one is wanted.
  ///
  /// - Throws: `Failure`, naming the file and what is wrong with it.
  @MainActor func begin(
    _ composite: CompositeDelegate, of map: ModuleMap, allowing allowed: AllowedWarnings
  ) throws -> Recording? {
    guard let record else { return nil }
    if leadToOneFile(record, map.file) {
      throw Failure("'\(record)' is the map itself. Name another file for --record.", code: .usage)
    }
    do throws(RecordingStartError) {
      return try composite.journal.record(to: record, overwriting: overwrite, allowing: allowed)
    } catch {
      let message =
        error.cause == .exists
        ? "'\(record)' exists already. Choose another name, or replace it with --overwrite." : error.description
      throw Failure(message, code: .cannotCreate)
    }
  }

  /// Ends a recording, and says on standard error what is missing in it.
  ///
  /// - Parameter saysHowMuch: Whether to say there, too, how many entries the file has.
  /// - Throws: `Failure` when it has ended before.
  static func end(_ recording: Recording?, saysHowMuch: Bool = false) throws {
    guard let status = recording?.stop() else { return }
    if status.dropped > 0 {
      let entries = status.dropped == 1 ? "1 entry is" : "\(status.dropped) entries are"
      StandardError.say(
        "\(entries) missing in '\(status.path.printable(.line))': more happened than could be written.\n")
    }
    if let problem = status.problem { throw Failure(problem, code: .inputOutput) }
    guard saysHowMuch else { return }
    let entries = CountText.format(status.entries, "entry", plural: "entries")
    StandardError.say("Recorded to '\(status.path.printable(.line))': \(entries).\n")
  }
}
#endif
