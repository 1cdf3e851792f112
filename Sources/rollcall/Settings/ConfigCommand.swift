#if CommandLine
import ArgumentParser
import Dashboard
import Foundation
import ModuleLifecycle
import TerminalDashboard
import TextFormatting

/// The user's settings.
struct ConfigCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "config", abstract: "Show the settings that are in force, or write a file of them.",
    discussion: """
      'run', 'replay' and 'attach' read $XDG_CONFIG_HOME/rollcall/config.yaml, or ~/.config/rollcall/config.yaml. \
      ROLLCALL_CONFIG names another file; empty, it means none. Each setting has a variable of its own, too, such as \
      ROLLCALL_THEME=mono. An option on the command line comes first, then the environment, then the file.
      """,
    subcommands: [Show.self, Init.self], defaultSubcommand: Show.self)

  /// Shows what is in force.
  struct Show: ReportingCommand {
    static let configuration = CommandConfiguration(
      commandName: "show", abstract: "Show each setting, and where it comes from (the default).",
      discussion: "Exit code: 78 when the file, or a variable, is wrong.")

    @Flag(help: "As one JSON object.")
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

  /// Writes a file to begin with.
  struct Init: ReportingCommand {
    static let configuration = CommandConfiguration(
      commandName: "init", abstract: "Write a settings file that explains each setting.",
      discussion: "Every setting has its default, behind a #. A file that is there already stays as it is.")

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
          error.isOccupied ? "\(path) is there already, and stays as it is." : error.description, code: .cannotCreate)
      } catch {
        throw Failure(
          "The folder \(folder.path(percentEncoded: false)) can't be made: \(error.localizedDescription)",
          code: .cannotCreate)
      }
      try StandardOutput.say(
        """
        \(path.printable(.line)) is written: all settings with their defaults, each behind a #.

        rollcall config
            shows what is in force, and where it comes from.
        """)
    }
  }
}

extension SettingsInForce.Origin {
  /// Where a setting comes from, as `rollcall config` says it.
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
      # Settings of rollcall's dashboard, for all applications. 'rollcall config' shows what is in force.
      #
      # A setting stands here with its default, behind a #; without the # it is in force. An option on the command line comes
      # first, then the environment, as in ROLLCALL_THEME=mono, then this file. Commands that run read it when they start.

      """
    return Setting.all.reduce(head) { text, setting in
      let comment = ([setting.summary] + setting.values).map { "# \($0)\n" }.joined()
      return "\(text)\n\(comment)#\(setting.name): \(setting.spelling(DashboardSettings()))\n"
    }
  }
}
#endif
