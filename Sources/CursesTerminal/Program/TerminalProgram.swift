public import TerminalUI

/// A program with a screen: it takes events and draws.
///
/// It is made on the terminal's own thread and used on no other, so it needs no locks; what it shares with the rest of
/// the process does.
public protocol TerminalProgram: AnyObject {
  /// Takes one event. The screen is drawn after it, at once after a key, otherwise at most thirty times a second.
  func handle(_ event: TerminalEvent)

  /// Draws everything on a blank canvas of the screen's size. Only what changed is sent to the terminal.
  func draw(on canvas: inout Canvas)

  /// The time between two ticks; nil for none. A program without ticks costs nothing while nothing happens.
  var tickInterval: Duration? { get }

  /// Whether the program wants to end.
  var isFinished: Bool { get }

  /// Whether clicks and the wheel are reported now; text then can't be selected with the mouse alone.
  var isMouseEnabled: Bool { get }

  /// Text for the user's clipboard; asked for after each round of events, and given once.
  func takeClipboardText() -> String?
}

/// What a program learns about its terminal before it begins.
public struct TerminalContext: Sendable {
  /// Columns and rows of the screen.
  public let size: Size
  /// The signs that it is drawn with.
  public let glyphs: GlyphSet
  /// Sends `woken` to the program, from any thread.
  public let waker: TerminalWaker
  /// Whether a key, or something else that the user did, can be read: a program that has much to do gives way. Costs a
  /// system call.
  public let isInputWaiting: @Sendable () -> Bool
  /// What is printed while the screen is up.
  public let printed: PrintedOutput
  /// Whether text for the clipboard is sent to the terminal at all; what that does with it, it keeps to itself.
  public let hasClipboard: Bool

  /// Makes a context; a terminal gives its own to the program.
  public init(
    size: Size, glyphs: GlyphSet, waker: TerminalWaker, printed: PrintedOutput, hasClipboard: Bool = true,
    isInputWaiting: @escaping @Sendable () -> Bool = { false }
  ) {
    self.size = size
    self.glyphs = glyphs
    self.waker = waker
    self.printed = printed
    self.hasClipboard = hasClipboard
    self.isInputWaiting = isInputWaiting
  }
}
