import CNcurses

/// Gives curses' numbers to pairs of colours when they are first used.
struct ColorPairs {
  private struct Pair: Hashable {
    let foreground: Int16
    let background: Int16
  }

  private var numbers: [Pair: Int32] = [:]

  /// The number of a pair; 0, the default colours, where there are no colours or no numbers left.
  mutating func pair(foreground: Int16, background: Int16, palette: ColorPalette) -> Int32 {
    guard palette.colors >= 8 else { return 0 }
    if palette.hasDefaults, foreground < 0, background < 0 { return 0 }
    let pair = Pair(foreground: foreground, background: background)
    if let number = numbers[pair] { return number }
    let number = Int32(numbers.count + 1)
    guard number < min(rollcall_pair_count(), Int32(Int16.max)) else { return 0 }
    init_pair(Int16(number), foreground, background)
    numbers[pair] = number
    return number
  }
}

extension ColorPalette.Look {
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
