import CNcurses
import TerminalUI

/// Maps styles to a terminal's number of colours.
struct ScreenColors: Hashable {
  /// The number of colours to use.
  var count: Int
  /// Whether the terminal supports default colours. Otherwise the defaults are white on black.
  var hasDefaults = true

  /// A curses text colour (-1 is the terminal's default), and a style for the attributes.
  struct Look: Hashable {
    var foreground: Int16
    var style: Style
  }

  /// Returns the nearest look. With eight colours, bright colours become plain ones in bold. Bright black becomes the
  /// default, dim, because bold black on black is unreadable. With fewer colours, only attributes remain.
  func look(of style: Style) -> Look {
    var look = Look(foreground: hasDefaults ? -1 : 7, style: style)
    guard count >= 8, style.foreground != .standard else { return look }
    let number = Int16(style.foreground.rawValue) - 1
    if style.foreground == .brightBlack, count < 16 {
      look.style = look.style.dim
    } else {
      look.foreground = count < 16 ? number % 8 : number
      if count < 16, number >= 8 { look.style = look.style.bold }
    }
    return look
  }

  var background: Int16 { hasDefaults ? -1 : 0 }
}

/// Assigns curses' colour pairs when colours are first used.
struct ColorPairs {
  private var numbers: [Int16: Int32] = [:]

  /// Returns the pair for a colour on the default background. Returns 0, the default colours, if there are no colours
  /// or no free pairs.
  mutating func pair(foreground: Int16, colors: ScreenColors) -> Int32 {
    guard colors.count >= 8, !colors.hasDefaults || foreground >= 0 else { return 0 }
    if let number = numbers[foreground] { return number }
    let number = Int32(numbers.count + 1)
    guard number < min(rollcall_pair_count(), Int32(Int16.max)) else { return 0 }
    init_pair(Int16(number), foreground, colors.background)
    numbers[foreground] = number
    return number
  }
}

extension Style {
  /// The style's curses attributes.
  var attributes: UInt {
    var attributes: UInt = 0
    if isBold { attributes |= rollcall_attribute_bold() }
    if isDim { attributes |= rollcall_attribute_dim() }
    if isReversed { attributes |= rollcall_attribute_reverse() }
    if isUnderlined { attributes |= rollcall_attribute_underline() }
    return attributes
  }
}
