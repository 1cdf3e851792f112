import ModuleLifecycle
import OrderedCollections
import TerminalUI

extension DashboardState {
  /// What a key does to what panes 1 and 2 show, wherever the focus is.
  mutating func pressInTimings(_ key: Key) {
    switch key {
    case .character("["): step(back: true, nested: false)
    case .character("]"): step(back: false, nested: false)
    case .character("{"): step(back: true, nested: true)
    case .character("}"): step(back: false, nested: true)
    case .character("t"): switchStatistics()
    case .character("s"): sortByNext()
    case .character("S"): sortAgain()
    default: break
    }
  }

  private mutating func switchStatistics() {
    showsStatistics.toggle()
    // Where one pane is seen at a time, that is the one.
    if size.width < Layout.widthForPanes { focus = .timings }
  }
}

// MARK: - Dispatches

extension DashboardState {
  /// Shows the latest dispatch, and those that come.
  mutating func followLatest() {
    guard pinned != nil else { return }
    pinned = nil
    guard let latest = history.latest else { return }
    headline = .looked("The latest again: #\(latest.id) \(latest.title).", hint: "")
  }

  /// Shows the dispatch of a number; nothing happens if it is not kept any more.
  mutating func show(dispatch id: UInt64) {
    if let place = history.place(of: id) { show(place) }
  }

  private mutating func show(_ place: Int) {
    if place == history.latestPlace { return followLatest() }
    guard let dispatch = history.dispatch(at: place) else { return }
    pinned = PinnedDispatch(place: place, dispatch: dispatch)
    headline = .looked(sentence(about: dispatch), hint: "Esc latest")
  }

  private func sentence(about dispatch: DispatchEntry) -> String {
    let head = "#\(dispatch.id) \(dispatch.event) at \(Clock(self).time(dispatch.atNanoseconds))"
    if let parent = dispatch.parent {
      return "\(head), sent\(dispatch.parentModule.map { " by \($0)" } ?? "") in #\(parent)."
    }
    return "\(head), \(eventsSinceShown) before the latest."
  }

  private mutating func step(back: Bool, nested: Bool) {
    guard let current = pinned?.place ?? history.latestPlace else {
      headline =
        playback == nil
        ? .looked("No event has been fired yet.", hint: "f fire")
        : .looked("No event has come yet.", hint: "f go to an event")
      return
    }
    let next = back ? history.place(before: current, nested: nested) : history.place(after: current, nested: nested)
    if let next { return show(next) }
    if !back {
      if pinned != nil { return followLatest() }
      headline = .looked("#\(history.latest?.id ?? 0) is the latest; new ones are shown as they come.", hint: "")
      return
    }
    let id = shownDispatch?.id ?? 0
    let forgotten = history.forgottenCount
    headline = .looked(
      forgotten == 0
        ? "#\(id) is the first one."
        : "#\(id) is the oldest that is kept; \(Words.count(forgotten, "older one")) went.",
      hint: pinned == nil ? "" : "Esc latest")
  }
}

// MARK: - Order of the rows

extension DashboardState {
  /// By what the rows can be sorted here and now, in the order in which one key goes through it.
  var sortKeys: [SortKey] {
    var keys: [SortKey] = [.order]
    if shownDispatch != nil {
      let columns = StatisticsColumn.placed(in: TimingsPane.statisticsArea(Layout(for: self))).map(\.column)
      keys += showsStatistics ? columns.filter(\.isSortable).map(SortKey.statistic) : [.own]
    }
    return keys + [.owned, .name]
  }

  private mutating func sortByNext() {
    let keys = sortKeys
    let current = rowOrder?.key ?? .order
    let next = keys.firstIndex(of: current).map { ($0 + 1) % keys.count } ?? 0
    sort(by: keys[next])
  }

  private mutating func sortAgain() {
    guard let rowOrder else {
      headline = .looked("The modules stand in the order of the calls.", hint: "s sort")
      return
    }
    sort(by: rowOrder.key)
  }

  private mutating func sort(by key: SortKey) {
    switch key {
    case .order: rowOrder = nil
    case .own: sortByOwnTime()
    case .statistic(let column): sort(by: column)
    case .owned:
      rowOrder = RowOrder(key, source: "", roster) { row in
        ownership.owners[row.owner].map { UInt64($0.live.count) }
      }
    case .name: rowOrder = RowOrder(byName: roster)
    }
    headline = .looked(sortedSentence, hint: rowOrder == nil ? "" : "s next  S again  g first")
  }

  private mutating func sortByOwnTime() {
    guard let dispatch = shownDispatch else { return }
    let (rows, times) = (moduleRows, dispatch.ownTimes)
    rowOrder = RowOrder(.own, source: "in #\(dispatch.id)", roster) { row in
      rows.spanIndex(of: row.id).flatMap { dispatch.handlers[$0].outcome == .skipped ? nil : times[$0] }
    }
  }

  private mutating func sort(by column: StatisticsColumn) {
    guard let dispatch = shownDispatch,
      let statistics = statistics ?? EventStatistics(of: dispatch.event, in: history)
    else { return }
    rowOrder = RowOrder(.statistic(column), source: "of \(dispatch.event)", roster) { row in
      statistics[row.id].flatMap { column.value(of: $0) }
    }
  }

  private var sortedSentence: String {
    guard let rowOrder else { return "The modules stand in the order of the calls." }
    switch rowOrder.key {
    case .order, .name: return "Sorted by name; the calls keep their order."
    case .owned: return "Sorted by the objects that they own, most first."
    case .own: return "Sorted by their own time \(rowOrder.source), longest first."
    case .statistic(let column): return "Sorted by \(column.title) \(rowOrder.source), greatest first."
    }
  }
}
