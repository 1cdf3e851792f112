#if CommandLine
import ModuleLifecycle
import OrderedCollections
import RollcallRecordings
import RollcallTerminalUI
import RollcallTextFormatting

/// The warnings by kind, newest first, at the time the list was opened: rows do not move while the user reads them. On
/// a high screen, the selected one's detail is below the list.
struct WarningsPage: Layer {
  static let commands = [
    UserCommand(
      "Enter", bar: { $0[WarningsPage.self]?.selection == nil ? nil : ("read", 2) },
      view: { state, _ in
        if let detail = state.layer?.copied(in: state) { state.open(DetailPage(kept: detail)) }
      }),
    UserCommand(
      also: UserCommand.movingKeys, as: .arrows,
      bar: { $0[WarningsPage.self]?.log.count ?? 0 > 1 ? ("choose", 3) : nil },
      press: { state, key in state.moveInList(key) }),
    UserCommand(
      "1", bar: { _ in ("its module", 5) }, refusal: { $0.warnedModule == nil ? "" : nil },
      view: { state, _ in
        let module = state.warnedModule
        state.close()
        (state.selectedModule, state.focus) = (module, .order)
      }),
    UserCommand(
      "2", bar: { $0.warnedDispatch.map { ("#\($0)", 6) } }, refusal: { $0.warnedDispatch == nil ? "" : nil },
      view: { state, _ in
        guard let dispatch = state.warnedDispatch else { return }
        let module = state.warnedModule
        state.close()
        state.focus = .timings
        state.show(dispatch: dispatch)
        state.selectedModule = module ?? state.selectedModule
      }),
    .copy(7),
    UserCommand(
      "w", bar: { $0[WarningsPage.self]?.newer(in: $0) ?? 0 > 0 ? ("newer", 1) : nil },
      view: { state, _ in
        state[WarningsPage.self] = WarningsPage(
          state.application.warnings, selection: state[WarningsPage.self]?.selection)
      }),
    .close("close", 0),
  ]

  let log: WarningLog
  let rows: [WarningLog.Row]
  /// The number of the selected warning; `nil` if there is none.
  private(set) var selection: Int?

  /// - Parameters:
  ///   - selection: The warning to select. If it is not kept, the newest is selected.
  ///   - kind: The only kind to list; `nil` for all.
  init(_ log: WarningLog, selection: Int? = nil, only kind: WarningEntry.Kind? = nil) {
    self.log = log
    rows = log.rows(of: kind)
    self.selection =
      selection.flatMap { log[$0] }?.number ?? rows.lazy.compactMap(\.number).first
  }

  var selected: WarningLog.Item? { selection.flatMap { log[$0] } }
  /// The index of the selected warning's row.
  private var selectedRow: Int { selection.flatMap { selection in rows.firstIndex { $0.number == selection } } ?? 0 }

  /// Selects the warning in a row. From a heading, goes on to the next warning in the same direction.
  func select(_ row: Int, in state: inout DashboardState) -> [Effect] {
    let step = row < selectedRow && row > 0 ? -1 : 1
    var row = row
    while rows.indices.contains(row), rows[row].number == nil { row += step }
    if rows.indices.contains(row) { state[Self.self]?.selection = rows[row].number }
    return []
  }

  func copied(in state: DashboardState) -> Detail? {
    selected.map { Detail(warning: $0.entry, times: $0.count, state: state) }
  }

  /// How many warnings came since the list was opened.
  private func newer(in state: DashboardState) -> Int { state.application.warnings.count - log.count }

  // MARK: Drawing

  /// The frames of the list and of the selected warning's detail, which is empty if there is no room for it. They share
  /// a border.
  private func frames(in state: DashboardState) -> (list: Rect, text: Rect) {
    let frame = Layout(for: state).frame
    guard selection != nil, frame.height >= 19 else { return (frame, Rect()) }
    let (list, text) = frame.split(top: frame.height - min(13, frame.height / 2 + 1))
    return (list.inset(bottom: -1), text)
  }

  /// The line below the list; can be empty.
  private func footer(in state: DashboardState) -> String {
    let newer = newer(in: state)
    return [
      newer > 0 ? "\(Phrases.number(newer)) newer: w shows \(newer == 1 ? "it" : "them")" : "",
      Phrases.allowed(by: state.application.warnings),
    ].filter { !$0.isEmpty }.joined(separator: "   ")
  }

  func list(in state: DashboardState) -> ListView? {
    let inside = frames(in: state).list.inset(by: 1)
    let area = inside.inset(bottom: footer(in: state).isEmpty ? 0 : 1)
    return ListView(table: table(in: state, width: inside.width), area: area, selection: selectedRow)
  }

  /// The rows. In a line of text, each warning has its number.
  func table(in state: DashboardState, width: Int = .max) -> Table {
    let (clock, hasModules) = (Clock(state), width >= 150)
    let columns = [
      Table.Column(width: 8...8), Table.Column(width: 5...5, alignment: .trailing),
      hasModules ? Table.Column(width: 18...18, gap: 2) : Table.Column(width: 0...0, gap: 0),
      Table.Column(width: 0...Int.max, gap: 2, spoken: ""),
    ]
    var table = Table(columns: columns, count: rows.count) { [rows] place in
      switch rows[place] {
      case .heading(let group):
        return .heading("\(group.kind.title.sentenceCase) \u{00B7} \(group.counts)", end: group.kind.rawValue)
      case .item(let item):
        let isOver = item.entry.kind == .ownerOverdue && !state.application.ownership.isOverdue(item.entry)
        let (time, dispatch) = (clock.time(item.entry.atNanoseconds), item.entry.dispatch.map { "#\($0)" })
        return .cells([
          Table.Cell(time, Style.label, spoken: "\(item.number) at \(time)"),
          Table.Cell(dispatch ?? "", Style.label, spoken: dispatch.map { "in \($0)" }),
          Table.Cell(item.entry.module ?? "", spoken: ""),
          Table.Cell(
            isOver ? "\(item.entry.sentence) It is freed by now." : item.entry.sentence, times: item.count,
            isOver ? Style.label : .plain),
        ])
      }
    }
    // The footer lists the allowed warnings.
    let hasAllowed = state.application.warnings.allowedCount > 0
    table.emptyText = hasAllowed ? "There are only allowed warnings." : "There are no warnings."
    return table
  }

  func draw(_ state: DashboardState, on canvas: inout Canvas) {
    let (frame, textFrame) = frames(in: state)
    let kinds = Phrases.count(log.groups.count, "kind")
    canvas.panel(
      log.count == 0 ? "Warnings" : "Warnings \u{00B7} \(Phrases.number(log.count)), \(kinds)", frame)
    let area = frame.inset(by: 1)
    list(in: state)?.draw(on: &canvas)
    canvas.write(
      footer(in: state), x: area.x + 1, y: area.maxY - 1, style: Style.label, maxColumns: area.width - 2)
    if !textFrame.isEmpty, let detail = copied(in: state) {
      detail.drawPanel(on: &canvas, in: textFrame)
    }
  }
}

extension DashboardState {
  /// The selected warning's module, if it has a row.
  fileprivate var warnedModule: ModuleID? {
    guard let warning = self[WarningsPage.self]?.selected?.entry, warning.module != nil else { return nil }
    return application.modules.rows.first { $0.isMeant(by: warning.moduleID, named: warning.module) }?.id
  }

  /// The selected warning's dispatch, if pane 2 can show it.
  fileprivate var warnedDispatch: DispatchID? {
    self[WarningsPage.self]?.selected?.entry.dispatch.flatMap { application.history.place(of: $0) == nil ? nil : $0 }
  }
}
#endif
