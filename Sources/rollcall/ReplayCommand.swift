#if CommandLine
import ArgumentParser
import Dashboard
import Foundation
import Recordings
import TerminalDashboard

/// Plays a recording.
struct ReplayCommand: ReportingCommand {
  static let configuration = CommandConfiguration(
    commandName: "replay", abstract: "Open the dashboard on a recording, and go about in it.",
    discussion: """
      A recording is what 'rollcall fire --json' prints, or 'rollcall run --record' writes. It is played from its \
      beginning as it happened; where nothing happened for longer than two seconds, it goes on after two. One that would \
      be over within two seconds waits for Space.

      In the dashboard, ? lists the keys. --at begins elsewhere: at a time from the beginning, such as 90s or 1:30, \
      after the first of an event's dispatches, or at the end:

        rollcall replay storefront.rollcall --at openURL --paused

      With --plain, without a terminal, or on one of the type 'dumb', it reads commands line by line, and plays when it \
      is told to; 'help' lists the commands:

        printf 'go end\\nmodules\\ntimings\\n' | rollcall replay storefront.rollcall

      --follow shows a recording that is still being written as it comes, from its beginning, until q; a pipe will do, \
      and - is standard input, from which a recording comes from elsewhere:

        ssh host tail -c +1 -f app.rollcall | rollcall replay --follow -

      What could not be read of a file that is damaged is said, and the rest is shown. Of one that is still being \
      written, as much is shown as there was at the beginning. Exit codes: 65 for a file that is no recording, or one of \
      a newer version; 66 where there is no file that can be read.
      """)

  @Argument(help: "The recording.", completion: .file(extensions: ["rollcall", "jsonl"]))
  var file: String

  @Option(help: ArgumentHelp("How many times as fast as it happened: from 1/8 to 1,000, or max.", valueName: "factor"))
  var speed: PlaybackSpeed = .normal

  @Option(help: ArgumentHelp("Where to begin.", valueName: "time|event|end"))
  var at: String?

  @Flag(help: "Stand still until it is played.")
  var paused = false

  @Flag(help: "Do not shorten pauses.")
  var realTime = false

  @Flag(help: "Show what comes while it is written.")
  var follow = false

  @OptionGroup var screen: ScreenOptions

  func perform() throws {
    guard file != "-" || follow else {
      throw Failure(
        "A recording can't be replayed from standard input: a replay goes back and forth in it. Write it to a file "
          + "first, or follow it with --follow.", code: .usage)
    }
    if follow, at != nil || paused || realTime || speed != .normal {
      throw Failure(
        "What is followed is shown as it comes: --follow can't be combined with --at, --speed, --paused or --real-time.",
        code: .usage)
    }
    var options = ReplayOptions(speed: speed, isPaused: paused ? true : nil)
    options.follows = follow
    if realTime { options.longestPause = nil }
    if let at { options.place = PlaybackPlace(at) ?? .next(event: at) }
    var dashboard = try screen.dashboard()
    // Keys come from the terminal, whatever standard input is.
    if file == "-", dashboard.isPlain == nil, isatty(STDOUT_FILENO) != 0 { dashboard.isPlain = false }
    let ending: DashboardEnding
    do throws(Replay.Failure) {
      ending = try Replay(of: file, options: options).run(options: dashboard)
    } catch {
      throw Failure(lines: error.sentences, code: error.code)
    }
    try ending.check(whenFailed: .unavailable)
  }
}

extension Replay.Failure {
  fileprivate var sentences: [String] {
    guard case .terminal = self else { return [description] }
    return [description, "Without a screen, 'rollcall replay --plain' does the same line by line."]
  }

  fileprivate var code: Failure.Code {
    switch self {
    case .event: .usage
    case .terminal: .unavailable
    case .recording(let error): error.exitCode
    }
  }
}
#endif
