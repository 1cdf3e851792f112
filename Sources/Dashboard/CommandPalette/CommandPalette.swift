#if CommandLine
import Inspection
import ModuleLifecycle
import OrderedCollections
import TerminalUI

/// A searchable list of all commands, events and modules.
struct CommandPalette: Sendable, Equatable {
  enum Item: Sendable, Equatable {
    /// A command's index in the table, and the index of one of its keys.
    case command(Int, key: Int)
    case event(String)
    case module(ModuleID)
  }

  private(set) var text = EditedText()
  /// The matching items, best first.
  private(set) var items: [Item] = []
  var selection = 0

  var selected: Item? { items.indices.contains(selection) ? items[selection] : nil }

  init(_ text: EditedText = EditedText(), in state: DashboardState) {
    self.text = text
    items = Self.items(fitting: text.text, in: state)
  }

  private static func items(fitting text: String, in state: DashboardState) -> [Item] {
    let events = state.application.source.events.map(\.name)
    let words = text.split(separator: " ")
    // After an event's full name, the text is its arguments.
    if words.count > 1 || text.last == " ", let event = events.first(where: { $0 == words.first ?? "" }) {
      return [.event(event)]
    }
    let query = words.joined(separator: " ")
    let match = NameMatch(query)
    var found: [(item: Item, score: Int)] = []
    for (place, command) in UserCommand.table.enumerated() where command.isListed(in: state) {
      for (key, name) in command.names.enumerated() {
        guard let score = match.score(name) else { continue }
        found.append((.command(place, key: key), 2 * score + (command.problem(state) == nil ? 0 : 1)))
      }
    }
    if state.mayFire || state.playback != nil {
      for event in events { match.score(event).map { found.append((.event(event), 2 * $0)) } }
    }
    let filter = RowFilter(query)
    for row in state.application.modules.rows where filter.map({ $0.missing($0.all, in: row.name) == 0 }) ?? true {
      found.append((.module(row.id), 2 * (match.score(row.name) ?? 1)))
    }
    // The offsets make the sort stable.
    return found.enumerated().sorted { ($0.element.score, $0.offset) < ($1.element.score, $1.offset) }
      .map(\.element.item)
  }
}

/// How well names match a query. Case does not matter. The cost depends on the name, not on the query.
struct NameMatch {
  private let query: String
  private let count: Int

  init(_ query: String) {
    self.query = query.lowercased()
    count = self.query.count
  }

  /// Returns 0 if the name has the query as a prefix, 1 if it contains it, 2 if it has its letters in order; `nil` if
  /// none.
  func score(_ name: String) -> Int? {
    let name = name.lowercased()
    guard count <= name.count else { return nil }
    if name.hasPrefix(query) { return 0 }
    if name.contains(query) { return 1 }
    var rest = query[...]
    for letter in name where letter == rest.first { rest.removeFirst() }
    return rest.isEmpty ? 2 : nil
  }
}

extension UserCommand {
  /// Whether the palette lists the command: it works in the panes, and if unavailable, it gives a reason.
  func isListed(in state: DashboardState) -> Bool {
    contexts == [.panes] && press != nil && problem(state)?.isEmpty != true
  }

  /// One of the command's keys, as shown on the screen.
  func keyName(_ place: Int) -> String { String(keys.split(separator: " ")[place]) }
}

extension DashboardState {
  var palette: CommandPalette? { if case .palette(let palette) = overlay { palette } else { nil } }

  mutating func changePalette(_ change: (inout CommandPalette) -> Void) {
    guard var palette else { return }
    change(&palette)
    overlay = .palette(palette)
  }

  mutating func edit(_ palette: CommandPalette, _ key: Key) {
    var text = palette.text
    if text.text.isEmpty, key == .backspace {
      overlay = nil
      return
    }
    text.press(key)
    if text != palette.text { overlay = .palette(CommandPalette(text, in: self)) }
  }

  /// Completes the text to the selected item's full name. Arguments can follow an event's name.
  mutating func completeInPalette() {
    guard let item = palette?.selected else { return }
    let name = PaletteView(state: self).name(of: item)
    let end = if case .event = item { " " } else { "" }
    overlay = .palette(CommandPalette(EditedText(name + end), in: self))
  }

  /// Runs the selected item. If that is impossible, the headline says why, and the palette stays open.
  mutating func chooseInPalette() -> [Effect] {
    guard let palette, let item = palette.selected else { return [] }
    switch item {
    case .command(let place, let key):
      let command = UserCommand.table[place]
      if let problem = command.problem(self) {
        headline = .failed(problem)
        return []
      }
      overlay = nil
      let keys = KeyName.keys(in: command.keys)
      return act(command, keys[key])
    case .event(let name): return fire(name, palette)
    case .module(let id):
      overlay = nil
      if moduleRows.position(of: id) == nil { moduleFilter.set("") }
      if !focus.listsModules { focus = .order }
      selectedModule = id
      return []
    }
  }

  /// Fires an event with the arguments after its name. In a recording, goes to the event's next dispatch.
  private mutating func fire(_ event: String, _ palette: CommandPalette) -> [Effect] {
    if playback != nil {
      overlay = nil
      soughtEvent = event
      return [.playback(.go(.next(event: event)))]
    }
    if let problem = problem(with: .firing) {
      headline = .failed(problem)
      return []
    }
    let typed = palette.text.text.split(separator: " ", maxSplits: 1)
    let arguments = typed.first.map(String.init) == event && typed.count > 1 ? " \(typed[1])" : ""
    do {
      overlay = nil
      var line = PlainLine("fire \(event)\(arguments)")
      line.usage = PlainVerb.fire.usage
      return try fire(line).filter { if case .say = $0 { false } else { true } }
    } catch {
      overlay = .palette(palette)
      headline = .failed(error.text)
      return []
    }
  }
}
#endif
