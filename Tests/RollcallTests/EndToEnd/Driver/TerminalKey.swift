/// A key, by its tmux name.
struct TerminalKey: ExpressibleByStringLiteral, Sendable {
  let name: String

  init(stringLiteral name: String) { self.name = name }

  static let enter: TerminalKey = "Enter"
  static let escape: TerminalKey = "Escape"
  static let tab: TerminalKey = "Tab"
  static let backTab: TerminalKey = "BTab"
  static let space: TerminalKey = "Space"
  static let backspace: TerminalKey = "BSpace"
  static let up: TerminalKey = "Up"
  static let down: TerminalKey = "Down"
  static let left: TerminalKey = "Left"
  static let right: TerminalKey = "Right"
  static let pageUp: TerminalKey = "PPage"
  static let pageDown: TerminalKey = "NPage"
  static let f1: TerminalKey = "F1"

  static func control(_ letter: Character) -> TerminalKey { TerminalKey(stringLiteral: "C-\(letter)") }
}
