#if CommandLine
import ArgumentParser
import Foundation
import ModuleLifecycle
import RollcallMaps
import RollcallTerminalDashboard
import RollcallTextFormatting

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
    try ExportFile.write(Self.starter, to: file, overwrites: overwrite)
    let map = try MapArgument.load(file)
    let modules = CountText.format(map.modules.count, "module")
    let name = file == MapArgument.defaultPath ? "" : " \(quotedFile.printable(.line))"
    try StandardOutput.say(
      """
      Wrote \(file.printable(.line)): \(modules) of \(map.application.name.printable(.line)).

      rollcall check\(name)
          checks it, and shows the order in which the modules are called.
      rollcall\(name.isEmpty ? "" : " run")\(name)
          opens the dashboard on it: f fires an event.
      """)
  }

  /// The path, quoted if necessary so that a shell reads it as one word.
  private var quotedFile: String {
    let plain = file.allSatisfy { $0.isASCII && ($0.isLetter || $0.isNumber || "/._-+,:@".contains($0)) }
    return plain && !file.isEmpty ? file : "'\(file.replacing("'", with: #"'\''"#))'"
  }

  /// The map: small, valid, and with an example of everything that most maps need.
  private static let starter = """
    # The modules of an application, in dispatch order: every event visits them from top to bottom.
    # 'rollcall check' validates this file, 'rollcall' opens the dashboard on it, and 'rollcall events' lists the events.

    application: { name: MyApp }

    # Exactly one module is the main one: it owns the window and can't be removed.
    main: Scene

    # How long all handlers of an event may take together before there is a warning. The other events have the time that
    # iOS allows.
    budgets: { didFinishLaunching: 400ms, openURL: 100ms }

    modules:
      # A scripted module needs no Swift: this list says what it does at each event, and what it owns.
      - Analytics:
          type: Scripted
          handles:
            didFinishLaunching: { takes: 5ms }                     # sleeps; `burns: 5ms` would use the processor
            didEnterBackground: { prints: 3 events were saved }
          owns: [task: upload]

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
            openURL: { takes: 3ms, answers: yes, when: "pay:*" }
            didReceiveMemoryWarning: { throws: ledger locked }     # the other modules are still called
          owns: [timer: { name: receipts, every: 1s }]

      # The objects it owns are cleaned up when it is released: last in, first out.
      - Session: { type: Scripted, owns: [file: tokens, observer: userDidLogOut] }

      # A type that comes with rollcall, with its own setting.
      - Heartbeat: { every: 1s }

    # Your own modules are Swift types. Your program registers them in a ModuleRegistry by name, such as "Feed", and loads
    # this file with ModuleMap.load. Then you can add `- Feed` above, or `- Downloads: { type: Feed }` under another name.

    """
}
#endif
