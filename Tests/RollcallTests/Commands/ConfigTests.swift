import Foundation
import RollcallTestingAdditions
import Testing

/// `rollcall config`, the settings file and the environment variables.
@Suite(.inTurn, .serialized) struct ConfigTests {
  /// Runs with a settings file.
  private func run(
    _ arguments: String..., file: String?, _ environment: [String: String?] = [:]
  ) async throws -> Rollcall {
    let folder = try TemporaryFolder()
    if let file { try folder.write(file, to: "config.yaml") }
    try folder.write(Maps.shop, to: "Modules.map")
    return try await Rollcall.run(
      arguments, in: folder,
      environment: environment.merging(["ROLLCALL_CONFIG": "config.yaml"]) { given, _ in given })
  }

  // MARK: Settings in force

  @Test func theEnvironmentComesBeforeTheFileAndTheFileBeforeDefaults() async throws {
    let run = try await run(
      "config", file: "theme: mono\nmouse: off\nwindow: 200\n",
      ["ROLLCALL_THEME": "contrast", "ROLLCALL_COLUMNS": "[p95, max]", "ROLLCALL_SORT": ""])
    #expect(run.status == 0 && run.errors == "", "\(run)")
    expectEqual(
      run.output,
      """
      config.yaml is read.

       setting  value       comes from
       theme    contrast    ROLLCALL_THEME
       color    auto        default
       glyphs   auto        default
       mouse    off         file, line 2
       sort     order       default
       columns  [p95, max]  ROLLCALL_COLUMNS
       window   200         file, line 3
       allow    []          default

      """)
  }

