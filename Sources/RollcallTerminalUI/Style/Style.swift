/// The look of a cell: a colour and four attributes.
///
/// Build styles by chaining: `Style.plain.bold.foreground(.red)`, or `.bold.foreground(.red)` where a style is
/// expected.
public struct Style: Hashable, Sendable {
  /// The colour of the text.
  public private(set) var foreground = Color.standard
  /// Whether the text is bold.
  public private(set) var isBold = false
  /// Whether the text is dim.
  public private(set) var isDim = false
  /// Whether foreground and background are swapped.
  public private(set) var isReversed = false
  /// Whether the text is underlined.
  public private(set) var isUnderlined = false

  /// The terminal's default colours without attributes.
  public static let plain = Style()
}

extension Style {
  /// This style in bold.
  public var bold: Style { with(\.isBold, true) }

  /// This style, dim.
  public var dim: Style { with(\.isDim, true) }

  /// This style without dim.
  public var undimmed: Style { with(\.isDim, false) }

  /// This style with foreground and background swapped.
  public var reversed: Style { with(\.isReversed, true) }

  /// This style, underlined.
  public var underlined: Style { with(\.isUnderlined, true) }

  /// Returns this style with another text colour.
  public func foreground(_ color: Color) -> Style { with(\.foreground, color) }

  /// The plain style in bold.
  public static var bold: Style { plain.bold }

  /// The plain style, dim.
  public static var dim: Style { plain.dim }

  /// The plain style with foreground and background swapped.
  public static var reversed: Style { plain.reversed }

  /// The plain style, underlined.
  public static var underlined: Style { plain.underlined }

  /// Returns the plain style with another text colour.
  public static func foreground(_ color: Color) -> Style { plain.foreground(color) }

  private func with<Value>(_ part: WritableKeyPath<Style, Value>, _ value: Value) -> Style {
    var style = self
    style[keyPath: part] = value
    return style
  }
}
