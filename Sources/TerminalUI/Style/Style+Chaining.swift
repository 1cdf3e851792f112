extension Style {
  /// This style in bold.
  public var bold: Style { changed { $0.isBold = true } }

  /// This style, dim.
  public var dim: Style { changed { $0.isDim = true } }

  /// This style with foreground and background exchanged.
  public var reversed: Style { changed { $0.isReversed = true } }

  /// This style, underlined.
  public var underlined: Style { changed { $0.isUnderlined = true } }

  /// This style in another text colour.
  public func foreground(_ color: Color) -> Style { changed { $0.foreground = color } }

  /// This style on another colour.
  public func background(_ color: Color) -> Style { changed { $0.background = color } }

  /// The plain style in bold.
  public static var bold: Style { plain.bold }

  /// The plain style, dim.
  public static var dim: Style { plain.dim }

  /// The plain style with foreground and background exchanged.
  public static var reversed: Style { plain.reversed }

  /// The plain style, underlined.
  public static var underlined: Style { plain.underlined }

  /// The plain style in another text colour.
  public static func foreground(_ color: Color) -> Style { plain.foreground(color) }

  /// The plain style on another colour.
  public static func background(_ color: Color) -> Style { plain.background(color) }

  private func changed(_ change: (inout Style) -> Void) -> Style {
    var copy = self
    change(&copy)
    return copy
  }
}
