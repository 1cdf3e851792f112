#if CommandLine
import RollcallEventArguments
import RollcallInspection
import ModuleLifecycle
import OrderedCollections
import RollcallRecordings
import RollcallTerminalUI
import RollcallTextFormatting

/// The form of the chosen event: its arguments, the number of repetitions, and a preview of what will happen.
struct FireForm {
  let state: DashboardState
  let sheet: FireSheet
  let area: Rect

  func draw(on canvas: inout Canvas) {
    guard let event = sheet.chosen, let list else { return }
    if list.area.y > area.y {
      canvas.write("It has no arguments.", x: area.x + 1, y: area.y, style: Style.label, maxColumns: area.width - 2)
    }
    list.draw(on: &canvas)
    let texts = Array(texts)
    let unsaid = list.visible.filter { $0 < texts.count && !texts[$0].field.saysProblem(in: area.width - labels - 3) }
      .map { "'\(texts[$0].name)' \(texts[$0].field.problem)." }
    let gap = area.height > 10 && list.table.count < area.height - 4 ? 1 : 0
    var preview = Detail(firing: event, with: sheet, unsaid: unsaid, state: state)
    preview.indent = labels + 2
    preview.draw(on: &canvas, in: area.inset(top: list.area.maxY - area.y + gap))
  }

  /// The fields, including `repeat` and the launch choice; `nil` if no event is chosen. They leave four rows for the
  /// preview.
  var list: ListView? {
    guard let event = sheet.chosen else { return nil }
    let texts = Array(texts)
    let columns = [
      Table.Column(width: 1...1, gap: 0), Table.Column(width: labels...labels, gap: 0),
      Table.Column(width: 0...Int.max),
    ]
    let table = Table(columns: columns, count: sheet.fieldCount) { place in
      let isFocused = sheet.field == place
      guard place < texts.count else { return .cells([.empty, name("each", isFocused), choice(isFocused)]) }
      let (text, field) = texts[place]
      let isWrong = !field.problem.isEmpty
      return .cells([
        Table.Cell(isWrong ? "!" : "", Style.bad), isWrong ? Table.Cell(text, Style.bad) : name(text, isFocused),
        Table.Cell(.field(field)),
      ])
    }
    let shown = min(table.count, max(2, area.height - 4))
    // A note about an event without arguments is above its fields, if there is room for one.
    let y = event.arguments.isEmpty && area.height > 6 ? area.y + 1 : area.y
    var list = ListView(
      table: table, area: Rect(x: area.x, y: y, width: area.width - 1, height: shown), selection: sheet.field,
      first: min(max(0, (sheet.field ?? 0) - shown + 1), table.count - shown), emphasis: .none)
    list.margin = 0
    return list
  }

  /// The columns for the names: as many as the longest has, but at most a third of the form.
  private var labels: Int {
    let names = (sheet.chosen?.arguments ?? []).map(\.name.columnWidth)
    return max(8, min((names.max() ?? 0) + 1, area.width / 3))
  }

  /// The fields to type in, with their names.
  private var texts: [(name: String, field: InputField)] {
    let arguments = sheet.chosen?.arguments ?? []
    let samples = arguments.map { ($0.name, $0.sampleTexts.first ?? "") } + [("repeat", "100")]
    return zip(zip(samples, sheet.texts), sheet.expectations).enumerated().map { place, field in
      let (((name, sample), text), expected) = field
      let hint = text.text.isEmpty ? "such as \(sample)" : text.isOffered ? "typing replaces it" : ""
      let isFocused = sheet.field == place
      // The expectation of an invalid field has an example too.
      let placeholder = isFocused ? expected == nil ? hint : "" : "empty"
      return (
        name,
        InputField(
          text: text, isFocused: isFocused, placeholder: placeholder, problem: expected.map { "expects \($0)" } ?? "")
      )
    }
  }

  private func name(_ text: String, _ isFocused: Bool) -> Table.Cell {
    Table.Cell(text, isFocused ? Style.key : Style.label)
  }

  /// The launch choice, which is not typed.
  private func choice(_ isFocused: Bool) -> Table.Cell {
    let (word, meaning) =
      sheet.isRelaunching
      ? ("relaunch", "to new modules: cold") : ("resend", "to the existing modules: warm")
    var cell = Table.Cell(word, isFocused ? Style.plain.reversed : .plain)
    cell.texts += [Table.Text("  "), Table.Text(meaning, Style.label)]
    return cell
  }
}

/// A preview of firing the chosen event: the called modules, the skipped ones and why, how the votes are combined, the
/// events that follow, and the result of the last firing. The most important comes first.
extension Detail {
  /// - Parameter unsaid: The expectations that did not fit beside their fields.
  fileprivate init(firing event: EventDescription, with sheet: FireSheet, unsaid: [String], state: DashboardState) {
    title = ""
    addProblem(of: sheet, unsaid)
    let (model, now) = (state.application, state.application.state)
    // A relaunch first resets the application's state.
    if !(sheet.offersRelaunch && sheet.isRelaunching), let expected = event.expectedStates, !expected.contains(now) {
      let states = expected.map(\.words).sorted().joined(separator: " or ")
      add("state", "expected when \(states); it is \(now.words) now", style: Style.caution)
    }
    let called = model.callers(of: event.name)
    add("calls", called ?? "nothing: no module handles it", style: called == nil ? Style.caution : .plain)
    let skipped = model.modules.rows.filter { $0.handles.contains(event.name) && model.modules.absence(of: $0) != nil }
    if !skipped.isEmpty {
      add("skips", model.names(of: skipped) { " (\(model.modules.absence(of: $0) ?? ""))" })
    }
    add("answer", event.rule)
    // Handlers can answer after they have returned.
    if let deadline = event.deadlineNanoseconds { add("waits", "for late answers, at most \(Phrases.limit(deadline))") }
    // These are sent right after it.
    let bridged = event.bridged.map { "\($0), which calls \(model.callers(of: $0) ?? "no module")" }
    if !bridged.isEmpty { add("then", "sends \(bridged.joined(separator: "; "))") }
    if let next = event.applicationEvent {
      add("then", "\(next), if the application's state changes; it calls \(model.callers(of: next) ?? "no module")")
    }
    if let firing = model.history.firings[event.name] { add("last", firing.words(verb: "fired")) }
  }

  private mutating func addProblem(of sheet: FireSheet, _ unsaid: [String]) {
    let together = sheet.problems.first { $0.argument == nil }.map { "Together the arguments expect \($0.expected)." }
    let expectations = (unsaid + [together].compactMap(\.self)).joined(separator: " ")
    // The expectation of a field is more specific than the refusal of the whole event.
    let refused = sheet.problem == nil ? expectations : "Not fired: \(expectations)"
    if let text = expectations.isEmpty ? sheet.problem : refused { add("problem", text, style: Style.bad) }
  }
}

extension ApplicationModel {
  /// The modules that an event would call; `nil` if there are none.
  fileprivate func callers(of event: String) -> String? {
    let called = modules.rows.filter { modules.calls($0, with: event) }
    return called.isEmpty ? nil : names(of: called) { _ in "" }
  }

  fileprivate func names(of rows: [ModuleList.Row], _ note: (ModuleList.Row) -> String) -> String {
    let shown = rows.prefix(12).map { "\(modules.path(of: $0))\(note($0))" }.joined(separator: ", ")
    return rows.count > 12 ? "\(shown) and \(Phrases.number(rows.count - 12)) more" : shown
  }
}
#endif
