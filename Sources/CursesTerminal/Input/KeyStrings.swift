import TerminalUI

/// What the terminal's description says that its keys send.
enum KeyStrings {
  /// The names of the strings in terminfo.
  private static let names: [(name: String, key: Key)] =
    [
      ("kcuu1", .up), ("kcud1", .down), ("kcub1", .left), ("kcuf1", .right), ("khome", .home), ("kend", .end),
      ("kpp", .pageUp), ("knp", .pageDown), ("kent", .enter), ("kcbt", .backTab), ("kdch1", .delete),
      ("kich1", .insert),
    ] + (1...24).map { ("kf\($0)", .function($0)) }

  /// The keys by the bytes that they send.
  ///
  /// - Parameter string: Gives a string of the description by its name.
  static func keys(_ string: (String) -> [UInt8]?) -> [[UInt8]: Key] {
    var keys: [[UInt8]: Key] = [:]
    for (name, key) in names {
      // A single control character is the key that writes it.
      guard let bytes = string(name), bytes.count > 1, bytes[0] == 0x1B, keys[bytes] == nil else { continue }
      keys[bytes] = key
    }
    return keys
  }

  /// Those of the terminal that the screen is on.
  static var ofTheTerminal: [[UInt8]: Key] { keys { ControlSequences.capability($0).map { Array($0.utf8) } } }
}
