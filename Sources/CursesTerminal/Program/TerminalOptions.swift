public import TerminalUI

/// What the user and the program wish of a terminal.
public struct TerminalOptions: Sendable {
  /// Whether to use as many colours as the terminal has; otherwise attributes only.
  public var isColored: Bool
  /// Which signs to draw with.
  public var glyphs: GlyphChoice
  /// Begins the line that is printed after a crash.
  public var programName: String
  /// Whether standard input is the program's, and no terminal has to be there: keys come from the terminal of standard
  /// output.
  public var leavesInput = false
  /// Where a crash handler finds what the program was doing.
  public var crashSlots: CrashSlots?

  /// Makes options.
  public init(programName: String, isColored: Bool, glyphs: GlyphChoice, crashSlots: CrashSlots? = nil) {
    self.programName = programName
    self.isColored = isColored
    self.glyphs = glyphs
    self.crashSlots = crashSlots
  }
}