  @Test func jsonHasTheSameSettings() async throws {
    let run = try await run("config", "--json", file: "theme: mono")
    #expect(run.status == 0 && run.errors == "", "\(run)")
    #expect(
      run.output.hasPrefix(
        #"{"exists":true,"file":"config.yaml","settings":[{"name":"theme","origin":"file, line 1","value":"mono"},"#))
  }

  /// Nothing writes to it, so that reading it would never end.
  @Test(.timeLimit(.minutes(10)), arguments: [["config"], ["run"]])
  func aPipeIsNoSettingsFile(command: [String]) async throws {
    let folder = try TemporaryFolder()
    try folder.write(Maps.shop, to: "Modules.map")
    try FileManager.default.createDirectory(atPath: folder.path(of: "rollcall"), withIntermediateDirectories: false)
    let path = folder.path(of: "rollcall/config.yaml")
    expectEqual(unsafe mkfifo(path, 0o600), 0)
    for environment in [["ROLLCALL_CONFIG": path], ["ROLLCALL_CONFIG": nil, "XDG_CONFIG_HOME": folder.path]] {
      let run = try await Rollcall.run(command, in: folder, environment: environment)
      let said = "\(path): this is a pipe. Give the path of a regular file.\n"
      #expect(run.status == 78 && run.output == "" && run.errors == said, "\(run)")
    }
  }

  @Test func aMissingFileIsAnErrorOnlyWhenItIsNamed() async throws {
    let folder = try TemporaryFolder()
    let path = folder.path(of: "rollcall/config.yaml")
    let missing = try await Rollcall.run(
      ["config"], in: folder, environment: ["ROLLCALL_CONFIG": nil, "XDG_CONFIG_HOME": folder.path])
    #expect(missing.status == 0 && missing.lines[0] == "\(path) does not exist.", "\(missing)")
    let named = try await run("config", file: nil)
    #expect(named.status == 78 && named.output == "", "\(named)")
    expectEqual(
      named.errors, "config.yaml: there is no such file. ROLLCALL_CONFIG names it; 'rollcall config init' writes it.\n")
    let none = try await run("config", file: nil, ["ROLLCALL_CONFIG": "", "NO_COLOR": "1"])
    expectEqual(none.lines[0], "ROLLCALL_CONFIG is empty: no file is read.", "\(none)")
    #expect(none.output.hasSuffix("\n\nNO_COLOR is set: with color auto there are no colours.\n"), "\(none)")
  }

  @Test(arguments: ["/relative", "relative", "", nil]) func theSettingsFolderMustBeAnAbsolutePath(folder: String?)
    async throws
  {
    let home = try TemporaryFolder()
    let run = try await Rollcall.run(
      ["config"], in: home,
      environment: ["ROLLCALL_CONFIG": nil, "HOME": "/home/of", "XDG_CONFIG_HOME": folder])
    let path = folder == "/relative" ? "/relative/rollcall/config.yaml" : "/home/of/.config/rollcall/config.yaml"
    expectEqual(run.lines[0], "\(path) does not exist.", "\(run)")
  }

  // MARK: Mistakes

  @Test(
    arguments: [
      (
        "theme: mono\ntehme: mono\n",
        """
        config.yaml:2:1: a settings file has no key 'tehme'.
            2 | tehme: mono
              | ^
        Did you mean 'theme'?
        """
      ),
      (
        "theme: mon",
        """
        config.yaml:1:8: 'theme' can't be 'mon'.
            1 | theme: mon
              |        ^
        Did you mean 'mono'?
        """
      ),
      (
        "columns:\n  - p95\n  - p96\n",
        """
        config.yaml:3:5: 'columns' can't be 'p96'.
            3 |   - p96
              |     ^
        Did you mean 'p95' or 'p99'?
        """
      ),
      (
        "mouse:",
        """
        config.yaml:1:7: 'mouse' must be a text, not nothing.
            1 | mouse:
              |       ^
        """
      ),
      (
        "theme: [mono]",
        """
        config.yaml:1:8: 'theme' must be a text, not a list.
            1 | theme: [mono]
              |        ^
        """
      ),
      (
        "columns: []",
        """
        config.yaml:1:10: 'columns' is empty.
            1 | columns: []
              |          ^
        """
      ),
      (
        "allow: [{ handlerThrew: Push }]",
        """
        config.yaml:1:9: 'allow' must be a text or a list of texts, not a mapping.
            1 | allow: [{ handlerThrew: Push }]
              |         ^
        """
      ),
      (
        "- theme\n",
        """
        config.yaml:1:1: a settings file must be a mapping, not a list.
            1 | - theme
              | ^
        """
      ),
      (
        "theme: mono\ntheme: mono\n",
        """
        config.yaml:2:1: the key 'theme' appears here again; the first is on line 1. Keep one.
            2 | theme: mono
              | ^
        There may be more: the rest was not read.
        """
      ),
      (
        "theme: \"mono",
        """
        config.yaml:1:13: the quotes that were opened are not closed before the end of the file.
            1 | theme: "mono
              |             ^
        There may be more: the rest was not read.
        """
      ),
    ])
  func aMistakeIsShownWithItsPosition(file: String, error: String) async throws {
    let run = try await run("run", "--plain", file: file)
    #expect(run.status == 78 && run.output == "", "\(run)")
    expectEqual(run.errors, "\(error)\n")
  }

  @Test func aMistakeInAVariableIsShownWithItsName() async throws {
    let run = try await run("run", "--plain", file: "", ["ROLLCALL_WINDOW": "zero"])
    #expect(run.status == 78 && run.output == "", "\(run)")
    expectEqual(
      run.errors,
      """
      ROLLCALL_WINDOW:1:1: 'window' must be all or a number from 1 to 2,000, not 'zero'.
          1 | zero
            | ^

      """)
  }

  @Test func aFileThatIsNotASettingsFileIsRefused() async throws {
    let folder = try TemporaryFolder()
    try FileManager.default.createDirectory(at: folder.url.appending(path: "folder"), withIntermediateDirectories: true)
    try folder.write("theme: mono", to: "folder/mine.yaml")
    try folder.write(Data([0x74, 0x68, 0xC3, 0x28]), to: "latin")
    try folder.write(Data("a\0b".utf8), to: "binary")
    try folder.write(String(repeating: "#", count: (4 << 20) + 1), to: "large")
    let level = { (number: Int) in "&\(number)" + String(repeating: "\n  - *\(number - 1)", count: 9) }
    try folder.write("a: &0 [x]\n" + (1...8).map { "b\($0): \(level($0))\n" }.joined(), to: "bomb")
    for (name, problem) in [
      ("folder", "this is a folder. Give the path of the settings file in it. It contains: mine.yaml."),
      ("latin", "byte 2, on line 1, is not UTF-8. Save the file as UTF-8."),
      ("binary", "it is not a text file: byte 1 is zero. A settings file is YAML, saved as UTF-8."),
      ("large", "it is 4.1 MB; a settings file may be at most 4 MB."),
      ("bomb", "its aliases add more than 100,000 values. Use fewer aliases."),
    ] {
      let run = try await Rollcall.run(["config"], in: folder, environment: ["ROLLCALL_CONFIG": name])
      #expect(run.status == 78 && run.output == "", "\(run)")
      expectEqual(run.errors, "\(name): \(problem)\n")
    }
  }

  @Test(.enabled(if: getuid() != 0, "The superuser can read every file."))
  func anUnreadableFileIsAnError() async throws {
    let folder = try TemporaryFolder()
    try folder.write("theme: mono", to: "config.yaml")
    try FileManager.default.setAttributes([.posixPermissions: 0], ofItemAtPath: folder.path(of: "config.yaml"))
    let run = try await Rollcall.run(["config"], in: folder, environment: ["ROLLCALL_CONFIG": "config.yaml"])
    #expect(run.status == 78 && run.output == "", "\(run)")
    expectEqual(run.errors, "config.yaml: it can't be opened for reading. Check its permissions.\n")
  }

  // MARK: Writing a settings file

  @Test func theWrittenFileChangesNothingAndIsValidUncommented() async throws {
    let folder = try TemporaryFolder()
    let environment = ["ROLLCALL_CONFIG": nil, "XDG_CONFIG_HOME": folder.path(of: "new")]
    let path = folder.path(of: "new/rollcall/config.yaml")
    let run = try await Rollcall.run(["config", "init"], in: folder, environment: environment)
    #expect(run.status == 0 && run.errors == "", "\(run)")
    expectEqual(
      run.output,
      """
      Wrote \(path): all settings with their defaults, each commented out with a #.

      rollcall config
          shows the current settings and where they come from.

      """)
    let shown = try await Rollcall.run(["config"], in: folder, environment: environment)
    expectEqual(shown.lines[0], "\(path) is read.", "\(shown)")
    #expect(!shown.output.contains("file, line"), "\(shown)")

    let text = try folder.text(of: "new/rollcall/config.yaml")
    #expect(text.contains("\n#theme: terminal\n") && text.contains("\n#   mono      no colours: "), "\(text)")
    try folder.write(text.replacing(#/(?m)^#(?=\w)/#, with: ""), to: "new/rollcall/config.yaml")
    let inForce = try await Rollcall.run(["config"], in: folder, environment: environment)
    #expect(inForce.status == 0 && !inForce.output.contains("default"), "\(inForce)")
    let values = { (run: Rollcall) in run.lines.dropFirst(3).map { $0.split(separator: "  ").prefix(2) } }
    expectEqual(values(inForce), values(shown), "the values are the defaults")
  }

  @Test func anExistingFileStays() async throws {
    let run = try await run("config", "init", file: "theme: mono")
    #expect(run.status == 73 && run.output == "", "\(run)")
    expectEqual(run.errors, "config.yaml already exists, and was left unchanged.\n")
    let none = try await self.run("config", "init", file: nil, ["ROLLCALL_CONFIG": ""])
    #expect(none.status == 78 && none.output == "", "\(none)")
    expectEqual(none.errors, "ROLLCALL_CONFIG is empty, so there is no file to write. Unset it.\n")
  }

  // MARK: Effects without a screen

  @Test func optionsAddToTheAllowedWarnings() async throws {
    let folder = try TemporaryFolder()
    try folder.write(Maps.push(#"throws: "no token""#), to: "Modules.map")
    try folder.write("allow: [handlerThrew:Push, handlerThrew:NotHere]", to: "config.yaml")
    try folder.write("fire didReceiveMemoryWarning\nwarnings\n", to: "lines")
    for (config, isQuiet) in [("config.yaml", true), ("", false)] {
      let run = try await Rollcall.run(
        ["run", "--plain", "--allow", "outOfState"], in: folder, input: "lines",
        environment: ["ROLLCALL_CONFIG": config])
      #expect(run.output.contains("WARNING") != isQuiet, "\(run)")
    }
  }

  @Test func glyphsAreThoseOfTheSetting() async throws {
    let folder = try TemporaryFolder()
    try folder.write("main: Scene\nmodules:\n  - Scene\n  - Café: { type: Scripted }\n", to: "Modules.map")
    try folder.write("modules\n", to: "lines")
    for (glyphs, locale, isASCII) in [
      ("unicode", "C", false), ("ascii", TestEnvironment.locale, true), ("auto", "C", true),
    ] {
      let run = try await Rollcall.run(
        ["run", "--plain"], in: folder, input: "lines",
        environment: ["ROLLCALL_GLYPHS": glyphs, "LANG": nil, "LC_ALL": locale])
      expectEqual(run.status, 0, "\(run)")
      expectEqual(!run.output.contains("Café"), isASCII, "\(run)")
    }
  }
}
