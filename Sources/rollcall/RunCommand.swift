#if CommandLine
import ArgumentParser
import Foundation
import ModuleLifecycle
import ModuleRegistration
import TerminalDashboard
import TextFormatting
import Recordings

/// Opens the dashboard.
struct RunCommand: ReportingCommand {
  static let configuration = CommandConfiguration(
    commandName: "run", abstract: "Open the dashboard on a live composite (the default).",
    discussion: """
      In the dashboard, ? lists the keys. It needs a terminal of at least 60 columns and 15 rows.

      With --plain, without a terminal, or on one of the type 'dumb', it reads commands line by line and says line by \
      line what happens, as a screen reader or another program wants it; 'help' lists the commands:

        printf 'fire openURL url=pay:42\\ntimings\\n' | rollcall run

      What modules print goes to standard error then, with their names. Of lines that nobody typed each waits for the one before it; the \
      exit code is 1 when a handler threw or a command failed, 64 when a line could not be understood.

      With --record, everything is written to a file, from the modules' registration to their end, which R in the \
      dashboard can stop earlier; without it, R begins a recording. Nothing of it holds the application up.

      At the end all modules are let go of in reverse order. Asynchronous cleanups get 2 s, all together; standard error \
      names those that have not ended by then. q while a handler is at work leaves it, and names it; an export that is not \
      whole then is given up.
      """)

  @Argument(help: "The map that declares the modules.", completion: .file(extensions: ["map"]))
  var map: String = MapArgument.defaultPath

  @OptionGroup var screen: ScreenOptions

  @OptionGroup var recording: RecordOption

  @OptionGroup var allowances: AllowOption

  func perform() throws {
    var options = try screen.dashboard()
    options.leavesHandlers = true
    let map = try MapArgument.load(map)
    var application = Optional(try MapArgument.makeApplication(map))
    let composite = MapArgument.composite(of: application)
    let ending: DashboardEnding
    do {
      options.allowedWarnings.add(
        try allowances.warnings(besides: map, modules: composite.modules.map(\.name)))
      options.recording = try recording.begin(composite, of: map, allowing: options.allowedWarnings)
      ending = try composite.runDashboard(options: options)
    } catch {
      composite.tearDown()
      guard let error = error as? DashboardError else { throw error }
      throw Failure(
        lines: [error.description, "Without a screen, 'rollcall run --plain' does the same line by line."],
        code: .unavailable)
    }
    for owner in composite.ownersStillAlive {
      StandardError.say("\(owner.printable(.line)) should be gone and is still alive: somebody holds it.\n")
    }
    Waiting.forShutDown(of: composite)
    // It owns the composite as its delegate: that it lets go of it belongs into the recording.
    withExtendedLifetime(application) {}
    application = nil
    try RecordOption.end(options.recording, saysHowMuch: true)
    try ending.check(whenFailed: .firedBadly)
  }
}
#endif
