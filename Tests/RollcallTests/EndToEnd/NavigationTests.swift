import Testing

extension EndToEnd {
  /// Searching, zooming, freezing, copying, the mouse and the help.
  @Suite struct NavigationTests {
    @Test func modulesAreFilteredAndFoundAgain() async throws {
      let terminal = try await Terminal.start(map: Maps.shop)
      try await terminal.press("/")
      try await terminal.expect("/ _", "3 modules", "Esc show all")
      try await terminal.type("OPEN")
      try await terminal.expect("the two modules that open links") {
        $0.contains("2 of 3 modules") && $0.contains("▸ 2 Scene") && !$0.contains("1 Analytics")
      }
      try await terminal.press(.enter)
      try await terminal.expect("1 Order · OPEN · 2 of 3")
      try await terminal.press(.escape)
      try await terminal.expect("all modules") { $0.contains("1 Analytics") && !$0.contains("OPEN") }
      try await terminal.press("n")
      try await terminal.expect("▸ 3 Payments", "Row 2 of 2 that match: \"OPEN\".")
      try await terminal.press("n")
      try await terminal.expect("▸ 2 Scene", "Row 1 of 2 that match: \"OPEN\".")
    }

    @Test func aZoomedPaneShowsTheWholeEvent() async throws {
      let terminal = try await Terminal.start(map: Maps.shop)
      try await terminal.fire("didFin")
      try await terminal.expect("#1 didFinishLaunching: yes (3 modules)")
      try await terminal.press("2", "z")
      let screen = try await terminal.expect("the timings alone") {
        $0.isWhole && $0.lines[2].hasPrefix("┌─ 1 Order ─ 2 Timings · #1 didFinishLaunching ─ 3 Cleanup ─")
          && $0.contains("z all panes") && !$0.contains("choose an event")
      }
      #expect(screen.lines.contains { $0.contains("Payments") && $0.contains("░░░░░░") }, "\(screen)")
      try await terminal.press(.enter)
      try await terminal.expect(
        "─ #1 didFinishLaunching ─", "answer   yes (3 modules); the rule: no if one says no, otherwise yes",
        "▸ 1 Analytics yes")
      try await terminal.press(.escape)
      try await terminal.expect("the timings alone again") { $0.isWhole && $0.contains("z all panes") }
      try await terminal.press("z")
      try await terminal.expect("all panes again") { $0.isWhole && $0.contains("choose an event") }
    }

    @Test func aFrozenViewStaysWhileTheApplicationContinues() async throws {
      let terminal = try await Terminal.start(
        map: "main: Scene\nmodules:\n  - Scene: { type: Scripted }\n  - LeakyClient")
      try await terminal.press("G")
      try await terminal.expect("▸ 2 LeakyClient")
      // The view shows the result of the removal when it continues: a second later, the module is overdue.
      try await terminal.press("x", .space)
      try await terminal.expect("a view behind the application") {
        $0.isWhole && $0.lines[0].contains("FROZEN, ") && $0.lines[0].hasSuffix(" behind")
          && $0.contains("Space resume") && !$0.contains("still alive")
      }
      try await terminal.press(.space)
      try await terminal.expect("the view as it is now") {
        $0.isWhole && $0.contains("still alive") && $0.contains("OVERDUE") && !$0.contains("FROZEN")
      }
    }

    /// The marks of a search change the style of some characters, also when everything is drawn anew.
    @Test func wideCharactersThatAreMarkedStayWhole() async throws {
      let map = "main: A\nmodules: [A: { type: Scripted }, 网络支: { type: Scripted }, 支x🚀支: { type: Scripted }]"
      let terminal = try await Terminal.start(map: map)
      try await terminal.type("/支")
      try await terminal.expect("the two modules with the character") {
        $0.contains("2 of 3 modules") && $0.contains("▸ 2 网络支 ") && $0.contains(" 3 支x🚀支 ")
      }
      try await terminal.press(.control("l"), .enter)
      try await terminal.expect("the same rows, drawn anew") {
        $0.isWhole && $0.contains("1 Order · 支 · 2 of 3") && $0.contains("▸ 2 网络支 ") && $0.contains(" 3 支x🚀支 ")
      }
      let row = try await terminal.styledLines().first { $0.contains("🚀") }
      #expect(row?.matches(of: /\u{1B}\[1;4m支\u{1B}\[0m/).count == 2, "\(row.debugDescription)")
    }

    /// Also with the default of tmux, which ignores the sequence of programs.
    @Test(arguments: ["external", "on", "off"]) func inTmuxTheSelectionGoesToItsBuffer(option: String) async throws {
      let terminal = try await Terminal.start(map: Maps.shop)
      _ = try await terminal.tmux.send("set -s set-clipboard \(option)")
      try await terminal.press("j")
      try await terminal.expect("▸ 2 Scene")
      try await terminal.press("y")
      try await terminal.expect("the answer on a whole screen") {
        $0.isWhole && $0.contains("Copied to tmux: Scene · place 2 of 3 · main, 4 lines.")
      }
      let text = try await terminal.tmux.send("show-buffer")
      #expect(text.first == "Scene · place 2 of 3 · main")
      #expect(text.dropFirst(2).prefix(2) == ["handles  didFinishLaunching, openURL", "owns     nothing"])
    }

