#if CommandLine
import TerminalUI

/// What colours and weights mean. Each says something that words say too.
enum Palette {
  static let label = Style.dim
  static let good = Style.foreground(.green)
  static let bad = Style.foreground(.red).bold
  static let caution = Style.foreground(.yellow)
  static let accent = Style.foreground(.cyan)
  static let key = Style.foreground(.cyan).bold
  static let bar = Style.foreground(.blue)
  static let border = Style.dim
}
#endif
