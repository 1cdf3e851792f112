#if CommandLine
import ArgumentParser
import RollcallDashboard
import Foundation
import RollcallTerminalDashboard

/// Shows a recording in the dashboard.
struct ReplayCommand: ReportingCommand {
  static let configuration = CommandConfiguration(
    commandName: "replay", abstract: "Open the dashboard on a recording, and move around in it.",
    discussion: """
      A recording is the output of 'rollcall fire --json' or 'rollcall run --record'. The dashboard opens at its first \
      event. < and > go to the event before and after, f to any event.

      In the dashboard, ? lists the keys. --at starts elsewhere: at a time from the start, such as 90s or 1:30, after \
      the first dispatch of an event, or at the end:

        rollcall replay storefront.rollcall --at openURL

      With --plain, without a terminal, or on one of type 'dumb', it reads commands line by line; 'help' lists the \
      commands:

        printf 'go end\\nmodules\\ntimings\\n' | rollcall replay storefront.rollcall

      --follow shows a recording from the start while it is being written, until q. It can be a pipe, or - for \
      standard input, such as a recording from another machine:

        ssh host tail -c +1 -f app.rollcall | rollcall replay --follow -

      If a file is damaged, it says what could not be read, and shows the rest. Without --follow, it shows only the \
      part of an unfinished file that exists at the start.
      """)

  @Argument(help: "The recording.", completion: .file(extensions: ["rollcall", "jsonl"]))
  var file: String

  @Option(help: ArgumentHelp("Where to start.", valueName: "time|event|end"))
  var at: String?

  @Flag(help: "Show entries while they are being written.")
  var follow = false

  @OptionGroup var screen: ScreenOptions

  func perform() throws {
    guard file != "-" || follow else {
      throw Failure(
        "A recording can't be replayed from standard input: a replay moves back and forth in it. Write it to a file "
          + "first, or use --follow.", code: .usage)
    }
    if follow, at != nil {
      throw Failure("--follow shows entries as they come. It can't be combined with --at.", code: .usage)
    }
    var options = ReplayOptions(place: at.map { PlaybackPlace($0) ?? .next(event: $0) })
    options.follows = follow
    var dashboard = try screen.dashboard()
    // Keys come from the terminal even when standard input is the recording.
    if file == "-", dashboard.isPlain == nil, isatty(STDOUT_FILENO) != 0 { dashboard.isPlain = false }
    try Replay(of: file, options: options).run(options: dashboard).check(whenFailed: .unavailable)
  }
}
#endif
