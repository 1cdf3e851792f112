#if CommandLine
import TerminalUI
import TextFormatting

/// The help over the panes: its pages as tabs, and the open page.
struct HelpView {
  /// The columns for the keys and words.
  static let indent = 12

  struct Tab: Equatable {
    let topic: HelpTopic
    let area: Rect
  }

  let state: DashboardState

  /// The tabs of the pages on the upper border of a frame.
  func tabs(on frame: Rect) -> [Tab] {
    var x = frame.x + 2
    let pages = HelpTopic.pages(for: state)
    let names = pages.map(\.rawValue)
    // Tabs that do not all fit move closer together.
    let isTight = names.reduce(4) { $0 + $1.columnWidth + 2 } > frame.width
    return pages.map { topic in
      let area = Rect(x: x, y: frame.y, width: topic.rawValue.columnWidth + (isTight ? 1 : 2), height: 1)
      x = area.maxX
      return Tab(topic: topic, area: area)
    }
  }

  func draw(on canvas: inout Canvas, in frame: Rect, scroll: Int) {
    canvas.frame(frame, style: Style.border)
    for tab in tabs(on: frame) {
      // Reversed, so that the open page is visible without colour.
      let style = tab.topic == state.helpTopic ? Style.bold.reversed : .bold
      let name = tab.topic.rawValue
      canvas.write(
        tab.area.width > name.columnWidth + 1 ? " \(name) " : "\(name) ", x: tab.area.x, y: tab.area.y, style: style)
    }
    DetailView(detail: Self.detail(for: state), indent: Self.indent)
      .draw(on: &canvas, in: frame.inset(by: 1), scroll: scroll)
  }

  /// The open page as a detail.
  static func detail(for state: DashboardState) -> Detail {
    Detail(title: "Help: \(state.helpTopic.rawValue)", lines: state.helpTopic.lines(for: state))
  }
}

/// The names of keys on the screen, such as `Enter`, `^U` or `J K`. A space or a slash separates several keys.
enum KeyName {
  /// A key, and the columns of its name in a label.
  struct Place: Equatable {
    let key: Key
    let columns: Range<Int>
  }

  /// The keys in a label, from the left. Text that names no key, such as `click`, is skipped.
  static func places(in label: String) -> [Place] {
    var start = 0
    let names = label.split(omittingEmptySubsequences: false) { $0 == " " || $0 == "/" && label.count > 1 }
    return names.flatMap { name in
      defer { start += name.columnWidth + 1 }
      return places(ofName: String(name), from: start)
    }
  }

  /// The key named in a column of a label. If the label names only one key, the first `columns` columns all mean it.
  static func key(at column: Int, of label: String, columns: Int) -> Key? {
    let places = places(in: label)
    if places.count == 1, (0..<columns).contains(column) { return places[0].key }
    return places.first { $0.columns.contains(column) }?.key
  }

  static func keys(in label: String) -> [Key] { places(in: label).map(\.key) }

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
  static func name(of key: Key) -> String {
    if case .character(let character) = key, character != " " { return String(character) }
    return words.first { $0.value == key }?.key ?? ""
  }

  private static func key(named name: String) -> Key? {
    if let key = words[name] { return key }
    if name.first == "F", let number = Int(name.dropFirst()), (1...12).contains(number) { return .function(number) }
    if name.count == 2, name.first == "^", let letter = name.last { return .control(Character(letter.lowercased())) }
    guard name.count == 1, let letter = name.first else { return nil }
    return arrows[letter] ?? .character(letter)
  }
}
#endif
