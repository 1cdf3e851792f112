#if CommandLine
import TerminalUI
import TextFormatting

/// The names that keys have on the screen, several of them with a space or a slash between: `Enter`, `^U`, `J K`.
enum KeyName {
  /// A key, and the columns of a label in which its name stands.
  struct Place: Equatable {
    let key: Key
    let columns: Range<Int>
  }

  /// The keys of a label, from the left. What is no key's name, such as `click`, is left out.
  static func places(in label: String) -> [Place] {
    var places: [Place] = []
    var (name, start, column) = ("", 0, 0)
    func take() {
      places += self.places(ofName: name, from: start)
    }
    for character in label {
      let isSeparator = character == " " || (character == "/" && label.count > 1)
      if isSeparator {
        take()
        name = ""
        start = column + 1
      } else {
        name.append(character)
      }
      column += TextWidth.columns(of: character)
    }
    take()
    return places
  }

  static func keys(in label: String) -> [Key] { places(in: label).map(\.key) }

  private static func places(ofName name: String, from start: Int) -> [Place] {
    if let key = key(named: name) { return [Place(key: key, columns: start..<(start + name.columnWidth))] }
    // Arrows stand side by side.
    let keys = name.map { arrows[$0] }
    guard !keys.isEmpty, !keys.contains(nil) else { return [] }
    return keys.enumerated().compactMap { index, key in
      key.map { Place(key: $0, columns: (start + index)..<(start + index + 1)) }
    }
  }

  private static let arrows: [Character: Key] = ["↑": .up, "↓": .down, "←": .left, "→": .right]

  private static let words: [String: Key] = [
    "Enter": .enter, "Esc": .escape, "Tab": .tab, "Space": .character(" "), "Up": .up, "Down": .down, "Left": .left,
    "Right": .right, "PgUp": .pageUp, "PgDn": .pageDown, "F1": .function(1),
  ]

  private static func key(named name: String) -> Key? {
    if let key = words[name] { return key }
    if name.count == 2, name.first == "^", let letter = name.last { return .control(Character(letter.lowercased())) }
    guard name.count == 1, let letter = name.first else { return nil }
    return arrows[letter] ?? .character(letter)
  }
}
#endif
