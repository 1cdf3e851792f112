/// The user's choice of symbols.
public enum GlyphChoice: String, Sendable, CaseIterable {
  /// Unicode in a UTF-8 locale, ASCII in all others.
  case automatic = "auto"
  /// Unicode in any locale.
  case unicode
  /// ASCII in any locale.
  case ascii
}
