#if CommandLine
import RollcallEventArguments
import RollcallInspection
import ModuleLifecycle
import OrderedCollections
import RollcallTerminalUI
import RollcallTextFormatting

/// The sheet for choosing an event, entering its arguments, and firing it once or repeatedly. In a recording, for going
/// to the event.
struct FireSheet: Layer {
  static let place = LayerPlace.belowPanes
  static let commands = [
    UserCommand(
      "Enter", needs: .live, bar: { $0.fireSheet?.chosen == nil ? nil : ("fire", 0) },
      press: { state, _ in state.enterSheet() }),
    UserCommand(
      "Enter", needs: .playback, bar: { $0.fireSheet?.occurrences?.next == nil ? nil : ("go to the next", 0) },
      press: { state, _ in state.seek { .next(event: $0) } }),
    UserCommand(
      "^P", needs: .playback, bar: { $0.fireSheet?.occurrences?.previous == nil ? nil : ("to the previous", 2) },
      press: { state, _ in state.seek { .previous(event: $0) } }),
    UserCommand(
      "Tab", also: [.backTab], needs: .live, bar: { $0.fireSheet?.chosen == nil ? nil : ("next field", 2) },
      page: .firing, "in the sheet: the next argument, then 'repeat', how often to fire it, up to 1,000,000 times",
      press: { state, key in state.changeSheet { $0.moveField(by: key == .tab ? 1 : -1) } }),
    UserCommand(
      "Left Right", also: [.character(" ")], as: .sideways, bar: { _ in ("relaunch or resend", 2) },
      refusal: { $0.fireSheet?.isChoosingLaunch == true ? nil : "" },
      press: { state, _ in state.changeSheet { $0.isRelaunching.toggle() } }),
    .moving("event", 3, with: UserCommand.arrowKeys),
    UserCommand(
      "^A ^E ^W", also: [.control("u")], needs: .live, as: .text("^U"),
      bar: { $0.fireSheet?.isChoosingLaunch == true ? nil : ("clear", 4) },
      page: .firing, "in a text: to its start, to its end, erase a word; ^U erases all, the arrows move the cursor",
      press: { state, key in state.edit(key) }),
    UserCommand(
      "^U", needs: .playback, bar: { $0.fireSheet?.query.text.isEmpty == false ? ("clear", 4) : nil },
      press: { state, key in state.edit(key) }),
    .close("close", 1, also: []),
  ]

  /// The text typed to find an event.
  private(set) var query = EditedText()
  /// The events that match the query, best first.
  private(set) var matches: [EventDescription] = []
  private(set) var selection = 0
  /// The index of the field being edited: an argument or, after those, `repeat` or the launch choice; `nil` while the
  /// user chooses an event.
  var field: Int? { willSet { if newValue != field { leaveField() } } }
  /// The texts in the fields of the chosen event: its arguments, then the number of repetitions.
  private(set) var texts: [EditedText] = []
  /// Whether a repeated launch creates all modules anew each time.
  var isRelaunching = true
  /// The application's problems with the current arguments.
  var problems: [EventArgumentProblem] = []
  /// Why the entered form was refused.
  var problem: String?
  /// The occurrences of the chosen event in a recording.
  var occurrences: EventOccurrences?

  var chosen: EventDescription? { matches.indices.contains(selection) ? matches[selection] : nil }

  /// Finds the events that match the query. Those used last come first, then those that are due and have a handler.
  mutating func find(_ state: DashboardState) {
    let (history, events) = (state.application.history, state.application.source.events)
    let recent = history.firings.keys.reversed()
    let rank = Dictionary(uniqueKeysWithValues: zip(recent, 0...))
    let handled = state.application.modules.handledEvents
    let match = NameMatch(query.text)
    let found = events.enumerated().compactMap { offset, event in
      match.score(event.name).map { score in
        let isDue = event.expectedStates?.contains(state.application.state) == true && handled.contains(event.name)
        let place = isDue ? offset : offset + events.count
        return (score: score, used: rank[event.name] ?? .max, place: place, event: event)
      }
    }
    matches = found.sorted { ($0.score, $0.used, $0.place) < ($1.score, $1.used, $1.place) }.map(\.event)
    choose(0, history: history)
  }

