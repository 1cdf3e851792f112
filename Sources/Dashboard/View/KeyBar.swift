#if CommandLine
import ModuleLifecycle
import TerminalUI
import TextFormatting

/// The last line: the keys that do something here and now. Those that matter least go first where room is short.
struct KeyBar {
  struct Item {
    let key: String
    let text: String
    /// Less is more important.
    let rank: Int
    /// The columns that it takes, without a gap.
    let width: Int

    init(key: String, text: String, rank: Int) {
      (self.key, self.text, self.rank) = (key, text, rank)
      width = key.columnWidth + 1 + text.columnWidth
    }
  }

  let state: DashboardState

  func draw(on canvas: inout Canvas) {
    for (item, x) in placedItems(glyphs: canvas.glyphs) {
      let used = canvas.write(item.key, x: x, y: canvas.size.height - 1, style: Palette.key)
      canvas.write(item.text, x: x + used + 1, y: canvas.size.height - 1)
    }
  }

  /// The key that is named in a column; what it does means the key too, where it is one key alone.
  func key(at column: Int, glyphs: GlyphSet) -> Key? {
    for (item, x) in placedItems(glyphs: glyphs) {
      let places = KeyName.places(in: item.key)
      if let place = places.first(where: { $0.columns.contains(column - x) }) { return place.key }
      let end = x + item.width
      if places.count == 1, (x..<end).contains(column) { return places[0].key }
    }
    return nil
  }

  /// The items that there is room for, and the columns in which they begin.
  private func placedItems(glyphs: GlyphSet) -> [(item: Item, x: Int)] {
    var items = items(glyphs: glyphs)
    let room = state.size.width - 2
    var width = items.reduce(-2) { $0 + $1.width + 2 }
    while width > room, let rank = items.map(\.rank).max(), let least = items.lastIndex(where: { $0.rank == rank }) {
      width -= items.remove(at: least).width + 2
    }
    var x = 1
    return items.map { item in
      defer { x += item.width + 2 }
      return (item, x)
    }
  }

  /// The keys that the bar names where there is room for all.
  func keyNames(glyphs: GlyphSet) -> [String] { items(glyphs: glyphs).map(\.key) }

  private func items(glyphs: GlyphSet) -> [Item] {
    let arrows = glyphs.isASCII ? "Up/Down" : "\(glyphs.up)\(glyphs.down)"
    switch state.overlay {
    case .fire(let sheet) where state.playback != nil:
      return seekItems(sheet, arrows: arrows)
    case .fire(let sheet):
      let sideways = glyphs.isASCII ? "Left/Right" : "\(glyphs.left)\(glyphs.right)"
      return [
        sheet.chosen == nil ? nil : Item(key: "Enter", text: "fire", rank: 0),
        sheet.chosen == nil ? nil : Item(key: "Tab", text: "next field", rank: 2),
        sheet.isChoosingLaunch
          ? Item(key: sideways, text: "relaunch or resend", rank: 2) : Item(key: arrows, text: "event", rank: 3),
        sheet.isChoosingLaunch ? nil : Item(key: "^U", text: "clear", rank: 4),
        Item(key: "Esc", text: "close", rank: 1),
      ].compactMap(\.self)
    case .detail, .dispatch, .help:
      return readingItems(arrows: arrows, glyphs: glyphs)
    case .confirmLaunch:
      return [
        Item(key: "s", text: "send it again", rank: 1), Item(key: "r", text: "relaunch with new modules", rank: 2),
        Item(key: "Esc", text: "neither", rank: 0),
      ]
    case .export: return exportItems(arrows: arrows)
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
      return paneItems(arrows: arrows, glyphs: glyphs)
    }
  }

  private func readingItems(arrows: String, glyphs: GlyphSet) -> [Item] {
    let sideways = glyphs.isASCII ? "Left/Right" : "\(glyphs.left)\(glyphs.right)"
    var isHelp = false
    if case .help = state.overlay { isHelp = true }
    return [
      isHelp ? Item(key: sideways, text: "page", rank: 1) : nil,
      state.lastScroll > 0 ? Item(key: arrows, text: "scroll", rank: 2) : nil,
      Item(key: "y", text: "copy", rank: 3),
      Item(key: "Esc", text: "back", rank: 0),
    ].compactMap(\.self)
  }

