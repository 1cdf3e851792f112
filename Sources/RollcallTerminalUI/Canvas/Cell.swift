/// A cell of a canvas: its text and style.
public struct Cell: Hashable, Sendable {
  /// The text: a letter with its combining marks, or a wide character. Empty in the second column of a wide character.
  public internal(set) var text: String
  /// The style of the text.
  public var style: Style

  /// Creates a cell; by default, a blank.
  ///
  /// - Parameter text: Text in display form, one or two columns wide.
  public init(text: String = " ", style: Style = .plain) { (self.text, self.style) = (text, style) }

  /// A space in the plain style.
  public static let blank = Cell()

  /// Whether the text is a space. The cell can still be visible, for example if its style is reversed.
  public var isBlank: Bool { text == " " }

  /// Whether this is the second column of a wide character.
  public var isContinuation: Bool { text.isEmpty }
}
