#if CommandLine
import ArgumentParser
import Dashboard
import Foundation
import ModuleLifecycle
import TerminalDashboard
import TextFormatting

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
      if json { try printJSON(settings, file) } else { try printTable(settings, file) }
    }

    private func printTable(_ settings: SettingsInForce, _ file: SettingsFile) throws {
      let place = file.path.map { "\($0.printable(.line)) \(file.exists ? "is read." : "does not exist.")" }
      let table = TextTable(
        ["setting", "value", "comes from"],
        rows: Setting.all.map { setting in
          [setting.name, setting.spelling(settings.values), settings.origin(of: setting).words]
        })
      try StandardOutput.say("\(place ?? "\(SettingsFile.variable) is empty: no file is read.")\n\n\(table.text)")
      let variables = ProcessInfo.processInfo.environment
      if settings.values.color == .automatic, variables["NO_COLOR"].map({ !$0.isEmpty }) == true {
        try StandardOutput.say("\nNO_COLOR is set: with color auto there are no colours.")
      }
    }

    private struct Report: Encodable {
      struct Value: Encodable {
        let name: String
        let value: String
        let origin: String
      }

      let file: String?
      let exists: Bool
      let settings: [Value]
    }

    private func printJSON(_ settings: SettingsInForce, _ file: SettingsFile) throws {
      let report = Report(
        file: file.path, exists: file.exists,
        settings: Setting.all.map { setting in
          .init(
            name: setting.name, value: setting.spelling(settings.values), origin: settings.origin(of: setting).words)
        })
      let encoder = JSONEncoder()
      encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
      try StandardOutput.say(String(decoding: try encoder.encode(report), as: UTF8.self))
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
      let folder = URL(filePath: path).deletingLastPathComponent()
      do {
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        let file = try ExportFile(path: path, overwrites: false, mode: 0o644)
        try file.write(Array(StarterSettings.text.utf8))
        try file.finish()
      } catch let error as ExportFileError {
        throw Failure(
          error.isOccupied ? "\(path) already exists, and was left unchanged." : error.description, code: .cannotCreate)
      } catch {
        throw Failure(
          "The folder \(folder.path(percentEncoded: false)) can't be made: \(error.localizedDescription)",
          code: .cannotCreate)
      }
      try StandardOutput.say(
        """
        Wrote \(path.printable(.line)): all settings with their defaults, each commented out with a #.

        rollcall config
            shows the current settings and where they come from.
        """)
    }
  }
}

extension SettingsInForce.Origin {
  /// The origin as `rollcall config` prints it.
  fileprivate var words: String {
    switch self {
    case .standard: "default"
    case .file(let line): "file, line \(line)"
    case .environment(let variable): variable
    }
  }
}

/// The file that `rollcall config init` writes.
enum StarterSettings {
  static var text: String {
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
#endif
