import RollcallTextFormatting

/// Terminal types that stand in for one that the terminal database lacks, as over ssh from a newer terminal.
enum TerminalTypes {
  /// Returns the types to try instead, best first. A terminal whose type begins with `xterm` obeys xterm's sequences.
  static func fallbacks(for type: String) -> [String] {
    let older = type == "xterm-ghostty" ? ["ghostty"] : []
    let usual = "xterm-256color"
    return older + (type.hasPrefix("xterm") && type != usual ? [usual] : [])
  }

  /// The sentence for the user after the screen has gone.
  static func note(programName: String, type: String, used: String) -> String {
    let unknown = "The terminal type \"\(type)\" in TERM is unknown here, so \(used) was used."
    return "\(programName): \(unknown) Install its terminfo entry to use all of the terminal.".printable(.line)
  }
}
