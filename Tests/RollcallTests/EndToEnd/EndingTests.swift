import Foundation
import RollcallTestingAdditions
import Testing

extension EndToEnd {
  /// However the program ends, it restores the terminal for the shell.
  @Suite struct EndingTests {
    // Control-C is an interrupt, and its exit status tells the shell so. Control-\ demands the end.
    @Test(arguments: [("q", 0), (.control("c"), 130), (.control("\\"), 131)] as [(TerminalKey, Int)])
    func quittingGivesTheTerminalBack(key: TerminalKey, status: Int) async throws {
      let shell = try await ShellBefore.note(map: Maps.shop)
      try await shell.terminal.open("rollcall run")
      try await shell.terminal.expect("the whole screen") { $0.isWhole }
      try await shell.terminal.press(key)
      try await shell.expectBack(status: status)
    }

    /// A program that crashed can leave the terminal reporting keys in kitty's form, or in xterm's.
    @Test(arguments: [
      ("\u{1B}[99;5u", [130]), ("\u{1B}[27;5;99~", [130]), ("\u{1B}[92;5u", [131]), ("\u{1B}[27;5;92~", [131]),
      ("\u{1B}[122;5u", [148, 146]), ("\u{1B}[27;5;122~", [148, 146]),
    ])
    func aReportedControlKeyIsASignal(key: String, status: [Int]) async throws {
      let shell = try await ShellBefore.note(map: Maps.shop)
      try await shell.terminal.open("rollcall run")
      try await shell.terminal.expect("the whole screen") { $0.isWhole }
      // The letter alone is ignored.
      try await shell.terminal.send("\u{1B}[113u\u{1B}[27;1;113~?")
      try await shell.terminal.expect("focus a pane")
      try await shell.terminal.send("\u{1B}[27u")
      try await shell.terminal.expect("the whole screen without help") { $0.isWhole && !$0.contains("focus a pane") }
      try await shell.terminal.send(key)
      try await shell.expectBack(status: status)
    }

    /// `q` quits, and the fired event crashes. The bytes are those that the terminal received.
    @Test(arguments: ["q", "f"]) func everyEndRestoresTheFormOfKeys(end: TerminalKey) async throws {
      let terminal = try await Terminal.shell(map: Maps.push("crashes: yes"))
      let bytes = try await Self.bytes(in: terminal, as: "screen-256color") {
        try await terminal.press(.control("l"), "?")
        try await terminal.expect("focus a pane")
        try await terminal.press(.escape)
        try await terminal.expect("the whole screen without help") { $0.isWhole && !$0.contains("focus a pane") }
        try await terminal.press(end)
        guard end.name == "f" else { return }
        try await terminal.type("didReceiveM")
        try await terminal.press(.enter)
      }
      let parts = bytes.split(separator: "\u{1B}[?1049h").dropFirst()
      expectEqual(parts.count, 2, "the screen is entered again after ^L")
      for part in parts {
        let shown = try #require(part.split(separator: "\u{1B}[?1049l").first)
        expectEqual(shown.ranges(of: "\u{1B}[>0u\u{1B}[>4;0m").count, 1)
        expectEqual(shown.ranges(of: "\u{1B}[<u\u{1B}[>4m").count, 1)
        expectEqual(part.ranges(of: "\u{1B}[<u").count, 1)
      }
    }

    @Test(arguments: ["linux", "vt100"]) func otherTerminalsAreNotAskedForAFormOfKeys(type: String) async throws {
      let terminal = try await Terminal.shell(map: Maps.shop)
      let bytes = try await Self.bytes(in: terminal, as: type) { try await terminal.press("q") }
      #expect(!bytes.contains("\u{1B}[>") && !bytes.contains("\u{1B}[<"))
    }

    /// Runs the program on a terminal of a type, and returns what the terminal received.
    private static func bytes(
      in terminal: Terminal, as type: String, _ body: () async throws -> Void
    ) async throws -> String {
      let file = terminal.folder.path(of: "bytes")
      _ = try await terminal.tmux.send("pipe-pane -t %0 'cat > \(file)'")
      try await terminal.type("TERM=\(type) env -u SWIFT_BACKTRACE rollcall run")
      try await terminal.press(.enter)
      try await terminal.expect("the whole screen") { $0.isWhole }
      try await body()
      try await terminal.expectPrompt()
      try await terminal.shell("echo the end")
      _ = try await terminal.tmux.send("pipe-pane -t %0")
      await eventually { (try? terminal.folder.text(of: "bytes").contains("the end")) == true }
      return try terminal.folder.text(of: "bytes")
    }

