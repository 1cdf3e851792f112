/// One place of a canvas: what stands there, and how it looks.
public struct Cell: Hashable, Sendable {
  /// The text in display form: a letter with its marks, or a wide character; empty in the second column of a wide one.
  public internal(set) var text: String
  /// How it looks.
  public var style: Style

  /// Makes a cell; without arguments, a blank.
  ///
  /// - Parameter text: A text in display form, of one or two columns.
  public init(text: String = " ", style: Style = .plain) { (self.text, self.style) = (text, style) }

  /// A space in the plain style.
  public static let blank = Cell()

  /// Whether nothing is to be seen of the text.
  public var isBlank: Bool { text == " " }

  /// Whether this is the second column of a wide character.
  public var isContinuation: Bool { text.isEmpty }
}