  private func labItems(arrows: String) -> [Item] {
    let page = state.lab.chosen(of: state.source.experiments).flatMap { state.lab.pages[$0.id] }
    return [
      page?.isRunning == true ? nil : Item(key: "Enter", text: page == nil ? "run" : "run again", rank: 0),
      Item(key: arrows, text: "choose", rank: 2),
      LabView(state: state).lastScroll > 0 ? Item(key: "PgUp/PgDn", text: "scroll", rank: 3) : nil,
      Item(key: "y", text: "copy", rank: 4),
      Item(key: "Esc", text: "close", rank: 1),
    ].compactMap(\.self)
  }

  private func warningItems(_ sheet: WarningSheet, arrows: String) -> [Item] {
    let hasText = sheet.selection != nil
    let canScroll = WarningsView(state: state, sheet: sheet).lastScroll > 0
    let items: [Item?] = [
      hasText ? Item(key: "Enter", text: sheet.isReading ? "list" : "read", rank: 2) : nil,
      sheet.log.numbers.count > 1 ? Item(key: arrows, text: "choose", rank: 3) : nil,
      canScroll ? Item(key: "PgUp/PgDn", text: "scroll", rank: 4) : nil,
      state.module(of: sheet) == nil ? nil : Item(key: "1", text: "its module", rank: 5),
      state.dispatch(of: sheet).map { Item(key: "2", text: "#\($0)", rank: 6) },
      hasText ? Item(key: "y", text: "copy", rank: 7) : nil,
      state.warnings.count > sheet.log.count ? Item(key: "w", text: "newer", rank: 1) : nil,
      Item(key: "Esc", text: sheet.isReading ? "back" : "close", rank: 0),
    ]
    return items.compactMap(\.self)
  }

  private func paneItems(arrows: String, glyphs: GlyphSet) -> [Item] {
    let selected = state.selected.map(state.actions)
    var items: [Item] = []
    items.reserveCapacity(24)
    if let playback = state.playback {
      items += replayItems(playback, hasSelection: selected != nil, glyphs: glyphs)
    } else {
      addActing(selected, to: &items)
    }
    addTimings(to: &items)
    addOwnership(selected, to: &items)
    addLooking(selected, to: &items)
    items.add(arrows, "move", rank: 8, where: rowCount > 1)
    items.add("J K", "order", rank: 10, where: selected != nil && state.roster.count > 1 && state.playback == nil)
    items.add("1 2 3", "pane", rank: state.size.width < Layout.widthForPanes ? 2 : 12)
    let hasWarnings = state.warnings.count > 0
    items.add("w", "warnings", rank: hasWarnings ? 1 : 6, where: hasWarnings || state.warnings.allowedCount > 0)
    items.add("d", "lab", rank: 9, where: !state.source.experiments.isEmpty)
    items.add("e", "export", rank: 13, where: !state.source.exports.isEmpty)
    items.add("?", "help", rank: 2)
    items.add("q", "quit", rank: 0)
    return items
  }

  /// The keys that act on the application.
  private func addActing(_ selected: ModuleActions?, to items: inout [Item]) {
    let canBringBack = state.roster.presentCount + state.roster.neverCreatedCount < state.roster.count
    items.add("Esc", "stop", rank: 0, where: state.canStopRepeating)
    items.add("f", "fire", rank: 0)
    items.add("F", "again", rank: 6, where: state.lastFired != nil && !state.isRepeating)
    items.add("Enter", "detail", rank: 5, where: selected != nil)
    items.add("x", "remove", rank: 3, where: selected?.canRemove == true)
    items.add("u", "bring back", rank: 4, where: canBringBack)
    items.add("c", "catch up", rank: 3, where: selected?.canCatchUp == true)
  }

  private func addTimings(to items: inout [Item]) {
    guard state.shownDispatch != nil else { return }
    let escDoesMore = state.canStopRepeating || !state.filterQuery.isEmpty || state.isZoomed
    items.add("Esc", "latest", rank: 2, where: state.pinned != nil && !escDoesMore)
    items.add("[ ]", "dispatch", rank: 8, where: state.history.topLevelCount > 1)
    items.add("t", state.showsStatistics ? "waterfall" : "statistics", rank: 8)
    items.add("s", "sort", rank: 8, where: state.roster.count > 1)
  }

