#if CommandLine
import Inspection
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
    var width: Int { key.columnWidth + 1 + text.columnWidth }
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
    placedItems(glyphs: glyphs).lazy
      .compactMap { KeyName.key(at: column - $1, of: $0.key, columns: $0.width) }.first
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
    let sideways = glyphs.isASCII ? "Left/Right" : "\(glyphs.left)\(glyphs.right)"
    let items: [Item?] =
      switch state.overlay {
      case .fire(let sheet) where state.playback != nil: seekItems(sheet, arrows)
      case .fire(let sheet): fireItems(sheet, arrows, sideways)
      case .detail, .dispatch: readingItems(arrows)
      case .help: [named(sideways, "page", 1)] + readingItems(arrows)
      case .confirmLaunch:
        [named("s", "send it again", 1), named("r", "relaunch with new modules", 2), named("Esc", "neither", 0)]
      case .export: [named("Enter", "export", 1), named(arrows, "choose", 2), named("Esc", "close", 0)]
      case .lab: labItems(arrows)
      case .warnings(let sheet): warningItems(sheet, arrows)
      case .filter(let query):
        [
          named("Enter", "keep", 1), named(arrows, "row", 3), named("^U", "clear", 2, if: !query.isEmpty),
          named("Esc", "show all", 0),
        ]
      case nil:
        (state.playback.map { replayItems($0, sideways) } ?? actingItems)
          + timingsItems + ownershipItems + lookingItems + generalItems(arrows)
      }
    return items.compactMap(\.self)
  }

  private func named(_ key: String, _ text: String, _ rank: Int, if isNamed: Bool = true) -> Item? {
    isNamed ? Item(key: key, text: text, rank: rank) : nil
  }

  private func fireItems(_ sheet: FireSheet, _ arrows: String, _ sideways: String) -> [Item?] {
    [
      named("Enter", "fire", 0, if: sheet.chosen != nil), named("Tab", "next field", 2, if: sheet.chosen != nil),
      sheet.isChoosingLaunch ? named(sideways, "relaunch or resend", 2) : named(arrows, "event", 3),
      named("^U", "clear", 4, if: !sheet.isChoosingLaunch), named("Esc", "close", 1),
    ]
  }

  /// In the sheet in which an event of a recording is chosen.
  private func seekItems(_ sheet: FireSheet, _ arrows: String) -> [Item?] {
    [
      named("Enter", "go to the next", 0, if: sheet.occurrences?.next != nil),
      named("^P", "to the previous", 2, if: sheet.occurrences?.previous != nil),
      named(arrows, "event", 3, if: sheet.matches.count > 1), named("^U", "clear", 4, if: !sheet.query.isEmpty),
      named("Esc", "close", 1),
    ]
  }

  private func readingItems(_ arrows: String) -> [Item?] {
    [named(arrows, "scroll", 2, if: state.lastScroll > 0), named("y", "copy", 3), named("Esc", "back", 0)]
  }

  private func labItems(_ arrows: String) -> [Item?] {
    let page = state.lab.chosen(of: state.offers.experiments).flatMap { state.lab.pages[$0.id] }
    return [
      named("Enter", page == nil ? "run" : "run again", 0, if: page?.isRunning != true), named(arrows, "choose", 2),
      named("PgUp/PgDn", "scroll", 3, if: LabView(state: state).lastScroll > 0), named("y", "copy", 4),
      named("Esc", "close", 1),
    ]
  }

  private func warningItems(_ sheet: WarningSheet, _ arrows: String) -> [Item?] {
    let hasText = sheet.selection != nil
    return [
      named("Enter", sheet.isReading ? "list" : "read", 2, if: hasText),
      named(arrows, "choose", 3, if: sheet.numbers.count > 1),
      named("PgUp/PgDn", "scroll", 4, if: WarningsView(state: state, sheet: sheet).lastScroll > 0),
      named("1", "its module", 5, if: state.module(of: sheet) != nil),
      state.dispatch(of: sheet).flatMap { named("2", "#\($0)", 6) },
      named("y", "copy", 7, if: hasText),
      named("w", "newer", 1, if: state.application.warnings.count > sheet.log.count),
      named("Esc", sheet.isReading ? "back" : "close", 0),
    ]
  }

  /// The keys that act on the application.
  private var actingItems: [Item?] {
    let selected = state.selected
    return [
      named("Esc", "stop", 0, if: state.canStopRepeating), named("f", "fire", 0),
      named("F", "again", 6, if: state.lastFired != nil && !state.isRepeating),
      named("Enter", "detail", 5, if: selected != nil), named("x", "remove", 3, if: selected?.canRemove == true),
      named("u", "bring back", 4, if: state.application.modules.rows.contains(where: \.isRemoved)),
      named("c", "catch up", 3, if: selected.map(state.application.hasMissedLaunch) == true),
    ]
  }

  /// The keys of a recording, in place of those that act on an application.
  private func replayItems(_ playback: Playback, _ sideways: String) -> [Item?] {
    let hasEntries = playback.count > 0
    return [
      named("Esc", "stay here", 0, if: playback.seek != nil),
      named("Space", playback.isPlaying ? "pause" : "play", 0, if: hasEntries),
      named("f", "go to event", 1, if: !state.application.source.events.isEmpty),
      named("F", "next of it", 4, if: state.soughtEvent != nil), named(", .", "step", 3, if: hasEntries),
      named("< >", "event", 4, if: hasEntries), named(sideways, "seek", 5, if: hasEntries),
      named("0 $", "ends", 9, if: hasEntries), named("- +", "speed", 6, if: hasEntries),
      named("Enter", "detail", 7, if: state.selected != nil),
    ]
  }

  private var timingsItems: [Item?] {
    guard state.shownDispatch != nil else { return [] }
    let escDoesMore = state.canStopRepeating || !state.filterQuery.isEmpty || state.isZoomed
    return [
      named("Esc", "latest", 2, if: state.pinned != nil && !escDoesMore),
      named("[ ]", "dispatch", 8, if: state.application.history.topLevelCount > 1),
      named("t", state.showsStatistics ? "waterfall" : "statistics", 8),
      named("s", "sort", 8, if: state.application.modules.count > 1),
    ]
  }

  private var ownershipItems: [Item?] {
    guard state.playback == nil else { return [] }
    let selected = state.selected
    return [
      state.leakFix.flatMap { named("i", $0.word, 1) },
      named("o", selected?.isOn == true ? "off" : "on", 6, if: selected?.canSwitch == true),
    ]
  }

  /// The keys that change how one looks at things; what is switched on stays named longest, so that one finds back.
  private var lookingItems: [Item?] {
    let (isLive, isFrozen, isRecording) = (state.playback == nil, state.isFrozen, state.isRecording)
    let canZoom = state.size.width >= Layout.widthForPanes
    return [
      named("/", "filter", state.focus == .cleanup ? 3 : 9),
      named("Esc", "show all", 2, if: !state.filterQuery.isEmpty && !state.canStopRepeating),
      named("n N", "next", 9, if: !state.lastQuery.isEmpty),
      named("z", state.isZoomed ? "all panes" : "zoom", state.isZoomed ? 2 : 12, if: canZoom),
      named("Space", isFrozen ? "go on" : "freeze", isFrozen ? 1 : 13, if: isLive),
      named("R", isRecording ? "stop recording" : "record", isRecording ? 3 : 14, if: isLive),
      named("y", "copy", 14, if: state.selected != nil),
      named("m", state.isMouseOn ? "mouse off" : "mouse on", 15),
    ]
  }

  private func generalItems(_ arrows: String) -> [Item?] {
    let rowCount = state.focus == .cleanup ? state.application.ownership.rowCount : state.moduleRows.moduleCount
    let canMove = state.selected != nil && state.application.modules.count > 1 && state.playback == nil
    let hasWarnings = state.application.warnings.count > 0
    return [
      named(arrows, "move", 8, if: rowCount > 1), named("J K", "order", 10, if: canMove),
      named("1 2 3", "pane", state.size.width < Layout.widthForPanes ? 2 : 12),
      named("w", "warnings", hasWarnings ? 1 : 6, if: hasWarnings || state.application.warnings.allowedCount > 0),
      named("d", "lab", 9, if: !state.offers.experiments.isEmpty),
      named("e", "export", 13, if: !state.offers.exports.isEmpty),
      named("?", "help", 2), named("q", "quit", 0),
    ]
  }
}
#endif
