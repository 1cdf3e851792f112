import RollcallTextFormatting

/// The visible text of a printed line.
enum PlainText {
  /// Returns the line without escape sequences, and printable. If a carriage return overwrote it, returns the last
  /// version.
  static func of(_ line: String) -> String {
    guard line.utf8.contains(where: { $0 == 0x1B || $0 == 0x0D }) else { return line.printable(.line) }
    // A string for the terminal ends with a bell, or with an escape and another character; a control sequence with a
    // letter; other sequences after the first character that is not an intermediate one.
    let sequence = /\u{1B}+(?:[\]P^_][^\u{07}\u{1B}]*(?:\u{07}|\u{1B}+.|$)|\[[^@-~]*(?:[@-~]|$)|[ -\/]*(?:.|$))/
    let versions = line.replacing(sequence.matchingSemantics(.unicodeScalar).dotMatchesNewlines(), with: "")
      .unicodeScalars.split(separator: "\r")
    return versions.last.map { String($0).printable(.line) } ?? ""
  }
}
