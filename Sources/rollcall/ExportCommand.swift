#if CommandLine
import ArgumentParser
import RollcallReports
import Foundation
import RollcallLaunches
import ModuleLifecycle
import RollcallRecordings
import RollcallTerminalDashboard
import RollcallTextFormatting

/// Converts a recording to another format.
struct ExportCommand: ReportingCommand {
  static let configuration = CommandConfiguration(
    commandName: "export", abstract: "Turn a recording into a trace, a table, a document, a chart or a report.",
    discussion: """
      FILE is a recording, such as the output of 'rollcall fire --json'; '-' reads one from standard input:

        rollcall fire didFinishLaunching --json | rollcall export - --format markdown

      \(ExportFormat.allCases.map { "  \($0.rawValue.padded(toColumns: 9))\($0.purpose)" }.joined(separator: "\n"))

      A chart shows the first launch, with --event the slowest dispatch of another event, \
      or with --dispatch a certain dispatch. \
      Unreadable parts of the recording are left out, and counted on standard error.
      """)

  @Argument(help: "The recording, or - for standard input.", completion: .file(extensions: ["rollcall"]))
  var file: String

  @Option(help: ArgumentHelp("The format to export to.", valueName: "format"))
  var format: ExportFormat

  @Option(name: .shortAndLong, help: "The file to write; standard output by default, and for -.", completion: .file())
  var output: String?

  @Flag(help: "Replace an existing file.")
  var overwrite = false

  @Option(help: ArgumentHelp("The event that svg and markdown show.", valueName: "event"))
  var event: String?

  @Option(help: ArgumentHelp("The number of the dispatch that they show instead.", valueName: "number"))
  var dispatch: UInt64?

  @Option(
    name: .customLong("budget"), parsing: .singleValue,
    help: ArgumentHelp(
      "A budget as for 'rollcall fire', repeatable; markdown lists what took longer, and svg marks one time.",
      valueName: "[name:]time"))
  var budgets: [String] = []

  @Flag(help: "Begin csv with a byte order mark, by which Excel knows UTF-8.")
  var bom = false

  @Flag(
    help: """
      Include the events' arguments and the modules' answers in otlp. They can contain addresses and tokens; by \
      default they are left out.
      """)
  var arguments = false

  /// The file to write; `nil` for standard output.
  private var outputFile: String? { output == "-" ? nil : output }

  func validate() throws {
    if bom, format != .csv { throw ValidationError("--bom is only for csv.") }
    if overwrite, outputFile == nil { throw ValidationError("--overwrite needs --output.") }
    if !format.isAboutOneDispatch, event != nil || dispatch != nil || !budgets.isEmpty {
      throw ValidationError(
        "--event, --dispatch and --budget are for svg and markdown; \(format.rawValue) includes all events.")
    }
    if format == .svg, budgets.count > 1 || budgets.contains(where: { $0.contains(":") }) {
      throw ValidationError("svg marks one limit, the time of a dispatch or a launch: --budget 400ms.")
    }
    if arguments, format != .otlp {
      throw ValidationError("--arguments is only for otlp, which otherwise leaves out arguments and answers.")
    }
    if event != nil, dispatch != nil { throw ValidationError("--dispatch already names one; leave --event out.") }
  }

  func perform() throws {
    if outputFile == nil, !format.isForReading, isatty(STDOUT_FILENO) != 0 {
      throw Failure(
        "\(format.rawValue) is not for reading in a terminal. --output names a file to write.", code: .usage)
    }
    if let outputFile, leadToOneFile(outputFile, file) {
      throw Failure("'\(outputFile)' is the recording itself. Name another file.", code: .usage)
    }
    let recording = try RecordingInput.open(file)
    var budgets = try BudgetReport(self.budgets, of: recording)
    var options = ExportOptions(
      event: event, dispatch: dispatch.map(DispatchID.init), includesArguments: arguments)
    // A report has a section about all of them.
    if format == .svg { options.budgetNanoseconds = budgets?.dispatchNanoseconds }
    // A user who interrupts the export finds only what was there before.
    let stop = outputFile.map { _ in StopRequest([SIGINT, SIGTERM, SIGHUP]) }
    defer { stop?.end() }
    // A reader that closes the pipe must not kill the process.
    signal(SIGPIPE, SIG_IGN)
    let output = try outputFile.map { try ExportFile(path: $0, overwrites: overwrite) }
    defer { output?.cancel() }
    var progress = ProgressLine("exporting", of: recording.count)
    defer { progress.hide() }
    func write(_ bytes: [UInt8]) throws {
      if let output { try output.write(bytes) } else { try StandardOutput.write(bytes) }
    }
    if bom { try write([0xEF, 0xBB, 0xBF]) }
    var exporter = Exporter(format, of: recording.header, options: options, to: write)
    try recording.forEachEntry { entry in
      if stop?.isMade == true { throw Failure("Stopped.", code: .interrupted) }
      try exporter.add(entry)
      budgets?.add(entry)
      progress.step()
    }
    try exporter.end()
    if format == .markdown, let budgets { try write(Array(budgets.markdown.utf8)) }
    try output?.finish()
    progress.hide()
    let damage = recording.damage.sentences
    if !damage.isEmpty { StandardError.say("\(damage.printable(.line))\n") }
  }
}

/// The budgets of a recording's events.
private struct BudgetReport {
  private var budgets: TimeBudgets
  private var launches: LaunchFinder

  /// Returns `nil` without budgets.
  ///
  /// - Throws: `Failure` for a wrong budget or an unreadable recording.
  init?(_ texts: [String], of recording: RecordingFile) throws {
    guard !texts.isEmpty else { return nil }
    let listed = recording.header.modules ?? []
    var modules = Set(listed.map(\.name))
    if texts.contains(where: { $0.contains(":") }) {
      try recording.forEachEntry { if case .module(let module) = $0 { modules.insert(module.name) } }
    }
    budgets = try TimeBudgets(texts, modules: modules.sorted())
    launches = LaunchFinder(listed, process: recording.header.processOfFirstLaunch)
  }

  var dispatchNanoseconds: UInt64? { budgets.dispatchNanoseconds }

  mutating func add(_ entry: AnyEntry) { budgets.add(entry, of: launches.add(entry)) }

  /// A section with the same verdict as that of `rollcall fire`.
  var markdown: String {
    let lines = ["", "### Budgets", ""]
    let (excesses, missing) = (budgets.excesses, budgets.missing)
    let sections = [
      excesses.map { [$0.sentence, ""] + $0.table.markdown }, missing.map { [Markdown.escaped($0)] },
      excesses == nil && missing == nil ? ["All were kept."] : nil,
      budgets.unchecked.map { [Markdown.escaped($0)] },
    ]
    return (lines + sections.compactMap(\.self).joined(separator: [""])).joined(separator: "\n") + "\n"
  }
}
#endif
