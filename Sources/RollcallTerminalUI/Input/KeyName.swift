import RollcallTextFormatting

/// The names of keys on the screen, such as `Enter`, `^U` or `J K`. A space or a slash separates several keys.
package enum KeyName {
  /// A key, and the columns of its name in a label.
  package struct Place: Equatable {
    package let key: Key
    package let columns: Range<Int>

    package init(key: Key, columns: Range<Int>) { (self.key, self.columns) = (key, columns) }
  }

  /// The keys in a label, from the left. Text that names no key, such as `click`, is skipped.
  package static func places(in label: String) -> [Place] {
    var start = 0
    let names = label.split(omittingEmptySubsequences: false) { $0 == " " || $0 == "/" && label.count > 1 }
    return names.flatMap { name in
      defer { start += name.columnWidth + 1 }
      return places(ofName: String(name), from: start)
    }
  }

  /// The key named in a column of a label. If the label names only one key, the first `columns` columns all mean it.
  package static func key(at column: Int, of label: String, columns: Int) -> Key? {
    let places = places(in: label)
    if places.count == 1, (0..<columns).contains(column) { return places[0].key }
    return places.first { $0.columns.contains(column) }?.key
  }

  package static func keys(in label: String) -> [Key] { places(in: label).map(\.key) }

  private static func places(ofName name: String, from start: Int) -> [Place] {
    if let key = key(named: name) { return [Place(key: key, columns: start..<(start + name.columnWidth))] }
    // Arrows have no separator.
    let keys = name.map { arrows[$0] }
    guard !keys.isEmpty, !keys.contains(nil) else { return [] }
    return keys.enumerated().compactMap { index, key in
      key.map { Place(key: $0, columns: (start + index)..<(start + index + 1)) }
    }
  }

  private static let arrows: [Character: Key] = ["↑": .up, "↓": .down, "←": .left, "→": .right]

  private static let words: [String: Key] = [
    "Enter": .enter, "Esc": .escape, "Tab": .tab, "Space": .character(" "), "Up": .up, "Down": .down, "Left": .left,
    "Right": .right, "PgUp": .pageUp, "PgDn": .pageDown,
  ]

  /// The name of a key; empty for a key without a name.
  package static func name(of key: Key) -> String {
    switch key {
    case .character(let character) where character != " ": String(character)
    case .function(let number): "F\(number)"
    default: words.first { $0.value == key }?.key ?? ""
    }
  }

  private static func key(named name: String) -> Key? {
    if let key = words[name] { return key }
    if name.first == "F", let number = Int(name.dropFirst()), (1...12).contains(number) { return .function(number) }
    if name.count == 2, name.first == "^", let letter = name.last { return .control(Character(letter.lowercased())) }
    guard name.count == 1, let letter = name.first else { return nil }
    return arrows[letter] ?? .character(letter)
  }
}