  fileprivate mutating func choose(_ index: Int, history: History) {
    self = FireSheet(query: query, matches: matches, selection: min(max(0, index), max(0, matches.count - 1)))
    guard let chosen else { return }
    let last = history.firings[chosen.name]?.arguments.members ?? [:]
    let offers = chosen.arguments.map { EventArgument.text(of: last[$0.name] ?? $0.example) } + ["1"]
    texts = offers.map { EditedText($0, isOffered: true) }
  }

  // MARK: Fields

  /// Goes to the next or previous field. The list of events is between the last field and the first.
  fileprivate mutating func moveField(by step: Int) {
    let place = ((field ?? -1) + 1 + step + fieldCount + 1) % (fieldCount + 1)
    field = place == 0 ? nil : place - 1
  }

  /// Moves the cursor to the end of the text.
  private mutating func leaveField() {
    guard var text = edited, text.afterCount > 0 else { return }
    text.move(by: text.afterCount)
    set(text)
  }

  /// The number of fields: arguments, repetitions and, for a repeated launch, the launch choice. 0 without an event.
  var fieldCount: Int { chosen.map { $0.arguments.count + (offersRelaunch ? 2 : 1) } ?? 0 }

  /// The index of the repetitions' field.
  private var timesField: Int { chosen?.arguments.count ?? 0 }

  /// The number of repetitions as typed.
  private var timesText: String { texts.last?.text ?? "1" }

  /// Whether to offer the choice between creating all modules anew for each launch and using the existing ones.
  var offersRelaunch: Bool { chosen.map { Command.launches($0.name) } ?? false && times ?? 1 > 1 }

  /// Whether the launch choice, which is not typed, is the field being edited.
  var isChoosingLaunch: Bool { offersRelaunch && field == timesField + 1 }

  var edited: EditedText? { isChoosingLaunch ? nil : field.map { texts[$0] } ?? query }

  private mutating func set(_ text: EditedText) {
    if let field { texts[field] = text } else { query = text }
  }

  func take(_ text: EditedText, in state: inout DashboardState) -> [Effect] {
    let now = state
    return state.changeSheet { sheet in
      let isOther = text.text != sheet.edited?.text
      if isOther { sheet.problem = nil }
      sheet.set(text)
      if sheet.field == nil, isOther { sheet.find(now) }
    }
  }

  func select(_ row: Int, in state: inout DashboardState) -> [Effect] {
    let history = state.application.history
    return state.changeSheet { $0.choose(row, history: history) }
  }

  /// Moves through the fields, or through the list while an event is being chosen.
  func move(_ key: Key, in state: inout DashboardState) -> [Effect] {
    guard field != nil, key == .up || key == .down else { return state.moveInList(key) }
    return state.changeSheet { $0.moveField(by: key == .up ? -1 : 1) }
  }

  func click(at point: Point, isDouble: Bool, in state: inout DashboardState) -> [Effect] {
    guard let lower = Layout(for: state).lower,
      let field = FireForm(state: state, sheet: self, area: lower.trailing.inset(by: 1)).list?.row(at: point)
    else { return state.clickInList(at: point, isDouble: isDouble) }
    state[Self.self]?.field = field
    return []
  }

  /// What each typed field expects; `nil` for one with a valid text.
  var expectations: [String?] {
    let times = times == nil ? "a whole number from 1 to \(Phrases.number(Command.mostTimes)), such as 100" : nil
    return (chosen?.arguments ?? []).map { argument in problems.first { $0.argument == argument.name }?.expected }
      + [times]
  }

  /// Shows why the form was refused, and goes to the first invalid field.
  mutating func refuse(_ problem: String) {
    self.problem = problem
    field = expectations.firstIndex { $0 != nil } ?? field
  }