    @Test(arguments: [("TERM", 143), ("HUP", 129), ("INT", 130), ("QUIT", 131)])
    func aSignalGivesTheTerminalBack(signal: String, status: Int) async throws {
      let shell = try await ShellBefore.note(map: Maps.shop)
      try await shell.openNotingProcess()
      try await shell.send(signal)
      try await shell.expectBack(status: status)
    }

    @Test func aSignalEndsAHungHandlerToo() async throws {
      let shell = try await ShellBefore.note(map: Maps.push("takes: 1min"))
      try await shell.openNotingProcess()
      try await shell.terminal.fire("didReceiveM")
      try await shell.terminal.expect("Push has run didReceiveMemoryWarning for ")
      try await shell.send("TERM")
      try await shell.expectBack(status: 143)
    }

    @Test(arguments: ["rollcall fire didReceiveMemoryWarning", "rollcall run --plain"])
    func controlBackslashEndsAtOnceWithoutAScreen(command: String) async throws {
      let shell = try await ShellBefore.note(map: Maps.push(#"prints: "at work", takes: 60min"#))
      try await shell.terminal.type("env -u SWIFT_BACKTRACE \(command)")
      try await shell.terminal.press(.enter)
      if command.hasSuffix("plain") {
        try await shell.terminal.expect("'help' lists the commands.")
        try await shell.terminal.type("fire didReceiveMemoryWarning")
        try await shell.terminal.press(.enter)
      }
      try await shell.terminal.expect("at work")
      try await shell.terminal.press(.control("\\"))
      let screen = try await shell.expectBack(status: 131)
      #expect(!screen.contains("racktrac"), "\(screen)")
    }

    @Test func aCrashGivesTheTerminalBackAndNamesModuleAndEvent() async throws {
      let shell = try await ShellBefore.note(map: Maps.push(#"prints: "almost there", crashes: yes"#))
      // Swift's own backtrace, which the test runner enables, would wait for keys.
      try await shell.terminal.open("env -u SWIFT_BACKTRACE sh -c 'exec rollcall run 2> errors'")
      try await shell.terminal.fire("didReceiveM")
      // A trap is SIGILL on Intel, SIGTRAP on ARM.
      try await shell.expectBack(status: 132, 133)
      let errors = try shell.terminal.folder.text(of: "errors").split(separator: "\n").map(String.init)
      expectEqual(errors.first, "almost there")
      let text = "Fatal error: Push crashes in didReceiveMemoryWarning, because its map says so."
      #expect(errors.contains { $0.hasSuffix(text) }, "\(errors)")
      let last = try #require(errors.last { $0.hasPrefix("rollcall:") })
      #expect(
        ["SIGILL", "SIGTRAP"].map { "rollcall: Push crashed in didReceiveMemoryWarning (\($0))." }.contains(last))
      expectEqual(errors.last, last)
    }

    @Test func closingTheWindowEndsTheProgram() async throws {
      let terminal = try await Terminal.shell(map: Maps.shop)
      try await terminal.shell("mkfifo life")
      let life = terminal.folder.url.appending(path: "life")
      // The reader of a pipe sees its end when the last process with the other side has ended.
      let ended = Task.detached { try FileHandle(forReadingFrom: life).readToEnd() }
      try await terminal.open("rollcall run 9> life")
      try await terminal.expect("the whole screen") { $0.isWhole }
      try await terminal.close()
      _ = try await ended.value
    }

    @Test func theProgramCanBeSuspended() async throws {
      let shell = try await ShellBefore.note(map: Maps.shop)
      try await shell.terminal.open("rollcall run")
      try await shell.terminal.expect("the whole screen") { $0.isWhole }
      try await shell.terminal.press(.control("z"))
      try await shell.expectBack(status: 148, 146)
      try await shell.terminal.resize(100, 30)
      try await shell.terminal.open("fg")
      try await shell.terminal.expect("the whole screen at its new size") { $0.isWhole && $0.lines[2].count == 100 }
      try await shell.terminal.fire("didFin")
      try await shell.terminal.expect("#1 didFinishLaunching: yes (3 modules), 3 called")
      try await shell.terminal.press("q")
      try await shell.terminal.expectPrompt()
      try await expectEqual(shell.terminal.exitStatus(), 0)
      try await shell.expectModes()
    }

    /// The program is not notified of this stop, and continues with the shell's terminal modes.
    @Test func theProgramSurvivesSIGSTOP() async throws {
      let shell = try await ShellBefore.note(map: Maps.shop)
      try await shell.openNotingProcess()
      for _ in 1...2 {
        try await shell.send("STOP")
        try await shell.terminal.expect("the shell's prompt, on the screen of the program") {
          $0.isAlternate && $0.lastLine.hasSuffix(Terminal.prompt)
        }
        // Not every shell sets its modes itself. Without them, Enter is not a line feed.
        try await shell.terminal.send("stty $(cat modes); fg\n")
        try await shell.terminal.expect("the whole screen again") { $0.isWhole && $0.isAlternate }
        try await shell.terminal.press("?")
        try await shell.terminal.expect("focus a pane")
        try await shell.terminal.press(.escape)
        try await shell.terminal.expect("the whole screen without help") { $0.isWhole && !$0.contains("focus a pane") }
      }
      try await shell.terminal.press("q")
      try await shell.expectBack(status: 0)
    }

    @Test func controlSDoesNotStopTheOutput() async throws {
      let shell = try await ShellBefore.note(map: Maps.shop)
      try await shell.openNotingProcess()
      try await shell.terminal.press(.control("s"), "?")
      try await shell.terminal.expect("focus a pane")
      try await shell.terminal.press("q", "q")
      try await shell.expectBack(status: 0)
    }

    /// The parent process of the program, such as make, stops at once. The shell takes the terminal back before the
    /// program has left the screen.
    @Test func theProgramCanBeSuspendedTogetherWithItsParent() async throws {
      let shell = try await ShellBefore.note(map: Maps.shop)
      try await shell.terminal.open("sh -c 'rollcall run; exit $?'")
      try await shell.terminal.expect("the whole screen") { $0.isWhole }
      for round in 1...4 {
        try await shell.terminal.press(.control("z"))
        try await shell.terminal.expect("the shell's screen") {
          !$0.isAlternate && $0.contains("rollcall run; exit")
        }
        try await shell.terminal.type("echo stopped $((40 + \(round)))")
        try await shell.terminal.press(.enter)
        try await shell.terminal.expect("stopped 4\(round)")
        try await shell.terminal.open("fg")
        try await shell.terminal.expect("the whole screen again") { $0.isWhole }
      }
      try await shell.terminal.press("q")
      try await shell.terminal.expectPrompt()
      try await shell.expectModes()
    }
  }
}

/// A used shell, and the state of its terminal before the program started.
private struct ShellBefore {
  let terminal: Terminal
  /// The modes as `stty -g` prints them.
  let modes: String

  static func note(map: String, sourceLocation: SourceLocation = #_sourceLocation) async throws -> ShellBefore {
    let terminal = try await Terminal.shell(map: map, sourceLocation: sourceLocation)
    // A file, because a Mac's line is longer than the terminal's.
    try await terminal.shell("stty -g > modes", sourceLocation: sourceLocation)
    try await terminal.shell("echo what was here before", sourceLocation: sourceLocation)
    return ShellBefore(terminal: terminal, modes: try terminal.folder.text(of: "modes"))
  }

  /// Starts the program, and notes its process.
  func openNotingProcess(sourceLocation: SourceLocation = #_sourceLocation) async throws {
    try await terminal.open("sh -c 'echo $$ > process; exec rollcall run'", sourceLocation: sourceLocation)
    try await terminal.expect("the whole screen", sourceLocation: sourceLocation) { $0.isWhole }
  }

  /// Sends a signal to the program's process.
  func send(_ signal: String) async throws {
    let process = try terminal.folder.text(of: "process").trimmingCharacters(in: .whitespacesAndNewlines)
    _ = try await terminal.tmux.send("run-shell 'kill -\(signal) \(process)'")
  }

  /// Waits for the prompt, and checks that the terminal is restored.
  @discardableResult
  func expectBack(status: Int..., sourceLocation: SourceLocation = #_sourceLocation) async throws -> Screen {
    try await expectBack(status: status, sourceLocation: sourceLocation)
  }

  @discardableResult
  func expectBack(status: [Int], sourceLocation: SourceLocation = #_sourceLocation) async throws -> Screen {
    let screen = try await terminal.expectPrompt(sourceLocation: sourceLocation)
    #expect(screen.contains("what was here before"), "\(screen)", sourceLocation: sourceLocation)
    #expect(screen.isCursorVisible, sourceLocation: sourceLocation)
    #expect(!screen.isMouseReported, sourceLocation: sourceLocation)
    let found = try await terminal.exitStatus(sourceLocation: sourceLocation)
    expectEqual(found.map(status.contains), true, "The exit status is \(found ?? -1).", sourceLocation: sourceLocation)
    try await expectModes(sourceLocation: sourceLocation)
    return screen
  }

  func expectModes(sourceLocation: SourceLocation = #_sourceLocation) async throws {
    try await terminal.shell("stty -g > modes-after", sourceLocation: sourceLocation)
    try expectEqual(terminal.folder.text(of: "modes-after"), modes, sourceLocation: sourceLocation)
  }
}