  private var rowCount: Int {
    state.focus == .cleanup ? state.ownership.rowCount : state.moduleRows.moduleCount
  }

  private func addOwnership(_ selected: ModuleActions?, to items: inout [Item]) {
    guard state.playback == nil else { return }
    if let remedy = state.remedy { items.add("i", remedy.word, rank: 1) }
    if let selected, selected.canSwitch { items.add("o", selected.isOn ? "off" : "on", rank: 6) }
  }

  /// The keys that change how one looks at things; what is switched on stays named longest, so that one finds back.
  private func addLooking(_ selected: ModuleActions?, to items: inout [Item]) {
    let (isLive, isFrozen, isRecording) = (state.playback == nil, state.isFrozen, state.isRecording)
    items.add("/", "filter", rank: state.focus == .cleanup ? 3 : 9)
    items.add("Esc", "show all", rank: 2, where: !state.filterQuery.isEmpty && !state.canStopRepeating)
    items.add("n N", "next", rank: 9, where: !state.lastQuery.isEmpty)
    items.add(
      "z", state.isZoomed ? "all panes" : "zoom", rank: state.isZoomed ? 2 : 12,
      where: state.size.width >= Layout.widthForPanes)
    items.add("Space", isFrozen ? "go on" : "freeze", rank: isFrozen ? 1 : 13, where: isLive)
    items.add("R", isRecording ? "stop recording" : "record", rank: isRecording ? 3 : 14, where: isLive)
    items.add("y", "copy", rank: 14, where: selected != nil)
    items.add("m", state.isMouseOn ? "mouse off" : "mouse on", rank: 15)
  }
}

extension [KeyBar.Item] {
  fileprivate mutating func add(_ key: String, _ text: String, rank: Int, where isNamed: Bool = true) {
    if isNamed { append(KeyBar.Item(key: key, text: text, rank: rank)) }
  }
}

/// The keys of a recording, in place of those that act on an application.
extension KeyBar {
  func replayItems(_ playback: Playback, hasSelection: Bool, glyphs: GlyphSet) -> [Item] {
    let sideways = glyphs.isASCII ? "Left/Right" : "\(glyphs.left)\(glyphs.right)"
    let hasEntries = playback.count > 0
    let items: [Item?] = [
      playback.seek == nil ? nil : Item(key: "Esc", text: "stay here", rank: 0),
      hasEntries ? Item(key: "Space", text: playback.isPlaying ? "pause" : "play", rank: 0) : nil,
      state.source.events.isEmpty ? nil : Item(key: "f", text: "go to event", rank: 1),
      state.soughtEvent == nil ? nil : Item(key: "F", text: "next of it", rank: 4),
      hasEntries ? Item(key: ", .", text: "step", rank: 3) : nil,
      hasEntries ? Item(key: "< >", text: "event", rank: 4) : nil,
      hasEntries ? Item(key: sideways, text: "seek", rank: 5) : nil,
      hasEntries ? Item(key: "0 $", text: "ends", rank: 9) : nil,
      hasEntries ? Item(key: "- +", text: "speed", rank: 6) : nil,
      hasSelection ? Item(key: "Enter", text: "detail", rank: 7) : nil,
    ]
    return items.compactMap(\.self)
  }

  /// In the sheet in which an event is chosen.
  func seekItems(_ sheet: FireSheet, arrows: String) -> [Item] {
    let items: [Item?] = [
      sheet.occurrences?.next == nil ? nil : Item(key: "Enter", text: "go to the next", rank: 0),
      sheet.occurrences?.previous == nil ? nil : Item(key: "^P", text: "to the previous", rank: 2),
      sheet.matches.count < 2 ? nil : Item(key: arrows, text: "event", rank: 3),
      sheet.query.isEmpty ? nil : Item(key: "^U", text: "clear", rank: 4),
      Item(key: "Esc", text: "close", rank: 1),
    ]
    return items.compactMap(\.self)
  }
}
#endif
