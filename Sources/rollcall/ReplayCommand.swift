#if CommandLine
import ArgumentParser
import Dashboard
import Foundation
import Recordings
import TerminalDashboard

/// Plays a recording in the dashboard.
struct ReplayCommand: ReportingCommand {
  static let configuration = CommandConfiguration(
    commandName: "replay", abstract: "Open the dashboard on a recording, and move around in it.",
    discussion: """
      A recording is the output of 'rollcall fire --json' or 'rollcall run --record'. It plays from the start at its \
      original pace, with pauses shortened to two seconds. If it would be over within two seconds, it waits for Space.

      In the dashboard, ? lists the keys. --at starts elsewhere: at a time from the start, such as 90s or 1:30, after \
      the first dispatch of an event, or at the end:

        rollcall replay storefront.rollcall --at openURL --paused

      With --plain, without a terminal, or on one of type 'dumb', it reads commands line by line, and plays only on \
      command; 'help' lists the commands:

        printf 'go end\\nmodules\\ntimings\\n' | rollcall replay storefront.rollcall

      --follow shows a recording from the start while it is being written, until q. It can be a pipe, or - for \
      standard input, such as a recording from another machine:

        ssh host tail -c +1 -f app.rollcall | rollcall replay --follow -

      If a file is damaged, it says what could not be read, and shows the rest. Without --follow, it shows only the \
      part of an unfinished file that exists at the start. Exit codes: 65 for a file that is not a recording, or has a \
      newer version; 66 when there is no readable file.
      """)

  @Argument(help: "The recording.", completion: .file(extensions: ["rollcall", "jsonl"]))
  var file: String

  @Option(help: ArgumentHelp("The speed as a multiple of real time: from 1/8 to 1,000, or max.", valueName: "factor"))
  var speed: PlaybackSpeed = .normal

  @Option(help: ArgumentHelp("Where to start.", valueName: "time|event|end"))
  var at: String?

  @Flag(help: "Start paused.")
  var paused = false

  @Flag(help: "Do not shorten pauses.")
  var realTime = false

  @Flag(help: "Show entries while they are being written.")
  var follow = false

  @OptionGroup var screen: ScreenOptions

  func perform() throws {
    guard file != "-" || follow else {
      throw Failure(
        "A recording can't be replayed from standard input: a replay moves back and forth in it. Write it to a file "
          + "first, or use --follow.", code: .usage)
    }
    if follow, at != nil || paused || realTime || speed != .normal {
      throw Failure(
        "--follow shows entries as they come. It can't be combined with --at, --speed, --paused or --real-time.",
        code: .usage)
    }
    var options = ReplayOptions(speed: speed, isPaused: paused ? true : nil)
    options.follows = follow
    if realTime { options.longestPause = nil }
    if let at { options.place = PlaybackPlace(at) ?? .next(event: at) }
    var dashboard = try screen.dashboard()
    // Keys come from the terminal even when standard input is the recording.
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
