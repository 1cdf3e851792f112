#if CommandLine
import ArgumentParser
import TerminalDashboard

/// How a dashboard shows itself: what `run` and `replay` take alike.
struct ScreenOptions: ParsableArguments {
  @Option(help: "Whether to use colours: automatic, always or never. NO_COLOR is respected.")
  var color: DashboardOptions.Color = .automatic

  @Flag(help: "Draw with ASCII only.")
  var ascii = false

  @Flag(help: "Leave the mouse to the terminal, so that it selects text; m switches it on.")
  var noMouse = false

  @Flag(help: "Take lines and say lines, in place of keys and a screen; without colours.")
  var plain = false

  /// What the dashboard is told.
  var dashboard: DashboardOptions {
    var options = DashboardOptions(programName: "rollcall", color: color, isASCIIOnly: ascii, usesMouse: !noMouse)
    if plain { options.isPlain = true }
    return options
  }
}
#endif
