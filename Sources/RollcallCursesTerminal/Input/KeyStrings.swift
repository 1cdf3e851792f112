import RollcallTerminalUI

/// The key sequences in the terminal's description.
enum KeyStrings {
  /// The terminfo names of the key strings.
  private static let names: [(name: String, key: Key)] =
    [
      ("kcuu1", .up), ("kcud1", .down), ("kcub1", .left), ("kcuf1", .right), ("khome", .home), ("kend", .end),
      ("kpp", .pageUp), ("knp", .pageDown), ("kent", .enter), ("kcbt", .backTab), ("kdch1", .delete),
      ("kich1", .insert),
    ] + (1...24).map { ("kf\($0)", .function($0)) }

  /// Returns the keys by their byte sequences.
  ///
  /// - Parameter string: Returns a string of the description by name.
  static func keys(_ string: (String) -> [UInt8]?) -> [[UInt8]: Key] {
    // A single control character is a key by itself.
    let found = names.compactMap { name, key in
      string(name).flatMap { $0.count > 1 && $0[0] == 0x1B ? ($0, key) : nil }
    }
    return Dictionary(found, uniquingKeysWith: { first, _ in first })
  }

  /// The keys of the screen's terminal.
  static var ofTheTerminal: [[UInt8]: Key] { keys { ControlSequences.capability($0).map { Array($0.utf8) } } }
}
