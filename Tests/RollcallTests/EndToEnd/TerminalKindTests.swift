import RollcallTestingAdditions
import Testing

extension EndToEnd {
  /// Limited terminals, and no terminal at all.
  @Suite struct TerminalKindTests {
    @Test func coloursAreUsedUnlessTheUserWantsNone() async throws {
      let colored = try await Terminal.start(map: Maps.shop)
      try await colored.fire("didFin")
      try await colored.expect("the launch") { $0.isWhole && $0.contains("all 3 called") }
      #expect(try await !Self.colors(in: colored.styledLines()).isEmpty)

      let plain = try await Terminal.start(map: Maps.shop, environment: ["NO_COLOR": "1"])
      try await plain.fire("didFin")
      try await plain.expect("the launch") { $0.isWhole && $0.contains("all 3 called") }
      try await expectEqual(Self.colors(in: plain.styledLines()), [])
    }

    @Test func aLocaleWithoutUnicodeGetsASCII() async throws {
      let terminal = try await Terminal.start(map: Maps.wide, environment: ["LC_ALL": "C"])
      try await terminal.fire("didFin")
      let screen = try await terminal.expect("the launch") { $0.isWhole && $0.contains("#1 didFinishLaunching") }
      #expect(screen.lines.allSatisfy { $0.allSatisfy(\.isASCII) }, "\(screen)")
      #expect(screen.lines[2].hasPrefix("+- 1 Order -"))
    }

    /// The variables of a shell can be from another terminal, or from an earlier size.
    @Test(arguments: ["LINES=5", "COLUMNS=20", "LINES=5 COLUMNS=abc", "LINES=100000 COLUMNS=100000"])
    func theTerminalKnowsItsSizeBetterThanTheEnvironment(size: String) async throws {
      let terminal = try await Terminal.shell(map: Maps.shop)
      try await terminal.open("\(size) rollcall run")
      try await terminal.expect("the whole screen") { $0.isWhole && $0.lines[2].count == 120 }
      try await terminal.resize(100, 30)
      try await terminal.expect("the whole screen at its new size") { $0.isWhole && $0.lines[2].count == 100 }
    }

    @Test(arguments: [
      (
        "TERM=foo rollcall run; echo $?",
        "The terminal type \"foo\" in TERM is unknown here. Use one that is known, for example TERM=xterm-256color."
      ),
      (
        "(unset TERM; rollcall run); echo $?",
        "The type of the terminal is unknown: TERM is not set. Set it, for example TERM=xterm-256color."
      ),
    ])
    func anUnusableTerminalCausesOneClearMessage(command: String, message: String) async throws {
      let terminal = try await Terminal.shell(width: 200, height: 24, map: Maps.shop)
      let modes = try await terminal.shell("stty -g")
      let output = try await terminal.shell(command)
      expectEqual(output, [message, "Without a screen, --plain does the same line by line.", "69"])
      try await expectEqual(terminal.shell("stty -g"), modes)
    }

    @Test func anUnknownXtermIsTreatedAsAUsualOne() async throws {
      let terminal = try await Terminal.shell(width: 200, height: 24, map: Maps.shop)
      try await terminal.open("TERM=xterm-unheard-of rollcall run")
      try await terminal.expect("the whole screen") { $0.isWhole && $0.contains("3 modules registered.") }
      try await terminal.press("q")
      let screen = try await terminal.expectPrompt()
      expectEqual(
        screen.output,
        [
          "rollcall: The terminal type \"xterm-unheard-of\" in TERM is unknown here, so xterm-256color was used. "
            + "Install its terminfo entry to use all of the terminal."
        ])
      try await expectEqual(terminal.exitStatus(), 0)
    }

    /// Curses draws into a file.
    @Test func aLimitOnFilesCausesOneClearMessage() async throws {
      let terminal = try await Terminal.shell(width: 200, height: 24, map: Maps.shop)
      let modes = try await terminal.shell("stty -g")
      let output = try await terminal.shell("(ulimit -f 0; rollcall run); echo $?")
      expectEqual(
        output,
        [
          "The terminal can't be used: the limit on the size of files (ulimit -f) is too small to draw.",
          "Without a screen, --plain does the same line by line.", "69",
        ])
      try await expectEqual(terminal.shell("stty -g"), modes)
    }

    /// The parameters of escape sequences that choose colours.
    private static func colors(in lines: [String]) -> [Int] {
      lines.flatMap { $0.matches(of: /\u{1B}\[([0-9;]*)m/) }
        .flatMap { $0.1.split(separator: ";").compactMap { Int($0) } }
        .filter { (30...38).contains($0) || (40...48).contains($0) || (90...107).contains($0) }
    }
  }
}
