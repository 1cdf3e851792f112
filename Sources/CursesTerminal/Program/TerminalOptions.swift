/// What the user and the program wish of a terminal.
public struct TerminalOptions: Sendable {
  /// Whether to use colours.
  public var color: ColorMode
  /// Which signs to draw with.
  public var glyphs: GlyphChoice
  /// Whether clicks and the wheel are reported; text then can't be selected with the mouse alone.
  public var isMouseEnabled = false
  /// Begins the line that is printed after a crash.
  public var programName: String
  /// Where a crash handler finds what the program was doing.
  public var crashSlots: CrashSlots?

  /// Makes options.
  public init(
    programName: String, color: ColorMode = .automatic, glyphs: GlyphChoice = .automatic, crashSlots: CrashSlots? = nil
  ) {
    self.programName = programName
    self.color = color
    self.glyphs = glyphs
    self.crashSlots = crashSlots
  }
}

/// Whether to use colours.
public enum ColorMode: Hashable, Sendable, CaseIterable {
  /// As many as the terminal has, none if the environment variable `NO_COLOR` is set and not empty.
  case automatic
  /// As many as the terminal has.
  case always
  /// Attributes only.
  case never
}

/// Which signs to draw with.
public enum GlyphChoice: Hashable, Sendable, CaseIterable {
  /// Unicode in a UTF-8 locale, otherwise ASCII.
  case automatic
  /// ASCII in any locale.
  case ascii
}
