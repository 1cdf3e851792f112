#if CommandLine
import ArgumentParser
import RollcallDashboard
import Foundation
import ModuleLifecycle
import RollcallMaps
import RollcallTerminalDashboard
import RollcallTextFormatting
import RollcallRecordings

/// Opens the dashboard on a live composite.
struct RunCommand: ReportingCommand {
  static let configuration = CommandConfiguration(
    commandName: "run", abstract: "Open the dashboard on a live composite (the default).",
    discussion: """
      In the dashboard, ? lists the keys. It needs a terminal of at least 60 columns and 15 rows.

      With --plain, without a terminal, or on one of type 'dumb', it reads commands and prints what happens line by \
      line, for screen readers and other programs; 'help' lists the commands:

        printf 'fire openURL url=pay:42\\ntimings\\n' | rollcall run

      Output from modules then goes to standard error, with the modules' names. When the lines come from a file or a \
      program, each line waits for the one before it. The exit code is 1 when a handler threw, \
      a command failed, or an owner that should be gone is still alive at the end.

      At the end, all modules are released in reverse order. Asynchronous cleanups get 2 s in total; standard error \
      names those that have not ended by then. q while a handler is running abandons that handler and names it; an \
      unfinished export is discarded.
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
    let ending = try MapArgument.run(map) { composite, _ in
      options.allowedWarnings.add(
        try allowances.warnings(besides: map, modules: composite.modules.map(\.name)))
      options.recording = try recording.begin(composite, of: map, allowing: options.allowedWarnings, isShown: true)
      let ending = try composite.runDashboard(options: options)
      // Line by line, the dashboard has said it.
      for owner in composite.ownersStillAlive where !options.takesLines {
        StandardError.say("\(PlainReporter.stillAlive(owner).printable(.line))\n")
      }
      return ending
    }
    try RecordOption.end(options.recording, saysHowMuch: true)
    try ending.check(whenFailed: .firedBadly)
  }
}
#endif
