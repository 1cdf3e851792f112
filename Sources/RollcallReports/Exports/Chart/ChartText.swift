import RollcallTextFormatting

/// Estimates the width of text in an unknown font. It estimates too wide rather than too narrow, so that text neither
/// overlaps nor is cut, wherever the chart is shown.
enum ChartText {
  /// The width at font size 1.
  static func ems(_ text: some StringProtocol) -> Double { text.reduce(0) { $0 + ems($1) } }

  /// The longest prefix that fits, with an ellipsis if text is missing.
  static func cut(_ text: String, toEms room: Double) -> String {
    guard ems(text) > room else { return text }
    var (kept, width) = ("", 1.0)
    for character in text {
      width += ems(character)
      if width > room { break }
      kept.append(character)
    }
    return kept + "\u{2026}"
  }

  private static func ems(_ character: Character) -> Double {
    guard character.unicodeScalars.count == 1, let scalar = character.unicodeScalars.first, scalar.isASCII else {
      return character.unicodeScalars.count > 1 || TextWidth.columns(of: character) > 1 ? 1.15 : 0.85
    }
    switch character {
    case " ", "i", "j", "l", "I", ".", ",", ":", ";", "'", "|", "!": return 0.38
    case "f", "r", "t", "(", ")", "[", "]", "/", "-", "\"": return 0.5
    case "m", "w", "M", "W", "@", "%", "+", "=", "<", ">", "~", "#": return 1
    case "A"..."Z": return 0.8
    default: return 0.66
    }
  }

  /// Text for an XML document. Scalars that XML does not allow are shown as missing.
  static func xml(_ text: String) -> String {
    var result = ""
    for scalar in text.unicodeScalars {
      switch scalar {
      case "&": result += "&amp;"
      case "<": result += "&lt;"
      case ">": result += "&gt;"
      case "\"": result += "&quot;"
      case "\r": result += " "
      default:
        // XML does not allow the last two scalars of each plane.
        result.unicodeScalars.append(scalar.value & 0xFFFE != 0xFFFE ? scalar.printable(.line) : "\u{FFFD}")
      }
    }
    return result
  }
}
