#if CommandLine
import ArgumentParser
import Foundation
import ModuleLifecycle
import ModuleRegistration
import TerminalDashboard
import TextFormatting

/// Writes a starter map.
struct InitCommand: ReportingCommand {
  static let configuration = CommandConfiguration(
    commandName: "init", abstract: "Write a starter map, and say what to do next.",
    discussion: """
      The map is valid, and explains itself: it shows a main module, modules that must come after others, budgets, \
      scripted modules and the objects they own, and how to name your own modules.

      An existing file is left unchanged, unless --overwrite is given.
      """)

  @Argument(help: "The file to write.", completion: .file(extensions: ["map"]))
  var file: String = MapArgument.defaultPath

  @Flag(help: "Replace an existing file.")
  var overwrite = false

  func perform() throws {
    try write()
    let map = try MapArgument.load(file)
    let modules = CountText.format(map.modules.count, "module")
    let name = file == MapArgument.defaultPath ? "" : " \(Self.quoted(file).printable(.line))"
    try StandardOutput.say(
      """
      Wrote \(file.printable(.line)): \(modules) of \(map.application.name.printable(.line)).

      rollcall check\(name)
          checks it, and shows the order in which the modules are called.
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

  /// Says why a file could not be written, and what to do about it.
  private static func problem(with file: String, _ code: Int32) -> String {
    let folder = file.lastIndex(of: "/").map { $0 == file.startIndex ? "/" : String(file[..<$0]) } ?? "."
    switch code {
    case EEXIST: return "\(file) already exists, and was left unchanged. --overwrite replaces it."
    case ENOENT, ENOTDIR: return "\(file) can't be written: there is no folder \(folder)."
    case EISDIR: return "\(file) can't be written: it is a folder. Name a file in it: \(named(in: file))."
    case 0: return "\(file) can't be written: it is not a regular file."
    default: return "\(file) can't be written: \(SystemError.words(code))."
    }
  }

  private static func named(in folder: String) -> String {
    quoted(folder.hasSuffix("/") ? folder + MapArgument.defaultPath : "\(folder)/\(MapArgument.defaultPath)")
  }

  /// A path, quoted if necessary so that a shell reads it as one word.
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
    # `rollcall check` validates this file, and shows the order in which its modules are called. `rollcall` opens the
    # dashboard on it: f fires an event, x removes a module, ? explains the keys. Without a screen,
    # `rollcall fire didFinishLaunching openURL=url:pay:42` does the same once. `rollcall events` lists the events.

    application: { name: MyApp }

    # Exactly one module is the main one: it owns the window and can't be removed.
    main: Scene

    # How long all handlers of an event may take together before there is a warning. The other events have default
    # budgets: the time that iOS allows.
    budgets: { didFinishLaunching: 400ms, openURL: 100ms }

    modules:
      # A scripted module needs no Swift: this list says what it does at each event, and what it owns.
      - Analytics:
          type: Scripted
          handles:
            didFinishLaunching: { takes: 5ms }                     # sleeps; `burns: 5ms` would use the processor
            didEnterBackground: { prints: 3 events were saved }
          owns:
            - task: upload

      - Scene:
          type: Scripted
          handles:
            didFinishLaunching: { answers: yes }
            openURL: { answers: yes, when: "https:*" }             # abstains from all other links

      # Called after Session, although it is listed before it.
      - Payments:
          type: Scripted
          after: [Session]
          handles:
            didFinishLaunching: { takes: 12ms, answers: yes }
            openURL: { takes: 3ms, answers: yes, when: "pay:*" }
            didReceiveMemoryWarning: { throws: ledger locked }     # the other modules are still called
          owns:
            - timer: { name: receipts, every: 1s }

      # The objects it owns are cleaned up when it is released: last in, first out.
      - Session:
          type: Scripted
          handles:
            didFinishLaunching: { answers: yes }
          owns:
            - file: tokens
            - observer: userDidLogOut

      # A type that comes with rollcall, with its own setting.
      - Heartbeat: { every: 1s }

    # Your own modules are Swift types. Your executable, which links ModuleRegistration and TerminalDashboard, registers
    # them by name and creates the application from this file:
    #
    #   var registry = ModuleRegistry()
    #   registry.register("Feed", summary: "What is new.") { _ in Feed() }
    #   let map = try ModuleMap.load(contentsOf: "Modules.map", registry: registry)
    #   let application = try registry.makeApplication(from: map)
    #
    # Then you can add `- Feed` to the list above, or `- Downloads: { type: Feed }` under another name.

    """
}
#endif
