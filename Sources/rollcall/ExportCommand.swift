#if CommandLine
import ArgumentParser
import Exports
import Foundation
import Recordings
import TextFormatting

/// Turns a recording into a file of another format.
struct ExportCommand: ReportingCommand {
  static let configuration = CommandConfiguration(
    commandName: "export", abstract: "Turn a recording into a trace, a table, a document, a chart or a report.",
    discussion: """
      FILE is a recording, as 'rollcall fire --json' writes it; '-' reads one from standard input:

        rollcall fire didFinishLaunching --json | rollcall export - --format markdown

      \(ExportFormat.allCases.map { "  \($0.rawValue.padded(toColumns: 9))\($0.purpose)" }.joined(separator: "\n"))

      A chart is about the first launch, with --event about the slowest dispatch of another event, \
      or with --dispatch about a certain one. \
      What can't be read in the recording is left out, and counted on standard error.
      """)

  @Argument(help: "The recording, or - for standard input.", completion: .file(extensions: ["rollcall"]))
  var file: String

  @Option(help: ArgumentHelp("What to make of it.", valueName: "format"))
  var format: ExportFormat

  @Option(name: .shortAndLong, help: "The file to write; without it, standard output.", completion: .file())
  var output: String?

  @Flag(help: "Replace the file if there is one.")
  var overwrite = false

  @Option(help: ArgumentHelp("The event that svg and markdown are about.", valueName: "event"))
  var event: String?

  @Option(help: ArgumentHelp("The dispatch that they are about instead, by its number.", valueName: "number"))
  var dispatch: UInt64?

  @Option(
    help: """
      What it may take, such as 400ms; of a launch, all of it with the creation of the modules. \
      svg and markdown say whether it did.
      """)
  var budget: String?

  @Flag(
    help: """
      Let otlp say the events' arguments and the modules' answers, too. They may be addresses and tokens; without it \
      they are left out.
      """)
  var arguments = false

  func validate() throws {
    if overwrite, output == nil { throw ValidationError("--overwrite is about the file that --output names.") }
    if !format.isAboutOneDispatch, event != nil || dispatch != nil || budget != nil {
      throw ValidationError(
        "--event, --dispatch and --budget are for svg and markdown; \(format.rawValue) has all events.")
    }
    if arguments, format != .otlp {
      throw ValidationError("--arguments is for otlp, which leaves arguments and answers out without it.")
    }
    if event != nil, dispatch != nil { throw ValidationError("--dispatch names one already; leave --event out.") }
  }

  func perform() throws {
    if output == nil, !format.isForReading, isatty(STDOUT_FILENO) != 0 {
      throw Failure(
        "\(format.rawValue) is not for reading in a terminal. Say where it is to go: "
          + "--output \(suggestedName).\(format.fileExtension)", code: .usage)
    }
    if let output, leadToOneFile(output, file) {
      throw Failure("'\(output)' is the recording itself. Name another file.", code: .usage)
    }
    let options = ExportOptions(
      event: event, dispatch: dispatch, budgetNanoseconds: try budget.map(TimeBudgets.nanoseconds),
      includesArguments: arguments)
    let recording = try RecordingInput.open(file)
    let output = try ExportOutput(path: output, overwrites: overwrite)
    var progress = ProgressLine("exporting", of: recording.count)
    defer { progress.hide() }
    do {
      var exporter = Exporter(format, of: recording.header, options: options) { try output.write($0) }
      try recording.forEachEntry { entry in
        try exporter.add(entry)
        progress.step()
      }
      try exporter.end()
      try output.finish()
    } catch let error as ExportError {
      // What can be done about an export that has nothing to show.
      let hint = if case .noDispatch(nil, let events) = error, !events.isEmpty { " --event charts one." } else { "" }
      throw Failure(error.description + hint, code: .dataError)
    } catch let error as RecordingError {
      throw Failure(error.description, code: .dataError)
    }
    progress.hide()
    let damage = recording.damage.sentences
    if !damage.isEmpty { StandardError.say("\(damage.printable(.line))\n") }
  }

  private var suggestedName: String {
    let name = file == "-" ? "recording" : URL(filePath: file).deletingPathExtension().lastPathComponent
    return name.isEmpty ? "recording" : name
  }
}
#endif
