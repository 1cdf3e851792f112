import ModuleLifecycle
import TerminalUI

/// The last line: the keys that do something here and now. Those that matter least go first where room is short.
struct KeyBar {
  private struct Item {
    let key: String
    let text: String
    /// Less is more important.
    let rank: Int
  }

  let state: DashboardState

  func draw(on canvas: inout Canvas) {
    var items = items(glyphs: canvas.glyphs)
    let room = canvas.size.width - 2
    while width(of: items) > room, let rank = items.map(\.rank).max(),
      let least = items.lastIndex(where: { $0.rank == rank })
    {
      items.remove(at: least)
    }
    var x = 1
    for item in items {
      x += canvas.write(item.key, x: x, y: canvas.size.height - 1, style: Palette.key) + 1
      x += canvas.write(item.text, x: x, y: canvas.size.height - 1) + 2
    }
  }

  /// The keys that the bar names where there is room for all.
  func keyNames(glyphs: GlyphSet) -> [String] { items(glyphs: glyphs).map(\.key) }

  private func width(of items: [Item]) -> Int {
    items.reduce(-2) { $0 + $1.key.columnWidth + 1 + $1.text.columnWidth + 2 }
  }

  private func items(glyphs: GlyphSet) -> [Item] {
    let arrows = glyphs.isASCII ? "Up/Down" : "\(glyphs.up)\(glyphs.down)"
    switch state.overlay {
    case .fire(let sheet):
      let hasArguments = sheet.chosen?.arguments.isEmpty == false
      return [
        sheet.chosen == nil ? nil : Item(key: "Enter", text: "fire", rank: 0),
        hasArguments ? Item(key: "Tab", text: "next field", rank: 2) : nil,
        Item(key: arrows, text: "event", rank: 3),
        Item(key: "^U", text: "clear", rank: 4),
        Item(key: "Esc", text: "close", rank: 1),
      ].compactMap(\.self)
    case .detail, .help:
      return [
        state.lastScroll > 0 ? Item(key: arrows, text: "scroll", rank: 1) : nil,
        Item(key: "Esc", text: "back", rank: 0),
      ].compactMap(\.self)
    case .confirmLaunch:
      return [
        Item(key: "s", text: "send it again", rank: 1), Item(key: "r", text: "relaunch with new modules", rank: 2),
        Item(key: "Esc", text: "neither", rank: 0),
      ]
    case .lab:
      return labItems(arrows: arrows)
    case .warnings(let sheet):
      return warningItems(sheet, arrows: arrows)
    case .filter(let query):
      return [
        Item(key: "Enter", text: "keep", rank: 1), Item(key: arrows, text: "row", rank: 3),
        query.isEmpty ? nil : Item(key: "^U", text: "clear", rank: 2), Item(key: "Esc", text: "show all", rank: 0),
      ].compactMap(\.self)
    case nil:
      return paneItems(arrows: arrows)
    }
  }

  private func labItems(arrows: String) -> [Item] {
    let page = state.lab.chosen(of: state.source.experiments).flatMap { state.lab.pages[$0.id] }
    return [
      page?.isRunning == true ? nil : Item(key: "Enter", text: page == nil ? "run" : "run again", rank: 0),
      Item(key: arrows, text: "choose", rank: 2),
      LabView(state: state).lastScroll > 0 ? Item(key: "PgUp/PgDn", text: "scroll", rank: 3) : nil,
      Item(key: "Esc", text: "close", rank: 1),
    ].compactMap(\.self)
  }

  private func warningItems(_ sheet: WarningSheet, arrows: String) -> [Item] {
    let hasText = sheet.selection != nil
    let canScroll = WarningsView(state: state, sheet: sheet).lastScroll > 0
    return [
      hasText ? Item(key: "Enter", text: sheet.isReading ? "list" : "read", rank: 2) : nil,
      sheet.log.numbers.count > 1 ? Item(key: arrows, text: "choose", rank: 3) : nil,
      canScroll ? Item(key: "PgUp/PgDn", text: "scroll", rank: 4) : nil,
      state.module(of: sheet) == nil ? nil : Item(key: "1", text: "its module", rank: 5),
      state.dispatch(of: sheet).map { Item(key: "2", text: "#\($0)", rank: 6) },
      state.warnings.count > sheet.log.count ? Item(key: "w", text: "newer", rank: 1) : nil,
      Item(key: "Esc", text: sheet.isReading ? "back" : "close", rank: 0),
    ].compactMap(\.self)
  }

  private func paneItems(arrows: String) -> [Item] {
    let selected = state.selected
    let canRemove = selected.map { $0.isPresent && !$0.isMain } ?? false
    let canBringBack = state.roster.presentCount + state.roster.neverCreatedCount < state.roster.count
    let first: [Item?] = [
      Item(key: "f", text: "fire", rank: 0),
      state.lastFired == nil ? nil : Item(key: "F", text: "again", rank: 6),
      selected == nil ? nil : Item(key: "Enter", text: "detail", rank: 5),
      canRemove ? Item(key: "x", text: "remove", rank: 3) : nil,
      canBringBack ? Item(key: "u", text: "bring back", rank: 4) : nil,
    ]
    let last: [Item?] = [
      Item(key: arrows, text: "move", rank: 8),
      selected == nil || state.roster.count < 2 ? nil : Item(key: "J K", text: "order", rank: 10),
      Item(key: "1 2 3", text: "pane", rank: state.size.width < Layout.widthForPanes ? 1 : 7),
      state.warnings.count + state.warnings.allowedCount == 0 ? nil : Item(key: "w", text: "warnings", rank: 6),
      state.source.experiments.isEmpty ? nil : Item(key: "d", text: "lab", rank: 9),
      Item(key: "?", text: "help", rank: 2),
      Item(key: "q", text: "quit", rank: 0),
    ]
    return first.compactMap(\.self) + timingsItems + ownershipItems(selected) + last.compactMap(\.self)
  }

  private var timingsItems: [Item] {
    guard state.shownDispatch != nil else { return [] }
    let isFiltered = state.focus == .cleanup && state.ownership.filter != nil
    let items: [Item?] = [
      state.pinned == nil || isFiltered ? nil : Item(key: "Esc", text: "latest", rank: 2),
      state.history.topLevelCount > 1 ? Item(key: "[ ]", text: "dispatch", rank: 8) : nil,
      Item(key: "t", text: state.showsStatistics ? "waterfall" : "statistics", rank: 8),
      state.roster.count > 1 ? Item(key: "s", text: "sort", rank: 8) : nil,
    ]
    return items.compactMap(\.self)
  }

  private func ownershipItems(_ selected: Roster.Row?) -> [Item] {
    var items: [Item] = []
    if let remedy = state.remedy { items.append(Item(key: "i", text: remedy.word, rank: 1)) }
    if let selected, !selected.isMain, !selected.isRemoved {
      items.append(Item(key: "o", text: selected.isOn ? "off" : "on", rank: 6))
    }
    guard state.focus == .cleanup else { return items }
    items.append(Item(key: "/", text: "filter", rank: 3))
    if state.ownership.filter != nil { items.append(Item(key: "Esc", text: "show all", rank: 2)) }
    return items
  }
}