    /// For example, in a shell on another machine.
    @Test func withoutTmuxsCommandItsOptionIsNeeded() async throws {
      let terminal = try await Terminal.shell(map: Maps.shop)
      _ = try await terminal.tmux.send("set -s set-clipboard on")
      try await terminal.open("env -u TMUX rollcall run")
      try await terminal.press("y")
      try await terminal.expect(
        "Asked to copy (tmux needs 'set-clipboard on'): Analytics · place 1 of 3, 4 lines.")
      #expect(try await terminal.tmux.send("show-buffer").first == "Analytics · place 1 of 3")
    }

    /// Apple's Terminal ignores the sequence. On another machine, the command would copy there.
    @Test func inApplesTerminalTheCommandOfThePasteboardCopies() async throws {
      let terminal = try await Terminal.shell(map: Maps.shop)
      try terminal.folder.write("#!/bin/sh\ncat > pasteboard\n", to: "pbcopy-command")
      try await terminal.shell("mkdir bin; mv pbcopy-command bin/pbcopy; chmod +x bin/pbcopy")
      try await terminal.open(
        "env -u TMUX -u SSH_CONNECTION TERM_PROGRAM=Apple_Terminal PATH=$PWD/bin:$PATH rollcall run")
      try await terminal.press("y")
      try await terminal.expect("the answer") { $0.contains("Copied: Analytics · place 1 of 3, 4 lines.") }
      #expect(try terminal.folder.text(of: "pasteboard").hasPrefix("Analytics · place 1 of 3\n"))
    }

    /// It is killed after a while. What it prints does not reach the screen, and keys work meanwhile.
    @Test(arguments: ["exit 1", "sleep 1000"]) func aTmuxThatFailsIsNotWaitedFor(script: String) async throws {
      let terminal = try await Terminal.shell(map: Maps.shop)
      try terminal.folder.write("#!/bin/sh\necho torn; echo torn >&2; \(script)\n", to: "tmux-command")
      try await terminal.shell("mkdir bin; mv tmux-command bin/tmux; chmod +x bin/tmux")
      try await terminal.open("PATH=$PWD/bin:$PATH rollcall run")
      try await terminal.press("y", "j")
      try await terminal.expect("a key before the answer") { $0.isWhole && $0.contains("▸ 2 Scene") }
      try await terminal.expect("the option that is missing") {
        $0.isWhole && !$0.contains("torn")
          && $0.contains("Asked to copy (tmux needs 'set-clipboard on'): Analytics · place 1 of 3, ")
      }
    }

    @Test func theMouseSelectsClicksAndIsReleased() async throws {
      let terminal = try await Terminal.start(map: Maps.shop)
      try await terminal.expect("a dashboard that listens to the mouse") { $0.isWhole && $0.isMouseReported }
      try await terminal.click(on: "3 Payments")
      try await terminal.expect("▸ 3 Payments", "Payments · place 3 of 3")
      try await terminal.click(on: "f fire")
      try await terminal.expect("40 of 40 events")
      try await terminal.click(on: "Esc close")
      try await terminal.expectNo("40 of 40 events")
      try await terminal.click(on: "2 Scene", twice: true)
      try await terminal.expect("─ Scene · place 2 of 3 · main ─", "Esc back")
      try await terminal.press(.escape)
      try await terminal.expect("the panes again") { $0.isWhole && $0.contains("1 Order") }
      try await terminal.press("m")
      try await terminal.expect("a mouse that selects text") {
        $0.contains("The mouse is off: the terminal uses it to select text") && !$0.isMouseReported
      }
      try await terminal.press("m")
      try await terminal.expect("the mouse again") { $0.isWhole && $0.isMouseReported }
      try await terminal.press("q")
      #expect(try await terminal.expectPrompt().isMouseReported == false)
    }

    @Test func theMouseCanBeLeftToTheTerminal() async throws {
      let terminal = try await Terminal.start(map: Maps.shop, arguments: ["run", "--no-mouse"])
      try await terminal.expect("a mouse that selects text") { $0.isWhole && !$0.isMouseReported }
      try await terminal.press("m")
      try await terminal.expect("the mouse") { $0.contains("The mouse is on") && $0.isMouseReported }
    }

    @Test func theHelpIsReadPageByPage() async throws {
      let terminal = try await Terminal.start(width: 80, height: 24, map: Maps.shop)
      try await terminal.press("?")
      try await terminal.expect(
        " Panes  Firing  Modules  Timings  Ownership  Warnings  Reading ", "detail of the selection")
      try await terminal.press(.right)
      try await terminal.expect("F          fire the last event again")
      try await terminal.press(.left, .left)
      try await terminal.expect("Space      freeze the view")
      try await terminal.press(.escape)
      try await terminal.expect("the panes again") { $0.isWhole && $0.contains("1 Order") }
    }
  }
}
