#if CommandLine
import ArgumentParser
import Foundation
import ModuleLifecycle
import ModuleRegistration
import TerminalDashboard
import TextFormatting

/// Writes a map to begin with.
struct InitCommand: ReportingCommand {
  static let configuration = CommandConfiguration(
    commandName: "init", abstract: "Write a map to begin with, and say what to do next.",
    discussion: """
      The map is valid as it is, and explains itself: a main module, modules that must come after others, budgets, \
      scripted modules and what they own, and how to name modules of your own.

      A file that is there already stays as it is, unless --overwrite is given.
      """)

  @Argument(help: "The file to write.", completion: .file(extensions: ["map"]))
  var file: String = MapArgument.defaultPath

  @Flag(help: "Take the place of a file that is there already.")
  var overwrite = false

  func perform() throws {
    try write()
    let map = try MapArgument.load(file)
    let modules = CountText.format(map.modules.count, "module")
    let name = file == MapArgument.defaultPath ? "" : " \(Self.quoted(file).printable(.line))"
    try StandardOutput.say(
      """
      \(file.printable(.line)) is written: \(modules) of \(map.application.name.printable(.line)).

      rollcall check\(name)
          says whether it is right, and in which order the modules are called.
      rollcall\(name.isEmpty ? "" : " run")\(name)
          opens the dashboard on it: f fires an event.
      """)
  }

  private func write() throws {
    do throws(ExportFileError) {
      let map = try ExportFile(path: file, overwrites: overwrite, mode: 0o644)
      try map.write(Array(StarterMap.text.utf8))
      try map.finish()
    } catch {
      throw Failure(Self.problem(with: file, error.code), code: error.exitCode)
    }
  }

  /// Why a file could not be written, and what may be done about it.
  private static func problem(with file: String, _ code: Int32) -> String {
    let folder = file.lastIndex(of: "/").map { $0 == file.startIndex ? "/" : String(file[..<$0]) } ?? "."
    switch code {
    case EEXIST: return "\(file) is there already, and stays as it is. --overwrite takes its place."
    case ENOENT, ENOTDIR: return "\(file) can't be written: there is no folder \(folder)."
    case EISDIR: return "\(file) can't be written: it is a folder. Name a file in it: \(named(in: file))."
    case 0: return "\(file) can't be written: it is no file that could be replaced."
    default: return "\(file) can't be written: \(SystemError.words(code))."
    }
  }

  private static func named(in folder: String) -> String {
    quoted(folder.hasSuffix("/") ? folder + MapArgument.defaultPath : "\(folder)/\(MapArgument.defaultPath)")
  }

  /// A path as a shell takes it for one word.
  static func quoted(_ path: String) -> String {
    let plain = path.allSatisfy { $0.isASCII && ($0.isLetter || $0.isNumber || "/._-+,:@".contains($0)) }
    return plain && !path.isEmpty ? path : "'\(path.replacing("'", with: #"'\''"#))'"
  }
}

/// The map that `rollcall init` writes: small, valid, and with an example of everything that most maps need.
enum StarterMap {
  static let text = """
    # The modules of an application, in dispatch order: every event visits them from top to bottom.
    #
    # `rollcall check` says whether this file is right, and in which order its modules are called. `rollcall` opens the
    # dashboard on it: f fires an event, x removes a module, ? explains the keys. Without a screen,
    # `rollcall fire didFinishLaunching openURL=url:pay:42` does the same once. `rollcall events` lists the events.

    application: { name: MyApp }

    # Exactly one module is the main one: it owns the window and can't be removed.
    main: Scene

    # How long an event may take, all its handlers together, before there is a warning. All others may take what iOS gives
    # them.
    budgets: { didFinishLaunching: 400ms, openURL: 100ms }

    modules:
      # A scripted module needs no Swift: what it does at which event stands here, and what it owns.
      - Analytics:
          type: Scripted
          handles:
            didFinishLaunching: { takes: 5ms }                     # asleep; `burns: 5ms` would use the processor
            didEnterBackground: { prints: 3 events were saved }
          owns:
            - task: upload

      - Scene:
          type: Scripted
          handles:
            didFinishLaunching: { answers: yes }
            openURL: { answers: yes, when: "https:*" }             # abstains from all other links

      # Called after Session, although it stands before it.
      - Payments:
          type: Scripted
          after: [Session]
          handles:
            didFinishLaunching: { takes: 12ms, answers: yes }
            openURL: { takes: 3ms, answers: yes, when: "pay:*" }
            didReceiveMemoryWarning: { throws: ledger locked }     # the other modules are called all the same
          owns:
            - timer: { name: receipts, every: 1s }

      # What it owns is given back when it goes: last in, first out.
      - Session:
          type: Scripted
          handles:
            didFinishLaunching: { answers: yes }
          owns:
            - file: tokens
            - observer: userDidLogOut

      # A type that comes with rollcall, with a setting of its own.
      - Heartbeat: { every: 1s }

    # Your own modules are types in Swift. An executable of your own, which links ModuleRegistration and TerminalDashboard,
    # registers them by name and makes the application from this file:
    #
    #   var registry = ModuleRegistry()
    #   registry.register("Feed", summary: "What is new.") { _ in Feed() }
    #   let map = try ModuleMap.load(contentsOf: "Modules.map", registry: registry)
    #   let application = try registry.makeApplication(from: map)
    #
    # Then `- Feed` stands in the list above like any other, or `- Downloads: { type: Feed }` under another name.

    """
}
#endif
