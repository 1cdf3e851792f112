import Foundation

/// What a terminal shows at one moment.
struct Screen: Sendable, CustomStringConvertible {
  /// The rows, without the spaces at their ends.
  let lines: [String]
  let width: Int
  let height: Int
  /// Whether the program that runs in it has taken the whole screen, and will give the old one back.
  let isAlternate: Bool
  let isCursorVisible: Bool
  let isMouseReported: Bool

  func contains(_ text: String) -> Bool { lines.contains { $0.contains(text) } }

  /// Whether a part of some line has this form.
  func contains(_ form: Regex<Substring>) -> Bool { lines.contains { $0.contains(form) } }

  /// The first line that contains a text, without the spaces around it.
  func line(with text: String) -> String? {
    lines.first { $0.contains(text) }?.trimmingCharacters(in: .whitespaces)
  }

  /// Whether the dashboard is drawn to its end: a frame between two lines above and two below, the last one with keys.
  ///
  /// tmux may report a change when half of it has arrived. So whatever else a test wants to see of a screen, it waits
  /// for all of it together.
  var isWhole: Bool {
    guard lines.count == height, height > 4, let top = lines[2].first, let bottom = lines[height - 3].last else {
      return false
    }
    return "┌+".contains(top) && "┘+".contains(bottom) && lines[height - 1].hasSuffix(" q quit")
      && lines[2..<(height - 2)].allSatisfy { ["│", "┐", "┘", "┤", "|", "+"].contains($0.last) }
  }

  /// The place of the first line that contains a text, counted from 0; past the last one where none does.
  func line(of text: String) -> Int { lines.firstIndex { $0.contains(text) } ?? lines.count }

  /// The last line with anything on it.
  var lastLine: String { lines.last { !$0.isEmpty } ?? "" }

  /// Whether the shell waits for a command.
  var isAtPrompt: Bool { !isAlternate && lastLine == Terminal.prompt }

  /// What was printed by the command that was run last: the lines between it and the prompt.
  var output: [String] {
    guard let end = lines.lastIndex(of: Terminal.prompt) else { return [] }
    let start = lines[..<end].lastIndex { $0.hasPrefix("\(Terminal.prompt) ") } ?? -1
    return Array(lines[(start + 1)..<end])
  }

  /// All of it, for messages.
  ///
  /// Lines and blocks are given in ASCII: `swift test` loses a piece of output that is cut within a character, and with
  /// it the message of the failure.
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
