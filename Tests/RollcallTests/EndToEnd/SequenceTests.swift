import RollcallTestingAdditions
import Testing

extension EndToEnd {
  /// The program ignores everything that terminals send besides keys.
  @Suite struct SequenceTests {
    /// Alt, a reply to each kind of query, and a Control key as kitty reports it.
    private static let sequences = [
      "\u{1B}x", "\u{1B}\u{1B}x", "\u{1B}[x", "\u{1B}P>|XTerm(370)x\u{1B}\\", "\u{1B}q", "\u{1B}P1$r0;1qx\u{1B}\\",
      "\u{1B}[24;80R", "\u{1B}[97;5u", "\u{1B}[I", "\u{1B}]11;rgb:0000/0000/0000q\u{1B}\\",
    ]

    @Test func noSequenceActsAsAKey() async throws {
      let terminal = try await Terminal.start(map: Maps.shop)
      try await terminal.expect("the first module selected") { $0.isWhole && $0.contains("▸ 1 Analytics") }
      for sequence in Self.sequences {
        // The keys prove that all earlier input has been read.
        for (key, row) in [("j", "▸ 2 Scene"), ("k", "▸ 1 Analytics")] as [(TerminalKey, String)] {
          try await terminal.send(sequence)
          try await terminal.press(key)
          let screen = try await terminal.expect("\(row) after \(sequence.debugDescription)") {
            $0.isWhole && $0.contains(row)
          }
          #expect(screen.contains("3 modules registered."), "\(sequence.debugDescription) acted:\n\(screen)")
        }
      }
      try await terminal.press("q")
      try await terminal.expectPrompt()
      try await expectEqual(terminal.exitStatus(), 0)
    }

    /// Keys of the terminals' own descriptions, as tmux sends them.
    @Test func keysThatSendSequencesAreUnderstood() async throws {
      let terminal = try await Terminal.start(map: Maps.shop)
      for (key, row) in [
        (.down, "▸ 2 Scene"), ("End", "▸ 3 Payments"), ("Home", "▸ 1 Analytics"), (.pageDown, "▸ 3 Payments"),
        (.pageUp, "▸ 1 Analytics"),
      ] as [(TerminalKey, String)] {
        try await terminal.press(key)
        try await terminal.expect("\(row) after \(key.name)") { $0.isWhole && $0.contains(row) }
      }
      try await terminal.press(.f1)
      try await terminal.expect("focus a pane")
      try await terminal.press(.escape)
      try await terminal.expect("the panes") { $0.isWhole && $0.contains("1 Order") }
    }

    private static let ignored = "Paste ignored, press Esc to continue: the terminal did not send its end."

    @Test func theRestOfAStalledPasteIsIgnored() async throws {
      let terminal = try await Terminal.start(map: Maps.shop)
      try await terminal.send("\u{1B}[200~xq")
      try await terminal.expect(Self.ignored)
      // Only Escape works, and only to end this state.
      try await terminal.send("xqj")
      try await terminal.press(.down, .escape)
      try await terminal.expect("▸ 1 Analytics", "3 modules registered.")
      try await terminal.press("j")
      try await terminal.expect("▸ 2 Scene", "3 modules registered.")
    }

    @Test func controlCEndsTheProgramInAStalledPaste() async throws {
      let terminal = try await Terminal.start(map: Maps.shop)
      try await terminal.send("\u{1B}[200~xq")
      try await terminal.expect(Self.ignored)
      try await terminal.press(.control("c"))
      try await terminal.expectPrompt()
    }
  }
}
