#if CommandLine
import RollcallTerminalUI

/// How the styles with a meaning appear on the screen.
///
/// Views draw with the palette's own styles, in which each colour, and dimness, has a meaning. After drawing, the theme
/// changes each cell's style. It sees combined styles, such as a bold caution in a reversed row.
package struct Theme: Sendable, Equatable {
  package let name: String
  /// A short description for the list of themes.
  package let summary: String
  /// Converts a style; `nil` to keep all styles.
  let change: (@Sendable (Style) -> Style)?

  package static func == (one: Theme, other: Theme) -> Bool { one.name == other.name }
}

extension Theme {
  /// All themes, the default first.
  package static let all = [terminal, mono, contrast]

  package static let terminal = Theme(name: "terminal", summary: "the terminal's own 16 colours", change: nil)

  static let mono = Theme(
    name: "mono", summary: "no colours: bold, dim, underlined, reversed",
    change: { style in
      switch style.foreground {
      case .red: style.foreground(.standard).bold.underlined
      case .yellow: style.foreground(.standard).underlined
      case .cyan: style.foreground(.standard).bold
      default: style.foreground(.standard)
      }
    })

  static let contrast = Theme(
    name: "contrast", summary: "bright colours, nothing dim, for a dark background",
    change: { style in
      let style = style.undimmed
      return switch style.foreground {
      case .red: style.foreground(.brightRed).underlined
      case .yellow: style.foreground(.brightYellow)
      case .green: style.foreground(.brightGreen)
      case .cyan, .blue: style.foreground(.brightCyan)
      default: style
      }
    })
}

extension Theme {
  /// Applies the theme to a drawn canvas.
  func dress(_ canvas: inout Canvas) {
    if let change { canvas.restyle(canvas.bounds, change) }
  }
}
#endif
