import CNcurses
import TerminalUI

/// What a terminal of so many colours shows of a style.
struct ColorPalette: Hashable {
  /// Colours that the terminal has and the user wants.
  var colors: Int
  /// Whether the terminal's default colours can be named; otherwise they are white on black.
  var hasDefaults = true

  /// A text colour as curses numbers it (-1 is the terminal's default), and a style for its attributes.
  struct Look: Hashable {
    var foreground: Int16
    var style: Style
  }

  /// The nearest look. Where there are eight colours, a bright one is its plain one in bold, except that bright black
  /// is the default, dim: bold black on black can't be read. Where there are fewer, only attributes remain.
  func look(of style: Style) -> Look {
    var look = Look(foreground: hasDefaults ? -1 : 7, style: style)
    guard colors >= 8, style.foreground != .standard else { return look }
    let number = Int16(style.foreground.rawValue) - 1
    if style.foreground == .brightBlack, colors < 16 {
      look.style = look.style.dim
    } else {
      look.foreground = colors < 16 ? number % 8 : number
      if colors < 16, number >= 8 { look.style = look.style.bold }
    }
    return look
  }

  /// The default background.
  var background: Int16 { hasDefaults ? -1 : 0 }
}

/// Gives curses' numbers to text colours when they are first used.
struct ColorPairs {
  private var numbers: [Int16: Int32] = [:]

  /// The number of a colour on the default background; 0, the default colours, where there are no colours or no numbers
  /// left.
  mutating func pair(foreground: Int16, palette: ColorPalette) -> Int32 {
    guard palette.colors >= 8, !palette.hasDefaults || foreground >= 0 else { return 0 }
    if let number = numbers[foreground] { return number }
    let number = Int32(numbers.count + 1)
    guard number < min(rollcall_pair_count(), Int32(Int16.max)) else { return 0 }
    init_pair(Int16(number), foreground, palette.background)
    numbers[foreground] = number
    return number
  }
}

extension Style {
  /// The attributes as curses numbers them.
  var attributes: UInt {
    var attributes: UInt = 0
    if isBold { attributes |= rollcall_attribute_bold() }
    if isDim { attributes |= rollcall_attribute_dim() }
    if isReversed { attributes |= rollcall_attribute_reverse() }
    if isUnderlined { attributes |= rollcall_attribute_underline() }
    return attributes
  }
}
