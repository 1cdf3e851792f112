#if CommandLine
import TerminalUI
import TextFormatting

/// The panes' titles, and where they stand as tabs when one pane has the frame for itself.
struct PaneTabs {
  struct Tab: Equatable {
    let pane: DashboardState.Pane
    let text: String
    /// The text with a space on either side.
    let area: Rect
  }

  let tabs: [Tab]

  init(state: DashboardState, layout: Layout) {
    let panes = DashboardState.Pane.allCases
    // The focused pane says more of itself, in the room that the others leave.
    let others = panes.filter { $0 != state.focus }.reduce(0) { $0 + Self.tabTitle(of: $1, for: state).columnWidth + 3 }
    var x = layout.frame.x + 2
    tabs = panes.map { pane in
      let text =
        pane == state.focus
        ? Self.title(of: pane, for: state, room: layout.frame.width - 6 - others)
        : Self.tabTitle(of: pane, for: state)
      let area = Rect(x: x, y: layout.frame.y, width: text.columnWidth + 2, height: 1)
      x = area.maxX + 1
      return Tab(pane: pane, text: text, area: area)
    }
  }

  /// A pane's title with what it shows, as far as there is room.
  static func title(of pane: DashboardState.Pane, for state: DashboardState, room: Int) -> String {
    switch pane {
    case .order: orderTitle(for: state, room: room)
    case .timings: TimingsPane.title(for: state, room: room)
    case .cleanup: CleanupPane.title(for: state, room: room)
    }
  }

  /// The title of a pane that another one covers: that not all of its rows are shown is said all the same.
  private static func tabTitle(of pane: DashboardState.Pane, for state: DashboardState) -> String {
    let name = shortTitle(of: pane, for: state)
    switch pane {
    case .order where state.moduleFilter.filter != nil:
      return "\(name) \(Words.number(state.moduleFilter.matchCount)) of \(Words.number(state.roster.count))"
    case .order where state.focus == .timings: return orderTitle(for: state, room: 20)
    case .cleanup where state.ownership.filter != nil:
      return "\(name) \(Words.number(state.ownership.matchCount)) of \(Words.number(state.ownership.objectCount))"
    default: return name
    }
  }

  private static func orderTitle(for state: DashboardState, room: Int) -> String {
    guard let filter = state.moduleFilter.filter else { return OrderPane.title(for: state, room: room) }
    return filtered(
      shortTitle(of: .order, for: state), by: filter,
      "\(Words.number(state.moduleFilter.matchCount)) of \(Words.number(state.roster.count))",
      room: room)
  }

  /// A title with what the pane's rows have to fit, and how many do; where room is short, the pane has its number only.
  static func filtered(_ name: String, by filter: RowFilter, _ count: String, room: Int) -> String {
    let words = filter.words
    for (head, tail) in [("\(name) \u{00B7} ", " \u{00B7} \(count)"), ("\(name.prefix(1)) ", " \u{00B7} \(count)")] {
      let wordRoom = room - head.columnWidth - tail.columnWidth
      if wordRoom >= min(words.columnWidth, 6) { return head + words.truncated(toColumns: wordRoom) + tail }
    }
    let (head, tail) = ("\(name.prefix(1)) ", " \(count)")
    let wordRoom = room - head.columnWidth - tail.columnWidth
    guard wordRoom < min(words.columnWidth, 4) else { return head + words.truncated(toColumns: wordRoom) + tail }
    return "\(name) \(count)"
  }

  private static func shortTitle(of pane: DashboardState.Pane, for state: DashboardState) -> String {
    switch pane {
    case .order: "1 Order"
    case .timings: TimingsPane.shortTitle(for: state)
    case .cleanup: "3 Cleanup"
    }
  }
}
#endif
