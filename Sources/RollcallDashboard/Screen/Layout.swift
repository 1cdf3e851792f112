#if CommandLine
import RollcallTerminalUI
import RollcallTextFormatting

/// The layout of a screen of a given size.
///
/// The first two rows and the last two (three in a recording) are lines of text. Between them is one frame, shared by
/// the panes.
struct Layout {
  enum Mode {
    /// The screen is too small for anything but a message.
    case tooSmall
    /// One pane at a time, because the screen is narrow or the pane is zoomed.
    case tabs
    /// All three panes side by side.
    case panes
  }

  static let smallest = Size(width: 60, height: 15)
  static let widthForPanes = 78
  /// The least width of the fire sheet's list, enough for most event names.
  private static let leastList = 26

  let mode: Mode
  let size: Size
  /// The frame around the panes, including borders.
  let frame: Rect
  /// The panes from left to right, including borders. Neighbours share a border. In tabs, the same rectangle three
  /// times.
  let panes: [Rect]
  /// The areas below the panes, sharing their lower border: the fire list or sheet, and the detail or form beside it.
  let lower: (leading: Rect, trailing: Rect)?
  /// The pane that the user opened, in the same area, if there is room.
  let below: Rect?

  init(for state: DashboardState) {
    let size = state.size
    self.size = size
    // In a recording, the seek bar takes one row.
    let linesBelow = state.playback == nil ? 2 : 3
    frame = Rect(x: 0, y: 2, width: size.width, height: max(0, size.height - 2 - linesBelow))
    if size.width < Self.smallest.width || size.height < Self.smallest.height {
      (mode, panes, lower, below) = (.tooSmall, [], nil, nil)
      return
    }
    let isNarrow = size.width < Self.widthForPanes
    let lowerHeight = Self.lowerHeight(for: state, frame: frame)
    let isFiring = state.hasLayer(.belowPanes)
    let hasPaneBelow = state.openedPane != nil && lowerHeight > 0 && !isFiring
    mode = isNarrow || state.isZoomed || !state.focus.isColumn && !hasPaneBelow ? .tabs : .panes

    let upper = Rect(x: 0, y: frame.y, width: frame.width, height: frame.height - max(0, lowerHeight - 1))
    let lowest = Rect(x: 0, y: upper.maxY - 1, width: frame.width, height: lowerHeight)
    let coversPanes = lowerHeight >= frame.height
    let (order, timings) = Self.paneWidths(size.width, names: state.moduleRows.nameWidth)
    let places =
      mode == .tabs
      ? Array(repeating: (0, size.width), count: 3)
      : [(0, order + 2), (order + 1, timings + 2), (order + timings + 2, size.width - order - timings - 2)]
    panes = coversPanes ? [] : places.map { Rect(x: $0, y: upper.y, width: $1, height: upper.height) }
    let leading = isNarrow ? min(28, size.width / 2) : max(Self.leastList, order + 2)
    let area = coversPanes ? frame : lowest
    let (left, right) = area.split(leading: leading)
    below = hasPaneBelow ? lowest : nil
    // The two areas share a border.
    lower = lowerHeight == 0 || hasPaneBelow ? nil : (left, right.inset(leading: -1))
  }

  /// The inside of a pane; empty if the lower area covers the panes.
  func inside(_ pane: DashboardState.Pane) -> Rect {
    if panes.isEmpty { return Rect(x: 0, y: 0, width: 0, height: 0) }
    return (pane.isColumn ? panes[pane.rawValue - 1] : below ?? panes[0]).inset(by: 1)
  }

  /// The inner widths of the first two panes; the third gets the rest. The first is as wide as its names need, within
  /// limits.
  private static func paneWidths(_ width: Int, names: Int) -> (order: Int, timings: Int) {
    let isWide = width >= 112
    // Marker, number and object count need room beside the name; in a wide pane, the event count too.
    let needed = names + (isWide ? 17 : 7)
    let (least, most) = isWide ? (min(46, 33 + (width - 112) / 4), width * 2 / 5) : (17, 26 + (width - 78) / 3)
    let order = min(max(needed, least), most)
    return (order, isWide ? (width - 4 - order + 1) / 2 : 21 + (width - 78) / 4)
  }

