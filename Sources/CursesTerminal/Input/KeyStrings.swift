import TerminalUI

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
    var keys: [[UInt8]: Key] = [:]
    for (name, key) in names {
      // A single control character is a key by itself.
      guard let bytes = string(name), bytes.count > 1, bytes[0] == 0x1B, keys[bytes] == nil else { continue }
      keys[bytes] = key
    }
    return keys
  }

  /// The keys of the screen's terminal.
  static var ofTheTerminal: [[UInt8]: Key] { keys { ControlSequences.capability($0).map { Array($0.utf8) } } }
}
