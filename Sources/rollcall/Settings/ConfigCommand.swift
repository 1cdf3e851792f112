#if CommandLine
import ArgumentParser
import RollcallDashboard
import Foundation
import ModuleLifecycle
import RollcallTerminalDashboard
import RollcallTextFormatting

/// Shows or writes the user's settings.
struct ConfigCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "config", abstract: "Show the current settings, or write a settings file.",
    discussion: """
      'run', 'replay' and 'attach' read $XDG_CONFIG_HOME/rollcall/config.yaml, or ~/.config/rollcall/config.yaml. \
      ROLLCALL_CONFIG names another file; if it is empty, no file is read. Each setting also has a variable, such as \
      ROLLCALL_THEME=mono. Options on the command line override the environment, which overrides the file.
      """,
    subcommands: [Show.self, Init.self], defaultSubcommand: Show.self)

  /// Shows the current settings.
  struct Show: ReportingCommand {
    static let configuration = CommandConfiguration(
      commandName: "show", abstract: "Show each setting and where it comes from.",
      discussion: "Exit code: 78 when the file or a variable has a mistake.")

    @Flag(help: "Print one JSON object.")
    var json = false

    func perform() throws {
      let file = SettingsFile()
      let settings = try SettingsInForce.read(file)
      let rows = Setting.all.map { [$0.name, $0.spelling(settings.values), settings.origin(of: $0)] }
      if json {
        let report: [String: EventValue] = [
          "file": file.path.map(EventValue.string) ?? .null, "exists": .bool(file.exists),
          "settings": .array(
            rows.map { .object(["name": .string($0[0]), "value": .string($0[1]), "origin": .string($0[2])]) }),
        ]
        return try StandardOutput.say(EventValue.object(report).json.printableJSON)
      }
      let place = file.path.map { "\($0.printable(.line)) \(file.exists ? "is read." : "does not exist.")" }
      let table = TextTable(["setting", "value", "comes from"], rows: rows)
      try StandardOutput.say("\(place ?? "\(SettingsFile.variable) is empty: no file is read.")\n\n\(table.text)")
      if settings.values.color == .automatic, ProcessInfo.processInfo.environment["NO_COLOR"]?.isEmpty == false {
        try StandardOutput.say("\nNO_COLOR is set: with color auto there are no colours.")
      }
    }
  }

  /// Writes a starter settings file.
  struct Init: ReportingCommand {
    static let configuration = CommandConfiguration(
      commandName: "init", abstract: "Write a settings file that explains each setting.",
      discussion: "Every setting has its default and is commented out with a #. An existing file is left unchanged.")

    func perform() throws {
      guard let path = SettingsFile().path else {
        throw Failure(
          "\(SettingsFile.variable) is empty, so there is no file to write. Unset it.", code: .configuration)
      }
      if SettingsFile().exists {
        throw Failure("\(path) already exists, and was left unchanged.", code: .cannotCreate)
      }
      try makeFolder(URL(filePath: path).deletingLastPathComponent(), isDeep: true)
      try ExportFile.write(Self.starter, to: path, overwrites: false)
      try StandardOutput.say(
        """
        Wrote \(path.printable(.line)): all settings with their defaults, each commented out with a #.

        rollcall config
            shows the current settings and where they come from.
        """)
    }

    /// The contents of the file.
    private static var starter: String {
      let head = """
        # Settings of rollcall's dashboard, for all applications. 'rollcall config' shows the current settings.
        #
        # Each setting is commented out and shows its default; remove the # to set it. Options on the command line
        # override the environment (ROLLCALL_THEME=mono), which overrides this file. It is read when a command starts.

        """
      return Setting.all.reduce(head) { text, setting in
        let comment = ([setting.summary] + setting.values).map { "# \($0)\n" }.joined()
        return "\(text)\n\(comment)#\(setting.name): \(setting.spelling(DashboardSettings()))\n"
      }
    }
  }
}
#endif
