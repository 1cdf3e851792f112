public import TerminalUI

/// How a program uses its terminal.
public struct TerminalOptions: Sendable {
  /// Whether to use all colours of the terminal; otherwise, only attributes.
  public var isColored: Bool
  /// The symbols to draw with.
  public var glyphs: GlyphChoice
  /// The prefix of the line that is printed after a crash.
  public var programName: String
  /// Whether to leave standard input to the program. It need not be a terminal then: keys come from standard output's
  /// terminal.
  public var leavesInput = false
  /// What the program is doing, for a crash handler.
  public var crashNote: CrashNote?

  /// Creates options.
  public init(programName: String, isColored: Bool, glyphs: GlyphChoice, crashNote: CrashNote? = nil) {
    self.programName = programName
    self.isColored = isColored
    self.glyphs = glyphs
    self.crashNote = crashNote
  }
}
