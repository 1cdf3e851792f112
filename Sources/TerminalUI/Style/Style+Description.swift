extension Style: CustomStringConvertible {
  /// The style in words, such as `bold reversed red on blue`; `plain` when there is nothing to say.
  public var description: String {
    var words: [String] = []
    if isBold { words.append("bold") }
    if isDim { words.append("dim") }
    if isReversed { words.append("reversed") }
    if isUnderlined { words.append("underlined") }
    if foreground != .standard { words.append("\(foreground)") }
    if background != .standard { words.append("on \(background)") }
    return words.isEmpty ? "plain" : words.joined(separator: " ")
  }
}
