#if CommandLine
import Launches
import ModuleLifecycle
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
    guard let dispatch = history.dispatch(at: place), let firedCount = history.topLevelCount(upTo: place) else {
      return
    }
    pinned = PinnedDispatch(
      place: place, firedCount: firedCount, dispatch: dispatch, launch: history.launch(of: dispatch.id))
    headline = .looked(sentence(about: dispatch), hint: "Esc latest")
  }

  private func sentence(about dispatch: DispatchEntry) -> String {
    let head = "#\(dispatch.id) \(dispatch.event) at \(Clock(self).time(dispatch.atNanoseconds))"
    if let parent = dispatch.parent {
      return "\(head), sent\(dispatch.parentModule.map { " by \($0)" } ?? "") in #\(parent)."
    }
    return "\(head), \(Words.number(eventsSinceShown)) before the latest."
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
    if let next {
      let passed = back ? 0 : forgottenCount(afterShown: nested)
      show(next)
      return note(passed: passed)
    }
    if back { return sayThatNoneIsOlder(nested: nested) }
    if pinned != nil { return followLatest() }
    headline = .looked("#\(history.latest?.id ?? 0) is the latest; new ones are shown as they come.", hint: "")
  }

  private mutating func sayThatNoneIsOlder(nested: Bool) {
    let id = shownDispatch?.id ?? 0
    let forgotten = nested ? history.forgottenCount : history.forgottenTopLevelCount
    let text: String
    if isShownForgotten, let pinned {
      let older = nested ? pinned.place : pinned.firedCount - (pinned.dispatch.parent == nil ? 1 : 0)
      text =
        switch older {
        case 0: "#\(id) is the first one, and is not kept any more."
        case 1: "#\(id) is not kept any more, nor is the one before it."
        default: "#\(id) is not kept any more, nor are the \(Words.number(older)) before it."
        }
    } else if forgotten == 0 {
      text = "#\(id) is the first one."
    } else {
      text = "#\(id) is the oldest that is kept; \(Words.count(forgotten, "older one")) went."
    }
    headline = .looked(text, hint: pinned == nil ? "" : "Esc latest")
  }

  /// How many there were between the dispatch that is shown and the oldest that is kept.
  private func forgottenCount(afterShown nested: Bool) -> Int {
    guard isShownForgotten, let pinned else { return 0 }
    return nested
      ? history.forgottenCount - pinned.place - 1 : max(0, history.forgottenTopLevelCount - pinned.firedCount)
  }

  /// Says of a step forward that it passed dispatches that are not kept.
  private mutating func note(passed count: Int) {
    guard count > 0, case .looked(let text, let hint) = headline else { return }
    headline = .looked("Past \(Words.number(count)) not kept: \(text)", hint: hint)
  }
}
#endif
