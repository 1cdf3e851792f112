#if CommandLine
import RollcallEventArguments
import RollcallInspection
import ModuleLifecycle
import OrderedCollections
import RollcallTerminalUI
import RollcallTextFormatting

/// A searchable list of all commands of the panes, events and modules.
struct CommandPalette: Layer {
  struct Item: Sendable, Equatable {
    enum Kind: Sendable, Equatable {
      /// A command's index among those of the panes, and the index of one of its keys.
      case command(Int, key: Int)
      case event
      case module(ModuleID)
    }

    let name: String
    let kind: Kind
  }

  static let place = LayerPlace.over
  static let commands = [
    UserCommand(
      "Enter", bar: { $0[CommandPalette.self]?.selected == nil ? nil : ("do", 1) },
      press: { state, _ in state.chooseInPalette() }),
    .moving("choose", 2, with: UserCommand.arrowKeys),
    UserCommand(
      "Tab", bar: { $0[CommandPalette.self]?.selected == nil ? nil : ("complete", 3) },
      view: { state, _ in state.completeInPalette() }),
    .clear(4), .closeEmpty,
    .close("close", 0, also: []),
  ]

  let text: EditedText
  /// The matching items, best first.
  let items: [Item]
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
      return [Item(name: event, kind: .event)]
    }
    let query = words.joined(separator: " ")
    let match = NameMatch(query)
    var found: [(item: Item, score: Int)] = []
    for (place, command) in UserCommand.panes.enumerated() where command.problem(state)?.isEmpty != true {
      for (key, name) in command.names.enumerated() {
        guard let score = match.score(name) ?? (describes(command, query) ? worst : nil) else { continue }
        found.append(
          (Item(name: name, kind: .command(place, key: key)), 2 * score + (command.problem(state) == nil ? 0 : 1)))
      }
    }
    if state.mayFire || state.playback != nil {
      for event in events { match.score(event).map { found.append((Item(name: event, kind: .event), 2 * $0)) } }
    }
    let filter = RowFilter(query)
    for row in state.application.modules.rows where filter?.fits([row.name]) ?? true {
      found.append((Item(name: row.name, kind: .module(row.id)), 2 * (match.score(row.name) ?? 1)))
    }
    // The offsets make the sort stable.
    return found.enumerated().sorted { ($0.element.score, $0.offset) < ($1.element.score, $1.offset) }
      .map(\.element.item)
  }

  /// The score of a command whose description has the text, and whose name has not.
  private static let worst = 1_000

  private static func describes(_ command: UserCommand, _ query: String) -> Bool {
    query.count > 2 && command.help.first?.lowercased().contains(query.lowercased()) == true
  }

  var edited: EditedText? { text }

  func take(_ text: EditedText, in state: inout DashboardState) -> [Effect] {
    state[Self.self] = CommandPalette(text, in: state)
    return []
  }

  func select(_ row: Int, in state: inout DashboardState) -> [Effect] {
    state[Self.self]?.selection = row
    return []
  }

  // MARK: Drawing

  private func frame(in state: DashboardState) -> Rect {
    let (width, whole) = (min(state.size.width - 4, 90), Layout(for: state).frame)
    return Rect(x: (state.size.width - width) / 2, y: whole.y + 1, width: width, height: min(whole.height - 2, 20))
  }

  func list(in state: DashboardState) -> ListView? {
    let inside = frame(in: state).inset(by: 1).inset(top: 1)
    let columns = [
      Table.Column(width: 0...(inside.width / 2)), Table.Column(width: 0...Int.max, gap: 2),
      Table.Column(width: 0...inside.width, alignment: .trailing, gap: 2),
    ]
    var table = Table(columns: columns, count: items.count) { .cells(cells(of: items[$0], in: state)) }
    table.emptyText = "Nothing matches."
    let area = Rect(x: inside.x + 1, y: inside.y, width: inside.width - 2, height: inside.height)
    return ListView(table: table, area: area, selection: selection)
  }

  func draw(_ state: DashboardState, on canvas: inout Canvas) {
    guard let list = list(in: state) else { return }
    let frame = frame(in: state)
    canvas.fill(frame)
    canvas.panel("Commands, events, modules", frame)
    canvas.write(":", x: frame.x + 2, y: frame.y + 1, style: Style.key)
    InputField(text: text, isFocused: true, placeholder: "part of a name; after an event's name, its arguments")
      .draw(on: &canvas, x: frame.x + 4, y: frame.y + 1, width: frame.width - 6)
    list.draw(on: &canvas)
    if items.count > list.height {
      let count = " \(Phrases.number(selection + 1)) of \(Phrases.number(items.count)) "
      canvas.write(count, endingAt: frame.maxX - 2, y: frame.maxY - 1)
    }
  }

  /// An item's name, its description or why it is unavailable, and its key.
  private func cells(of item: Item, in state: DashboardState) -> [Table.Cell] {
    let name = item.name
    switch item.kind {
    case .command(let place, let key):
      let command = UserCommand.panes[place]
      let problem = command.problem(state)
      return [
        Table.Cell(name, problem == nil ? .plain : .dim),
        Table.Cell(problem ?? command.help.first ?? "", problem == nil ? Style.label : Style.caution),
        Table.Cell(String(command.keys.split(separator: " ")[key]), Style.key),
      ]
    case .event:
      let event = state.application.source.events.first { $0.name == name }
      let arguments = event?.arguments.map { " \($0.name)=\($0.exampleText)" }.joined() ?? ""
      return [Table.Cell(name), Table.Cell("event\(arguments.isEmpty ? "" : ":")\(arguments)", Style.label)]
    case .module(let id):
      let place = state.application.modules[id].map { "module, \(state.application.modules.place(of: $0))" } ?? ""
      return [Table.Cell(name), Table.Cell(place, Style.label)]
    }
  }
}

extension DashboardState {
  /// Completes the text to the selected item's full name. Arguments can follow an event's name.
  fileprivate mutating func completeInPalette() {
    guard let palette = self[CommandPalette.self], let item = palette.selected else { return }
    self[CommandPalette.self] = CommandPalette(EditedText(item.name + (item.kind == .event ? " " : "")), in: self)
  }

  /// Runs the selected item. If that is impossible, the headline says why, and the palette stays open.
  fileprivate mutating func chooseInPalette() -> [Effect] {
    guard let palette = self[CommandPalette.self], let item = palette.selected else { return [] }
    switch item.kind {
    case .command(let place, let key):
      let command = UserCommand.panes[place]
      if let problem = command.problem(self) {
        headline = .failed(problem)
        return []
      }
      close()
      return act(command, KeyName.keys(in: command.keys)[key])
    case .event: return fire(item.name, palette)
    case .module(let id):
      close()
      if moduleRows.row(of: .module(id)) == nil { lists[.order].set("") }
      if !focus.listsModules { focus = .order }
      selectedModule = id
      return []
    }
  }

  /// Fires an event with the arguments after its name. In a recording, goes to the event's next dispatch.
  private mutating func fire(_ event: String, _ palette: CommandPalette) -> [Effect] {
    if playback != nil {
      close()
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
      close()
      return try fire(PlainLine("\(event)\(arguments)")).filter { if case .say = $0 { false } else { true } }
    } catch {
      open(palette)
      headline = .failed(error.text)
      return []
    }
  }
}
#endif
