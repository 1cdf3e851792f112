/// How a cell looks: two colours and four attributes.
///
/// Styles are built by chaining: `Style.plain.bold.foreground(.red)`, or `.bold.foreground(.red)` where a style is
/// expected.
public struct Style: Hashable, Sendable {
  /// The colour of the text.
  public var foreground: Color
  /// The colour behind it.
  public var background: Color
  /// Heavier than plain.
  public var isBold: Bool
  /// Fainter than plain.
  public var isDim: Bool
  /// Foreground and background exchanged.
  public var isReversed: Bool
  /// With a line below.
  public var isUnderlined: Bool

  /// Makes a style; without arguments, the plain one.
  public init(
    foreground: Color = .standard, background: Color = .standard, isBold: Bool = false, isDim: Bool = false,
    isReversed: Bool = false, isUnderlined: Bool = false
  ) {
    self.foreground = foreground
    self.background = background
    self.isBold = isBold
    self.isDim = isDim
    self.isReversed = isReversed
    self.isUnderlined = isUnderlined
  }

  /// The terminal's default colours, no attribute.
  public static let plain = Style()
}
