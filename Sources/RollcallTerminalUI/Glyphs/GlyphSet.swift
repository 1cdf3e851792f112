/// The symbols to draw with: Unicode, or ASCII for terminals without Unicode.
///
/// Each symbol takes one column in both sets, so layouts are equal.
public struct GlyphSet: Hashable, Sendable {
  /// Whether only ASCII is drawn. Users' text is converted too.
  public let isASCII: Bool

  /// Unicode, with lines, blocks and arrows.
  public static let unicode = GlyphSet(isASCII: false)

  /// ASCII only.
  public static let ascii = GlyphSet(isASCII: true)

  /// The ellipsis after text that was cut.
  public var ellipsis: String { isASCII ? "~" : "…" }

  /// The marker of the selected row.
  public var selection: String { isASCII ? ">" : "▸" }

  /// The sign for *times*, as in `3×`.
  public var times: String { isASCII ? "x" : "×" }

  /// The up arrow.
  public var up: String { isASCII ? "^" : "↑" }
  /// The down arrow.
  public var down: String { isASCII ? "v" : "↓" }
  /// The left arrow.
  public var left: String { isASCII ? "<" : "←" }
  /// The right arrow.
  public var right: String { isASCII ? ">" : "→" }

  /// The pieces of a horizontal bar: one to eight eighths of a cell, from the left.
  public var barEighths: [String] { (isASCII ? "|||#####" : "▏▎▍▌▋▊▉█").map(String.init) }

  /// A cell of a bar for time in which a thread waited for a processor.
  public var barWaiting: String { isASCII ? "~" : "▒" }
  /// A cell of a bar for time in which a thread was blocked.
  public var barBlocked: String { isASCII ? "." : "░" }

  /// The columns of a histogram: one to eight eighths of a cell, from the bottom.
  public var columnEighths: [String] { (isASCII ? "__..::##" : "▁▂▃▄▅▆▇█").map(String.init) }
}
