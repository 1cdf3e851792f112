#if CommandLine
import ArgumentParser
import Foundation
import Inspection
import ModuleLifecycle
import ModuleRegistration
import Recordings
import TerminalDashboard
import TextFormatting

/// Runs a composite without a screen, for inspectors.
struct ServeCommand: ReportingCommand {
  static let configuration = CommandConfiguration(
    commandName: "serve", abstract: "Run a map's composite without a screen, and let 'rollcall attach' look at it.",
    discussion: """
      It listens on a socket that only you can reach, until Control-C or TERM ends it. In another terminal:

        rollcall attach

      With --allow-control an attached dashboard may do all that a key of the live one does: fire every event with any \
      arguments, remove and move modules. Without it, it looks. --fire sends events at the start, so that there is \
      something to see:

        rollcall serve --fire didFinishLaunching --fire didBecomeActive

      What modules print goes to standard error, with their names. At the end all modules are let go of in reverse \
      order; asynchronous cleanups get 2 s, all together.
      """)

  @Argument(help: "The map that declares the modules.", completion: .file(extensions: ["map"]))
  var map: String = MapArgument.defaultPath

  @Flag(help: "Let attached dashboards control the composite: that is code execution on its terms.")
  var allowControl = false

  @Option(
    name: .customLong("fire"), parsing: .singleValue,
    help: ArgumentHelp("An event to fire at the start; repeatable.", valueName: "event[=args]"))
  var events: [String] = []

  @OptionGroup var recording: RecordOption

  @OptionGroup var allowances: AllowOption

  func perform() throws {
    let map = try MapArgument.load(map)
    var application = Optional(try MapArgument.makeApplication(map))
    let composite = MapArgument.composite(of: application)
    var recording: Recording?
    let inspector: Inspector
    do {
      let events = try self.events.map { try FireCommand.event(spelled: $0, in: composite.catalog) }
      let allowed = try allowances.warnings(besides: map, modules: composite.modules.map(\.name))
      recording = try self.recording.begin(composite, of: map, allowing: allowed)
      inspector = try composite.serve(allowing: allowControl ? .control : .view, directory: nil) { inspector in
        StandardError.say("\(composite.name.printable(.line)) listens, process \(getpid()): \(inspector.path)\n")
        StandardError.say("'rollcall attach \(getpid())' looks at it; Control-C ends it.\n")
        for event in events { composite.send(any: event) }
      }
    } catch {
      composite.tearDown()
      switch error {
      case let error as InspectionError: throw Failure(error.description, code: .unavailable)
      case let error as DashboardError: throw Failure(error.description, code: .unavailable)
      default: throw error
      }
    }
    Waiting.forShutDown(of: composite)
    Waiting.forReleases(of: composite)
    // A thousand modules that go are some thousand entries.
    inspector.stopAtEnd(withinMilliseconds: 3_000)
    withExtendedLifetime(application) {}
    application = nil
    try RecordOption.end(recording, saysHowMuch: true)
  }
}
#endif
