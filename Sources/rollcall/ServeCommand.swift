#if CommandLine
import ArgumentParser
import Foundation
import RollcallInspection
import ModuleLifecycle
import RollcallMaps
import RollcallRecordings
import RollcallShutDown
import RollcallTerminalDashboard
import RollcallTextFormatting

/// Runs a composite without a screen, for inspectors.
struct ServeCommand: ReportingCommand {
  static let configuration = CommandConfiguration(
    commandName: "serve", abstract: "Run a map's composite without a screen, for 'rollcall attach' to inspect.",
    discussion: """
      It listens on a socket that only you can open, until Control-C or TERM ends it. In another terminal:

        rollcall attach

      With --allow-control, an attached dashboard can do everything that a live one can: fire any event with any \
      arguments, remove and move modules. Without it, the dashboard can only look. --fire sends events at the start, \
      so that there is something to see:

        rollcall serve --fire didFinishLaunching --fire didBecomeActive

      Output from modules goes to standard error, with the modules' names. At the end, all modules are released in \
      reverse order; asynchronous cleanups get 2 s in total. TERM, INT and HUP within a second are one request. A later \
      one, or ten seconds, end the process with 75, whatever the modules do: standard error names what is abandoned.
      """)

  @Argument(help: "The map that declares the modules.", completion: .file(extensions: ["map"]))
  var map: String = MapArgument.defaultPath

  @Flag(help: "Let attached dashboards control the composite, and so run code in it.")
  var allowControl = false

  @Option(
    name: .customLong("fire"), parsing: .singleValue,
    help: ArgumentHelp("An event to fire at the start; repeatable.", valueName: "event[=args]"))
  var events: [String] = []

  @OptionGroup var recording: RecordOption

  @OptionGroup var allowances: AllowOption

  func perform() throws {
    let map = try MapArgument.load(map)
    var recording: Recording?
    let serving = try MapArgument.run(map) { composite, watch in
      let events = try self.events.map { try FireCommand.event(spelled: $0, in: composite.catalog) }
      let allowed = try allowances.warnings(besides: map, modules: composite.modules.map(\.name))
      recording = try self.recording.begin(composite, of: map, allowing: allowed)
      return try Failure.wrapping(.unavailable) {
        try composite.serve(
          allowing: allowControl ? .control : .view, directory: nil, asked: { [weak watch] in watch?.noteSignal() }
        ) { inspector in
          StandardError.say("\(composite.name.printable(.line)) listens, process \(getpid()): \(inspector.path)\n")
          StandardError.say("'rollcall attach \(getpid())' inspects it; Control-C ends it.\n")
          for event in events { composite.fire(any: event) }
        }
      }
    } afterwards: { composite, serving in
      Waiting.forReleases(of: composite)
      // Releasing a thousand modules records several thousand entries.
      serving.inspector.stopAtEnd(withinMilliseconds: 3_000)
    }
    // The disk may not answer.
    serving.stop.restore()
    try RecordOption.end(recording, saysHowMuch: true)
  }
}
#endif