  /// Shows that the number of repetitions is invalid.
  mutating func refuseTimes() {
    guard chosen != nil, let expected = expectations.last ?? nil else { return }
    problem = "'repeat' expects \(expected), not \(Excerpt.of(EventValue.string(timesText).json))."
    field = timesField
  }

  // MARK: Command

  /// The number of repetitions; `nil` if invalid.
  var times: Int? { Command.times(timesText) }

  /// The command that fires the event once, which the application checks while the user types.
  var single: Command? {
    guard let chosen else { return nil }
    let members = zip(chosen.arguments, texts).map { ($0.name, $0.value(from: $1.text)) }
    let arguments = EventValue.object(Dictionary(members, uniquingKeysWith: { first, _ in first }))
    return .fire(event: chosen.name, arguments: members.isEmpty ? .null : arguments)
  }

  /// The command that Enter sends; `nil` if no event is chosen or the number of repetitions is invalid.
  var command: Command? {
    guard let times, let single, case .fire(let event, let arguments) = single else { return nil }
    return times == 1
      ? single
      : .fireRepeatedly(
        event: event, arguments: arguments, times: times, relaunching: offersRelaunch && isRelaunching)
  }

  // MARK: Drawing

  /// The names of the events. They are cut in the middle, because the names of related events differ at their ends.
  func list(in state: DashboardState) -> ListView? {
    guard let area = Layout(for: state).lower?.leading.inset(by: 1).body.inset(leading: 1) else { return nil }
    let table = Table(columns: [Table.Column(width: 0...Int.max)], count: matches.count) { place in
      .cells([Table.Cell(matches[place].name.truncatedBeforeTheEnd(toColumns: area.width - 3))])
    }
    return ListView(table: table, area: area, selection: selection, emphasis: field == nil ? .row : .marker)
  }

  func draw(_ state: DashboardState, on canvas: inout Canvas) {
    guard let lower = Layout(for: state).lower else { return }
    let (area, form) = (lower.leading.inset(by: 1), lower.trailing.inset(by: 1))
    canvas.panel(state.mayFire ? "Fire" : "Events", lower.leading)
    canvas.panel(chosen?.name ?? "", lower.trailing)
    canvas.write(">", x: area.x + 1, y: area.y, style: field == nil ? Style.key : Style.label)
    InputField(text: query, isFocused: field == nil).draw(on: &canvas, x: area.x + 3, y: area.y, width: area.width - 4)
    list(in: state)?.draw(on: &canvas)
    if matches.isEmpty {
      canvas.write("no events match", x: area.x + 3, y: area.y + 1, style: Style.caution, maxColumns: area.width - 4)
    }
    let count = "\(Phrases.number(matches.count)) of \(Phrases.count(state.application.source.events.count, "event"))"
    canvas.write(count, x: area.x + 3, y: area.maxY - 1, style: Style.label, maxColumns: area.width - 4)
    if state.playback == nil {
      FireForm(state: state, sheet: self, area: form).draw(on: &canvas)
    } else {
      Detail(title: "", lines: occurrenceLines(in: state)).draw(on: &canvas, in: form)
    }
  }

  /// The next and previous occurrence of the chosen event in a recording.
  private func occurrenceLines(in state: DashboardState) -> [Detail.Line] {
    guard let chosen else { return [] }
    func words(_ occurrence: EventOccurrences.Occurrence) -> String {
      let time = Clock(state).preciseTime(occurrence.atNanoseconds)
      let elapsed = Phrases.length(occurrence.atNanoseconds.minus(state.playback?.startNanoseconds ?? 0))
      return "at \(time), \(elapsed) into the recording, entry \(Phrases.number(occurrence.entry))"
    }
    let last = state.application.history.firings[chosen.name]
    return [
      occurrences.map { ("next", $0.next.map(words) ?? "none: it does not come again") },
      occurrences.map { ("previous", $0.previous.map(words) ?? "none: it has not come before") },
      chosen.rule.isEmpty ? nil : ("answer", chosen.rule), last.map { ("so far", $0.words(verb: "came")) },
    ].compactMap(\.self).map { Detail.Line(label: $0, text: $1) }
  }
}
#endif
