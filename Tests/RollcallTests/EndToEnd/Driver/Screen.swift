import Foundation

/// The contents of a terminal at one moment.
struct Screen: Sendable, CustomStringConvertible {
  /// The rows, without trailing spaces.
  let lines: [String]
  let width: Int
  let height: Int
  /// Whether the program uses the alternate screen.
  let isAlternate: Bool
  let isCursorVisible: Bool
  let isMouseReported: Bool

  func contains(_ text: String) -> Bool { lines.contains { $0.contains(text) } }

  /// Whether a part of a line matches.
  func contains(_ form: Regex<Substring>) -> Bool { lines.contains { $0.contains(form) } }

  /// The first line that contains a text, trimmed.
  func line(with text: String) -> String? {
    lines.first { $0.contains(text) }?.trimmingCharacters(in: .whitespaces)
  }

  /// Whether the dashboard is drawn completely: a frame with two lines above and two below, the last one with keys.
  ///
  /// tmux can report a change when only half of it has arrived. Therefore a test waits for all its conditions together.
  var isWhole: Bool {
    guard lines.count == height, height > 4, let top = lines[2].first, let bottom = lines[height - 3].last else {
      return false
    }
    return "┌+".contains(top) && "┘+".contains(bottom) && lines[height - 1].hasSuffix(" q quit")
      && lines[2..<(height - 2)].allSatisfy { ["│", "┐", "┘", "┤", "|", "+"].contains($0.last) }
  }

  /// The index of the first line that contains a text; the number of lines when there is none.
  func line(of text: String) -> Int { lines.firstIndex { $0.contains(text) } ?? lines.count }

  /// The last line that is not empty.
  var lastLine: String { lines.last { !$0.isEmpty } ?? "" }

  /// Whether the shell waits for a command.
  var isAtPrompt: Bool { !isAlternate && lastLine == Terminal.prompt }

  /// The output of the last command: the lines between the command and the prompt.
  var output: [String] {
    guard let end = lines.lastIndex(of: Terminal.prompt) else { return [] }
    let start = lines[..<end].lastIndex { $0.hasPrefix("\(Terminal.prompt) ") } ?? -1
    return Array(lines[(start + 1)..<end])
  }

  /// The whole screen, for messages.
  ///
  /// Box lines and blocks are replaced by ASCII: `swift test` loses output that is cut within a character, and with it
  /// the failure's message.
  var description: String {
    let state = [
      "\(width)x\(height)", isAlternate ? "whole screen" : "shell's screen",
      isCursorVisible ? "cursor visible" : "cursor hidden",
    ].joined(separator: ", ")
    let shown = lines.reversed().drop(while: \.isEmpty).reversed()
    return (["The screen (\(state)):"] + shown.map { "  \(String($0.map(Self.plain)))" }).joined(separator: "\n")
  }

  private static func plain(_ character: Character) -> Character {
    switch character {
    case "─": "-"
    case "│": "|"
    case "·": "."
    case "…": "~"
    case "▸": ">"
    case "\u{2500}"..."\u{257F}": "+"
    case "\u{2580}"..."\u{259F}": "#"
    default: character
    }
  }
}
