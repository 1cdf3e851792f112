#if CommandLine
import ArgumentParser
import Foundation
import Inspection
import ModuleLifecycle
import Recordings
import TerminalDashboard
import TextFormatting

/// Opens the dashboard on an application that is already running.
struct AttachCommand: ReportingCommand {
  static let configuration = CommandConfiguration(
    commandName: "attach", abstract: "Open the dashboard on an app that is already running.",
    discussion: """
      The app says, in one line: try composite.startInspector(name: "Storefront"). 'rollcall serve' runs a map's \
      composite that can be attached to. Both listen on a socket that only their own user can reach; there is no port.

      Without a name or a process number it attaches to the only app that listens; of several it prints the list. It \
      works while the app's main actor hangs: the handler that is at work is shown at once.

      On another machine: ssh -t HOST rollcall attach. In a container: run it inside, as the same user. What the dashboard \
      may do, the app decides: by default it looks. --read-only asks for no more than that.

      When the app goes, the screen says how, and keeps what it knew. When an app with the same name and program comes \
      back, it is attached to again; C then asks for control. --once ends with the app instead.

      Sockets are looked for in $ROLLCALL_SOCKETS, $XDG_RUNTIME_DIR/rollcall and /tmp/rollcall-UID. Exit codes: 69 when \
      no app listens, or it does not answer; 64 when a name fits none or several.
      """)

  @Argument(help: ArgumentHelp("The app's name, or its process number.", valueName: "name|pid"))
  var target: String?

  @Flag(help: "List the apps that listen, and attach to none.")
  var list = false

  @Flag(help: "With --list: one JSON object a line.")
  var json = false

  @Option(help: ArgumentHelp("The app's socket, as one that ssh forwards.", valueName: "path"), completion: .file())
  var socket: String?

  @Flag(help: "Look, and change nothing, whatever the app allows.")
  var readOnly = false

  @Flag(help: "End when the app has gone, in place of waiting for it to come back.")
  var once = false

  @OptionGroup var recording: RecordOption

  @OptionGroup var screen: ScreenOptions

  func validate() throws {
    if json, !list { throw ValidationError("--json is for --list.") }
    if socket != nil, target != nil { throw ValidationError("--socket names the app already; leave the name out.") }
    if list, socket != nil { throw ValidationError("--list looks in the folders, and --socket names one socket.") }
  }

  func perform() throws {
    let folders = SocketFolder.all()
    if list { return try printList(in: folders) }
    var options = Attach.Options()
    options.role = readOnly ? .view : .control
    (options.isOnce, options.folders) = (once, folders)
    (options.recording, options.overwrites) = (recording.record, recording.overwrite)
    let path = try socket ?? choose(in: folders).path
    let dashboard = try screen.dashboard()
    let ending: DashboardEnding
    do throws(Attach.Failure) {
      ending = try Attach(to: path, options).run(dashboard)
    } catch {
      switch error {
      case .application(let error): throw Failure(error.description, code: .unavailable)
      case .recording(let problem): throw Failure(problem, code: .cannotCreate)
      case .terminal(let error):
        throw Failure(
          lines: [error.description, "Without a screen, 'rollcall attach --plain' does the same line by line."],
          code: .unavailable)
      }
    }
    try ending.check(whenFailed: .firedBadly)
  }

  /// The application that is meant.
  private func choose(in folders: [SocketFolder]) throws -> RunningApplication {
    let all = try applications(in: folders)
    guard let target else {
      if all.count == 1 { return all[0] }
      throw Failure(
        text: "\(all.count) apps listen. Name one, or its process:\n\(ApplicationTable.text(of: all))", code: .usage)
    }
    let meant = all.filter { String($0.process) == target || $0.hello?.application == target }
    if meant.count == 1 { return meant[0] }
    if meant.count > 1 {
      throw Failure(
        text: "\(meant.count) apps are named '\(target.printable(.line))'. Give the process number of one:\n"
          + ApplicationTable.text(of: meant), code: .usage)
    }
    let names = all.compactMap { $0.hello?.application }
    let near = NearestName.suggestion(for: target, among: names)
    throw Failure(
      text: ["No app that listens is named '\(target.printable(.line))', or is that process.", near]
        .filter { !$0.isEmpty }.joined(separator: " ") + "\n" + ApplicationTable.text(of: all), code: .usage)
  }

  /// Those that listen; at least one.
  private func applications(in folders: [SocketFolder]) throws -> [RunningApplication] {
    let found = RunningApplication.all(in: folders)
    if !found.isEmpty { return found }
    let harm = folders.compactMap(\.harm)
    throw Failure(lines: harm + [Self.none], code: .unavailable)
  }

  private static let none =
    "No app listens. An app that links Rollcall listens with one line, try composite.startInspector(); "
    + "'rollcall serve' runs a map's composite that does."

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
