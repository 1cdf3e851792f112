/// The signs that a screen is drawn with: Unicode ones, or ASCII for terminals that have no others.
///
/// Each sign takes one column in both sets, so that a layout is the same.
public struct GlyphSet: Hashable, Sendable {
  /// Whether only ASCII is drawn, the user's text included.
  public let isASCII: Bool

  /// Lines, blocks and arrows of Unicode.
  public static let unicode = GlyphSet(isASCII: false)

  /// ASCII only.
  public static let ascii = GlyphSet(isASCII: true)

  /// Stands where text was cut off.
  public var ellipsis: String { isASCII ? "~" : "…" }

  /// Marks the selected row.
  public var selection: String { isASCII ? ">" : "▸" }

  /// Stands for *times*, as in `3×`.
  public var times: String { isASCII ? "x" : "×" }

  /// Arrow keys, and directions.
  public var up: String { isASCII ? "^" : "↑" }
  /// Down.
  public var down: String { isASCII ? "v" : "↓" }
  /// Left.
  public var left: String { isASCII ? "<" : "←" }
  /// Right.
  public var right: String { isASCII ? ">" : "→" }

  /// Pieces of a horizontal bar: one to eight eighths of a cell, from the left.
  public var barEighths: [String] { isASCII ? Self.asciiBarEighths : Self.unicodeBarEighths }

  /// A cell of a bar that stands for time in which a thread waited for a processor.
  public var barWaiting: String { isASCII ? "~" : "▒" }
  /// A cell of a bar that stands for time in which a thread was blocked.
  public var barBlocked: String { isASCII ? "." : "░" }

  /// Columns of a histogram: one to eight eighths of a cell, from the bottom.
  public var columnEighths: [String] { isASCII ? Self.asciiColumnEighths : Self.unicodeColumnEighths }

  private static let unicodeBarEighths = ["▏", "▎", "▍", "▌", "▋", "▊", "▉", "█"]
  private static let asciiBarEighths = ["|", "|", "|", "#", "#", "#", "#", "#"]
  private static let unicodeColumnEighths = ["▁", "▂", "▃", "▄", "▅", "▆", "▇", "█"]
  private static let asciiColumnEighths = ["_", "_", ".", ".", ":", ":", "#", "#"]
}
