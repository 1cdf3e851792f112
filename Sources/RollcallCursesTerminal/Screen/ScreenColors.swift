import CNcurses
import RollcallTerminalUI

/// Maps styles to a terminal's number of colours.
struct ScreenColors: Hashable {
  /// The number of colours to use: 0, 8 or 16.
  let count: Int

  init(count: Int) { self.count = count < 8 ? 0 : count < 16 ? 8 : 16 }

  /// Starts colours, and defines the pair of each one on the default background. Without default colours, a terminal
  /// shows attributes only.
  static func started() -> ScreenColors {
    guard rollcall_start_colors() != 0 else { return ScreenColors(count: 0) }
    // Pair 0 has the default colours.
    let colors = ScreenColors(count: Int(min(rollcall_color_count(), rollcall_pair_count() - 1)))
    for color in 0..<Int16(colors.count) { init_pair(color + 1, color, -1) }
    return colors
  }

  /// A curses text colour (-1 is the terminal's default), and a style for the attributes.
  struct Look: Hashable {
    var foreground: Int16
    var style: Style

    /// The number of the colour pair.
    var pair: Int32 { Int32(foreground) + 1 }
  }

  /// Returns the nearest look. With eight colours, bright colours become plain ones in bold. Bright black becomes the
  /// default, dim, because bold black on black is unreadable. Without colours, only attributes remain.
  func look(of style: Style) -> Look {
    var look = Look(foreground: -1, style: style)
    guard count > 0, style.foreground != .standard else { return look }
    let number = Int16(style.foreground.rawValue) - 1
    if style.foreground == .brightBlack, count < 16 {
      look.style = look.style.dim
    } else {
      look.foreground = number % Int16(count)
      if number >= count { look.style = look.style.bold }
    }
    return look
  }
}

extension Style {
  /// The style's curses attributes.
  var attributes: UInt {
    let all = [
      (isBold, rollcall_attribute_bold()), (isDim, rollcall_attribute_dim()),
      (isReversed, rollcall_attribute_reverse()), (isUnderlined, rollcall_attribute_underline()),
    ]
    return all.reduce(0) { $1.0 ? $0 | $1.1 : $0 }
  }
}
