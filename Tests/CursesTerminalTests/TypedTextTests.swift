import TerminalUI
import Testing

@testable import CursesTerminal

/// Many characters at once, from a terminal that does not mark pastes.
@Suite struct TypedTextTests {
  /// `/` begins a text, Enter ends it. Counts what it handles.
  private final class Program: TerminalProgram {
    var isTyping = false
    var handled: [TerminalEvent] = []
    let tickInterval: Duration? = nil
    let isFinished = false
    let isMouseEnabled = false

    func handle(_ event: TerminalEvent) {
      handled.append(event)
      if event == .key(.character("/")) { isTyping = true }
      if event == .key(.enter) { isTyping = false }
    }
    func isTyped(_ character: Character) -> Bool { isTyping }
    func draw(on canvas: inout Canvas) {}
    func takeClipboardText() -> String? { nil }
  }

  private func handled(_ text: String) -> [TerminalEvent] {
    var reader = InputReader(parser: InputParser())
    var events = reader.take(text.utf8, now: .now)[...]
    let program = Program()
    while let event = program.next(of: &events) { program.handle(event) }
    return program.handled
  }

  @Test func charactersOfATextAreHandledTogether() {
    let text = String(repeating: "á", count: 3_900)
    #expect(
      handled("jj/\(text)\rjj") == [
        .key(.character("j")), .key(.character("j")), .key(.character("/")), .key(.paste(text)), .key(.enter),
        .key(.character("j")), .key(.character("j")),
      ])
  }

  @Test func aSingleCharacterStaysAKey() {
    #expect(handled("/a\r") == [.key(.character("/")), .key(.character("a")), .key(.enter)])
  }
}
