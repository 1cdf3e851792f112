public import RollcallTerminalUI

/// How a program uses its terminal.
public struct TerminalOptions: Sendable {
  /// Whether to use all colours of the terminal; otherwise, only attributes.
  public var isColored = true
  /// The symbols to draw with.
  public var glyphs = GlyphChoice.automatic
  /// The prefix of the line that is printed after a crash.
  public var programName = ""
  /// Whether to leave standard input to the program. It need not be a terminal then: keys come from standard output's
  /// terminal.
  public var leavesInput = false
  /// What the program is doing, for a crash handler.
  public var crashNote: CrashNote?
  /// Wakes the program. A wake-up before the program exists reaches it.
  public var waker = TerminalWaker()
  /// Called on any thread with each line that this program or a child process prints while the screen is shown. The
  /// line is printable.
  public var printed: @Sendable (String) -> Void = { _ in }

  /// Creates options.
  public init() {}
}
