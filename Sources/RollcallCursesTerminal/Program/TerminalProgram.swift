public import RollcallTerminalUI

/// A program with a screen: it handles events and draws.
///
/// It is created and used only on the terminal's thread. It needs no locks, except for state that it shares with the
/// rest of the process.
public protocol TerminalProgram: AnyObject {
  /// Handles an event. The screen is drawn afterwards: at once after a key, otherwise at most thirty times a second.
  func handle(_ event: TerminalEvent)

  /// Whether a character key would be typed into a text. Keys that arrive together are then handled as one paste.
  func isTyped(_ character: Character) -> Bool

  /// Draws everything on a blank canvas of the screen's size. Only changes are sent to the terminal.
  func draw(on canvas: inout Canvas)

  /// The time between two ticks; `nil` for none. Without ticks, an idle program costs nothing.
  var tickInterval: Duration? { get }

  /// Whether the program wants to end.
  var isFinished: Bool { get }

  /// Whether to report clicks and the wheel. While they are reported, the mouse alone can't select text.
  var isMouseEnabled: Bool { get }

  /// Returns new text that the terminal is asked to copy, once. Called after each round of events.
  func takeClipboardText() -> String?
}

extension TerminalProgram {
  /// A program without texts handles each key alone.
  public func isTyped(_ character: Character) -> Bool { false }

  /// Takes the next input. Characters that are typed together become one paste: a terminal without paste marks sends
  /// thousands at once, and a text is searched and drawn after each event.
  func next(of inputs: inout ArraySlice<TerminalInput>) -> TerminalInput? {
    var text = ""
    while case .key(.character(let character))? = inputs.first, isTyped(character) {
      text.append(character)
      inputs.removeFirst()
    }
    if text.isEmpty { return inputs.popFirst() }
    return .key(text.count == 1 ? .character(text[text.startIndex]) : .paste(text))
  }
}

/// What a program learns about its terminal at the start.
public struct TerminalContext: Sendable {
  /// The size of the screen.
  public let size: Size
  /// The symbols to draw with.
  public let glyphs: GlyphSet
  /// Sends `woken` to the program, from any thread.
  public let waker: TerminalWaker
  /// Whether user input is waiting to be read. A busy program should then yield. Costs a system call.
  public var isInputWaiting: @Sendable () -> Bool = { false }
  /// The output that is printed while the screen is up.
  public let printed: PrintedOutput
  /// How a text reaches the user's clipboard; `nil` if that is impossible.
  public var clipboard: Clipboard? = .terminal
}
