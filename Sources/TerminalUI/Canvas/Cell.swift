/// One place of a canvas: what stands there, and how it looks.
public struct Cell: Hashable, Sendable {
  var glyph: Glyph
  /// How it looks.
  public var style: Style

  /// Makes a cell; without arguments, a blank.
  ///
  /// - Parameter text: A text in display form; what goes beyond a letter with four marks is left out.
  public init(text: String = " ", style: Style = .plain) { self.init(glyph: Glyph(text), style: style) }

  init(glyph: Glyph, style: Style) {
    self.glyph = glyph
    self.style = style
  }

  /// A space in the plain style.
  public static let blank = Cell(glyph: .space, style: .plain)

  /// The text in display form: a letter with its marks, or a wide character; empty in the second column of a wide one.
  public var text: String { glyph.text }

  /// The text's scalars.
  public var scalars: Scalars { glyph.scalars }

  /// Whether nothing is to be seen of the text.
  public var isBlank: Bool { glyph == .space }

  /// Whether this is the second column of a wide character.
  public var isContinuation: Bool { glyph.isEmpty }
}
