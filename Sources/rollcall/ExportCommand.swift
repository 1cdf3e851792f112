#if CommandLine
import ArgumentParser
import Exports
import Foundation
import ModuleLifecycle
import Recordings
import TerminalDashboard
import TextFormatting

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

  @Option(name: .shortAndLong, help: "The file to write; standard output by default.", completion: .file())
  var output: String?

  @Flag(help: "Replace an existing file.")
  var overwrite = false

  @Option(help: ArgumentHelp("The event that svg and markdown show.", valueName: "event"))
  var event: String?

  @Option(help: ArgumentHelp("The number of the dispatch that they show instead.", valueName: "number"))
  var dispatch: UInt64?

  @Option(
    help: """
      How long it may take, such as 400ms; a launch includes the creation of the modules. \
      svg and markdown say whether it took longer.
      """)
  var budget: String?

  @Flag(
    help: """
      Include the events' arguments and the modules' answers in otlp. They can contain addresses and tokens; by \
      default they are left out.
      """)
  var arguments = false

  func validate() throws {
    if overwrite, output == nil { throw ValidationError("--overwrite needs --output.") }
    if !format.isAboutOneDispatch, event != nil || dispatch != nil || budget != nil {
      throw ValidationError(
        "--event, --dispatch and --budget are for svg and markdown; \(format.rawValue) includes all events.")
    }
    if arguments, format != .otlp {
      throw ValidationError("--arguments is only for otlp, which otherwise leaves out arguments and answers.")
    }
    if event != nil, dispatch != nil { throw ValidationError("--dispatch already names one; leave --event out.") }
  }

  func perform() throws {
    if output == nil, !format.isForReading, isatty(STDOUT_FILENO) != 0 {
      throw Failure(
        "\(format.rawValue) is not for reading in a terminal. --output names a file to write.", code: .usage)
    }
    if let output, leadToOneFile(output, file) {
      throw Failure("'\(output)' is the recording itself. Name another file.", code: .usage)
    }
    let options = ExportOptions(
      event: event, dispatch: dispatch.map(DispatchID.init), budgetNanoseconds: try budget.map(TimeBudgets.nanoseconds),
      includesArguments: arguments)
    let recording = try RecordingInput.open(file)
    // A user who interrupts the export finds only what was there before.
    let stop = output.map { _ in StopRequest([SIGINT, SIGTERM, SIGHUP]) }
    defer { stop?.end() }
    // A reader that closes the pipe must not kill the process.
    signal(SIGPIPE, SIG_IGN)
    let output = try output.map { try ExportFile(path: $0, overwrites: overwrite) }
    defer { output?.cancel() }
    var progress = ProgressLine("exporting", of: recording.count)
    defer { progress.hide() }
    var exporter = Exporter(format, of: recording.header, options: options) { bytes in
      if let output { try output.write(bytes) } else { try StandardOutput.write(bytes) }
    }
    try recording.forEachEntry { entry in
      if stop?.isMade == true { throw Failure("Stopped.", code: .interrupted) }
      try exporter.add(entry)
      progress.step()
    }
    try exporter.end()
    try output?.finish()
    progress.hide()
    let damage = recording.damage.sentences
    if !damage.isEmpty { StandardError.say("\(damage.printable(.line))\n") }
  }
}
#endif