  /// The height of the area below the panes, including borders. The whole frame's height if there is no room for both.
  private static func lowerHeight(for state: DashboardState, frame: Rect) -> Int {
    if state.hasLayer(.belowPanes) {
      return frame.height < 18 ? frame.height : min(16, max(12, frame.height / 3))
    }
    guard state.size.width >= 100, frame.height >= 28, !state.isZoomed else { return 0 }
    return frame.height >= 40 ? 15 : 11
  }
}

extension Layout {
  /// The parts of the area beside the fire list, if there is one: the detail and, if they fit, the selected module's
  /// times.
  var panels: (detail: Rect, statistics: Rect?)? {
    guard let area = lower?.trailing else { return nil }
    guard size.width >= 128 else { return (area, nil) }
    // Neighbours share a border.
    let parts = area.split(leading: (area.width + 1) / 2)
    return (parts.leading, Rect(x: parts.rest.x - 1, y: area.y, width: parts.rest.width + 1, height: area.height))
  }
}

/// The panes' titles, and their positions as tabs when one pane fills the frame.
struct PaneTabs {
  /// A title, and the area of the text with a space on each side.
  typealias Tab = (pane: DashboardState.Pane, text: String, area: Rect)

  let tabs: [Tab]

  init(state: DashboardState, layout: Layout) {
    let panes = state.shownPanes
    // The focused pane's title gets the room that the others leave.
    let others = panes.filter { $0 != state.focus }.reduce(0) { $0 + Self.tabTitle(of: $1, for: state).columnWidth + 3 }
    var x = layout.frame.x + 2
    tabs = panes.map { pane in
      let text =
        pane == state.focus
        ? Self.title(of: pane, for: state, room: layout.frame.width - 6 - others)
        : Self.tabTitle(of: pane, for: state)
      let area = Rect(x: x, y: layout.frame.y, width: text.columnWidth + 2, height: 1)
      x = area.maxX + 1
      return (pane, text, area)
    }
  }

  /// A pane's title, as detailed as fits. With a filter, it shows the query and the number of matching rows.
  static func title(of pane: DashboardState.Pane, for state: DashboardState, room: Int) -> String {
    guard pane.content.namesFilter, let filter = state.lists[pane].filter else {
      return pane.content.title(for: state, room: room)
    }
    return filtered(pane.content.shortTitle(for: state), by: filter, state.fitting(in: pane), room: room)
  }

  /// The short title of a hidden pane. It still says that rows are filtered out.
  private static func tabTitle(of pane: DashboardState.Pane, for state: DashboardState) -> String {
    let name = pane.content.shortTitle(for: state)
    if pane.content.namesFilter, state.lists[pane].filter != nil { return "\(name) \(state.fitting(in: pane))" }
    return pane == .order && state.focus == .timings ? OrderPane.title(for: state, room: 20) : name
  }

  /// A title with the filter's query and the number of matching rows. In a narrow pane, the pane has only its number.
  static func filtered(_ name: String, by filter: RowFilter, _ count: String, room: Int) -> String {
    let words = filter.words
    let (number, counted) = ("\(name.prefix(1)) ", " \u{00B7} \(count)")
    for (head, tail, least) in [
      ("\(name) \u{00B7} ", counted, 6), (number, counted, 6), (number, " \(count)", 4),
    ] {
      let wordRoom = room - head.columnWidth - tail.columnWidth
      if wordRoom >= min(words.columnWidth, least) { return head + words.truncated(toColumns: wordRoom) + tail }
    }
    return "\(name) \(count)"
  }
}

#endif
