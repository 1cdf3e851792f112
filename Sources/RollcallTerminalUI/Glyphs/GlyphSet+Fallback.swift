import RollcallTextFormatting

extension GlyphSet {
  /// Returns text as this set draws it. The Unicode set leaves it unchanged. The ASCII set replaces every other
  /// character with a substitute of equal width, or with `?`.
  public func plain(_ text: String) -> String {
    guard isASCII, !text.isPrintableASCII else { return text }
    return text.reduce(into: "") { $0 += Self.asciiForm(of: $1) }
  }

  /// The ASCII substitute of a character, as wide as its display form.
  static func asciiForm(of character: Character) -> String {
    if character.isPrintableASCII { return String(character) }
    if let substitute = substitutes[character] { return substitute }
    var form = ""
    TextWidth.forEachCell(of: character) { text, columns in
      if let base = text.unicodeScalars.first, base.isASCII {
        form.unicodeScalars.append(base)
      } else {
        form += String(repeating: "?", count: columns)
      }
    }
    return form
  }

  private static let substitutes: [Character: String] = {
    let groups: [(String, String)] = [
      ("-", "─·–—−‐‑"), ("|", "│▏▎▍"), ("+", "┌┐└┘├┤┬┴┼"), ("#", "▌▋▊▉█▇▆░▒▓▐"), ("_", "▁▂"), (".", "▃▄"), (":", "▅"),
      ("~", "…"), (">", "▸▶→›»≥"), ("<", "◂◀←‹«≤"), ("^", "↑▴▲"), ("v", "↓▾▼"), ("x", "×✗✕"), ("u", "µμ"),
      ("*", "•●"), ("'", "‘’‚′"), ("\"", "“”„″"), (" ", "\u{A0}\u{2007}\u{2009}\u{202F}"),
    ]
    return Dictionary(uniqueKeysWithValues: groups.flatMap { group in group.1.map { ($0, group.0) } })
  }()
}
