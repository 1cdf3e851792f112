#if CommandLine
import ModuleLifecycle
import RollcallTerminalUI
import RollcallTextFormatting

/// The dispatch that panes 1 and 2 show.
extension DashboardState {
  /// The selected module's row.
  var selected: ModuleList.Row? { selectedModule.flatMap { application.modules[$0] } }

  mutating func switchStatistics() {
    showsStatistics.toggle()
    // If the screen shows only one pane at a time, show the timings.
    if size.width < Layout.widthForPanes { focus = .timings }
  }

  // MARK: Dispatches

  /// Shows the latest dispatch and follows new ones.
  mutating func followLatest() {
    guard pinned != nil else { return }
    pinned = nil
    guard let latest = application.history.latest else { return }
    headline = .looked("Back to the latest: #\(latest.id) \(latest.title).")
  }

  /// Shows the dispatch with a number. Does nothing if the dispatch is no longer kept.
  mutating func show(dispatch id: DispatchID) {
    if let place = application.history.place(of: id) { show(place) }
  }

  private mutating func show(_ place: Int) {
    if place == application.history.latestPlace { return followLatest() }
    let history = application.history
    guard let dispatch = history.dispatch(at: place), let firedCount = history.topLevelCount(upTo: place) else {
      return
    }
    pinned = PinnedDispatch(
      place: place, firedCount: firedCount, dispatch: dispatch, launch: application.history.launch(of: dispatch.id))
    headline = .looked(sentence(about: dispatch), hint: "Esc latest")
  }

  private func sentence(about dispatch: DispatchEntry) -> String {
    let head = "#\(dispatch.id) \(dispatch.event) at \(Clock(self).time(dispatch.atNanoseconds))"
    if let parent = dispatch.parent {
      return "\(head), sent\(dispatch.parentModule.map { " by \($0)" } ?? "") in #\(parent)."
    }
    return "\(head), \(Phrases.number(eventsSinceShown)) before the latest."
  }

  mutating func step(back: Bool, nested: Bool) {
    guard let current = pinned?.place ?? application.history.latestPlace else {
      headline = .looked(noEventYet, hint: mayFire ? "f fire" : "f go to an event")
      return
    }
    let history = application.history
    let next = back ? history.place(before: current, nested: nested) : history.place(after: current, nested: nested)
    if let next { return show(next) }
    if back { return sayThatNoneIsOlder(nested: nested) }
    if pinned != nil { return followLatest() }
    let more = playback == nil ? "new ones are shown as they come" : "> goes on in the recording"
    headline = .looked("#\(history.latest?.id ?? 0) is the latest; \(more).")
  }

  private mutating func sayThatNoneIsOlder(nested: Bool) {
    let history = application.history
    let isFirst = (nested ? history.forgottenCount : history.forgottenTopLevelCount) == 0
    let id = shownDispatch?.id ?? 0
    headline = .looked(
      isFirst ? "#\(id) is the first one." : "Nothing before #\(id) is kept.", hint: pinned == nil ? "" : "Esc latest")
  }
}
#endif
