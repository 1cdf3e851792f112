/// Values as columns in one row of text.
public enum Histogram {
  /// Returns one symbol per value, with a height relative to the greatest value. Values of zero and below are blank.
  ///
  /// If all values are about equal, all columns are low, since there is no difference to show.
  ///
  ///     Histogram.text([0, 1, 4, 8])  // " ▁▄█"
  ///     Histogram.text([8, 8, 8, 8])  // "▁▁▁▁"
  public static func text(_ values: [Double], glyphs: GlyphSet = .unicode) -> String {
    let top = values.filter(\.isFinite).max() ?? 0
    let pieces = glyphs.columnEighths
    if top > 0, values.allSatisfy({ $0 >= top / 16 * 15 }) { return String(repeating: pieces[0], count: values.count) }
    return values.reduce(into: "") { text, value in
      guard value > 0, top > 0 else {
        text += " "
        return
      }
      let eighths = Int(min(value, top) / top * 8 + 0.5)
      text += pieces[min(max(eighths, 1), 8) - 1]
    }
  }
}
