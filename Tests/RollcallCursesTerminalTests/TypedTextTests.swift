import RollcallTerminalUI
import RollcallTestingAdditions
import Testing

@testable import RollcallCursesTerminal

/// Many characters at once, from a terminal that does not mark pastes.
@Suite(.inTurn, .serialized) struct TypedTextTests {
  /// `/` begins a text, Enter ends it. Counts what it handles.
  private final class Program: TerminalProgram {
    var isTyping = false
    var handled: [TerminalInput] = []
    let tickInterval: Duration? = nil
    let isFinished = false
    let isMouseEnabled = false

    func handle(_ event: TerminalEvent) {
      guard case .input(let input) = event else { return }
      handled.append(input)
      if input == .key(.character("/")) { isTyping = true }
      if input == .key(.enter) { isTyping = false }
    }
    func isTyped(_ character: Character) -> Bool { isTyping }
    func draw(on canvas: inout Canvas) {}
    func takeClipboardText() -> String? { nil }
  }

  private func handled(_ text: String) -> [TerminalInput] {
    var reader = InputReader(parser: InputParser())
    var inputs = reader.take(text.utf8, now: .now)[...]
    let program = Program()
    while let input = program.next(of: &inputs) { program.handle(.input(input)) }
    return program.handled
  }

  @Test func charactersOfATextAreHandledTogether() {
    let text = String(repeating: "á", count: 3_900)
    expectEqual(
      handled("jj/\(text)\rjj"),
      [
        .key(.character("j")), .key(.character("j")), .key(.character("/")), .key(.paste(text)), .key(.enter),
        .key(.character("j")), .key(.character("j")),
      ])
  }

  @Test func aSingleCharacterStaysAKey() {
    expectEqual(handled("/a\r"), [.key(.character("/")), .key(.character("a")), .key(.enter)])
  }
}
