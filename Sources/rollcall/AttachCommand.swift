#if CommandLine
import ArgumentParser
import Foundation
import RollcallInspection
import ModuleLifecycle
import RollcallRecordings
import RollcallTerminalDashboard
import RollcallTextFormatting

/// Opens the dashboard on an application that is already running.
struct AttachCommand: ReportingCommand {
  static let configuration = CommandConfiguration(
    commandName: "attach", abstract: "Open the dashboard on an app that is already running.",
    discussion: """
      The app needs one line of code: try composite.startInspector(name: "Storefront"). For a map, 'rollcall serve' \
      runs a composite that you can attach to. Both listen on a socket that only the same user can open; there is no \
      port.

      Without a name or process number, it attaches to the only app that listens; if several listen, it prints the \
      list. It works even while the app's main actor hangs, and shows the running handler at once.

      On another machine: ssh -t HOST rollcall attach. In a container: run it inside, as the same user. \
      The dashboard only looks until you ask for control, with C or --control. The app decides whether it gets it.

      When the app exits, the screen says how, and keeps the last data. When an app with the same name and program \
      starts, the dashboard attaches again; C then asks for control. --once ends with the app instead.

      --json is for scripts. Standard output gets each line of the app, as the protocol says, and a line of type \
      'contact' when the app hangs, goes or is silent; when it is back, its 'hello'. Each line of standard input is a \
      request, or is answered with what is wrong with it. It runs until a signal ends it, or nothing reads its output. \
      With --once, it prints one object instead, which says how the app stands now, also while it hangs, and ends. \
      With --list, one object for each app.

      It searches for sockets in $ROLLCALL_SOCKETS, $XDG_RUNTIME_DIR/rollcall and /tmp/rollcall-UID.
      """)

  @Argument(help: ArgumentHelp("The app's name or process number.", valueName: "name|pid"))
  var target: String?

  @Flag(help: "List the apps that listen, without attaching.")
  var list = false

  @Flag(help: "Print lines of JSON: the app's; with --once, how it stands now; with --list, one for each app.")
  var json = false

  @Option(help: ArgumentHelp("The app's socket, such as one forwarded by ssh.", valueName: "path"), completion: .file())
  var socket: String?

  @Flag(help: "Ask the app for control at once, as C does later.")
  var control = false

  @Flag(help: "End when the app exits, instead of waiting for it to return; with --json, at once.")
  var once = false

  @OptionGroup var recording: RecordOption

  @OptionGroup var screen: ScreenOptions

  func validate() throws {
    if json, screen.isUsed {
      throw ValidationError("--json shows no screen; leave --theme, --color, --ascii, --no-mouse and --plain out.")
    }
    if json, once, control || recording.record != nil {
      throw ValidationError("--once --json only looks; leave --control and --record out.")
    }
    if list, once || control || recording.record != nil {
      throw ValidationError("--list only lists; leave --once, --control and --record out.")
    }
    if socket != nil, target != nil { throw ValidationError("--socket already names the app; leave the name out.") }
    if list, socket != nil { throw ValidationError("--list searches the socket folders; leave --socket out.") }
  }

  func perform() throws {
    let folders = SocketFolder.all()
    if list { return try printList(in: folders) }
    var options = Attach.Options()
    options.role = control ? .control : .view
    (options.isOnce, options.folders) = (once, folders)
    (options.recording, options.overwrites) = (recording.record, recording.overwrite)
    let path = try socket ?? choose(in: folders).path
    let attach = Attach(to: path, options)
    if json, once { return try StandardOutput.say(attach.snapshot().printableJSON) }
    if json {
      return try attach.passLines { try StandardOutput.write(Array($0.utf8)) }.check(whenFailed: .firedBadly)
    }
    try attach.run(try screen.dashboard()).check(whenFailed: .firedBadly)
  }

  /// The application that the user means.
  private func choose(in folders: [SocketFolder]) throws -> RunningApplication {
    let all = RunningApplication.all(in: folders)
    if all.isEmpty { throw Failure(lines: folders.compactMap(\.harm) + [Self.none], code: .unavailable) }
    let meant = target.map { name in all.filter { String($0.process) == name || $0.hello?.application == name } } ?? all
    if meant.count == 1 { return meant[0] }
    let problem =
      if let target, meant.isEmpty {
        "No app that listens has the name or process number '\(target.printable(.line))'. "
          + NearestName.suggestion(for: target, among: all.compactMap { $0.hello?.application })
      } else if let target {
        "\(meant.count) apps are named '\(target.printable(.line))'. Give the process number of one:"
      } else {
        "\(all.count) apps listen. Give the name or process number of one:"
      }
    throw Failure(text: "\(problem)\n\(ApplicationTable.text(of: meant.isEmpty ? all : meant))", code: .usage)
  }

  private static let none =
    "No app listens. An app that links Rollcall needs one line, try composite.startInspector(); "
    + "for a map, run 'rollcall serve'."

  private func printList(in folders: [SocketFolder]) throws {
    let found = RunningApplication.all(in: folders)
    for harm in folders.compactMap(\.harm) { StandardError.say("\(harm.printable(.line))\n") }
    if json {
      for application in found { try StandardOutput.say(ApplicationTable.json(of: application)) }
    } else if found.isEmpty {
      StandardError.say("\(Self.none)\n")
    } else {
      try StandardOutput.say(ApplicationTable.text(of: found))
    }
  }
}
#endif
