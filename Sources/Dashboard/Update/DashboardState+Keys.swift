#if CommandLine
import ModuleLifecycle
import OrderedCollections
import TerminalUI

extension DashboardState {
  /// What a key does where the user is.
  mutating func press(_ key: Key) -> [Effect] {
    // Nothing is done with Alt, least of all what the key does without it.
    if case .alt = key { return [] }
    switch overlay {
    case .fire(let sheet): return press(key, in: sheet)
    case .detail(let scroll): return pressReading(key, scroll: scroll) { .detail(scroll: $0) }
    case .dispatch(let page, let scroll): return pressReading(key, scroll: scroll) { .dispatch(page, scroll: $0) }
    case .help(let scroll): return pressInHelp(key, scroll: scroll)
    case .confirmLaunch(let command): return pressConfirming(key, command: command)
    case .export(let selection): return pressInExport(key, selection: selection)
    case .lab: return pressInLab(key)
    case .warnings(let sheet): return press(key, in: sheet)
    case .filter(let query): return press(key, inFilter: query)
    case nil: return pressInPanes(key)
    }
  }

  private mutating func pressInPanes(_ key: Key) -> [Effect] {
    if playback != nil, let effects = pressInReplay(key) { return effects }
    switch key {
    case .character("q"): return [.quit]
    case .character("?"), .function(1): overlay = .help(scroll: 0)
    case .character("1"): focus = .order
    case .character("2"): focus = .timings
    case .character("3"): enter(.cleanup)
    case .tab: enter(Pane(rawValue: focus.rawValue % Pane.allCases.count + 1) ?? .order)
    case .backTab: enter(Pane(rawValue: (focus.rawValue + 1) % Pane.allCases.count + 1) ?? .order)
    case .character("f"): return openFireSheet()
    case .character("F"): if let lastFired { return fire(lastFired) }
    case .character("x"): return selected.map { [.perform(.remove($0.id))] } ?? []
    case .character("u"): return bringBack()
    case .character("w"): openWarnings()
    case .character("e"): openExport()
    case .character("d"): overlay = source.experiments.isEmpty ? nil : .lab
    case .character("o"): return switchSelected()
    case .character("c"): return catchUpSelected()
    case .character("J"): return moveSelected(by: 1)
    case .character("K"): return moveSelected(by: -1)
    case .character("i"): return applyRemedy()
    case .escape where canStopRepeating: return stopRepeating()
    case .escape: stepBack()
    case .enter: openDetail()
    default:
      if let step = movement(of: key) { move(by: step) } else { return pressNavigating(key) }
    }
    return []
  }

  /// Undoes what was done last to the look at things.
  private mutating func stepBack() {
    if !filterQuery.isEmpty { showAll() } else if isZoomed { isZoomed = false } else { followLatest() }
  }

  /// The keys that change how one looks at things, and nothing else.
  private mutating func pressNavigating(_ key: Key) -> [Effect] {
    switch key {
    case .character("/"): openFilter()
    case .character("n"): findAgain(by: 1)
    case .character("N"): findAgain(by: -1)
    case .character("z"): isZoomed.toggle()
    case .character(" "): toggleFreeze()
    case .character("y"): return copy()
    case .character("R"): return toggleRecording()
    case .character("m"):
      isMouseOn.toggle()
      headline = .mouse(isOn: isMouseOn)
    default: pressInTimings(key)
    }
    return []
  }

  /// Brings the selected module back if it was removed, or else the one that was removed last.
  private mutating func bringBack() -> [Effect] {
    if let selected, !selected.isPresent { return [.perform(.bringBack(selected.id))] }
    guard let module = lastRemoved else {
      headline = .looked("No module is removed, so none can be brought back.", hint: "")
      return []
    }
    // What comes back is selected: the next key is about it.
    selectedModule = module
    return [.perform(.bringBack(module))]
  }

  private var lastRemoved: ModuleID? {
    ownership.shown.reversed().lazy
      .compactMap { ownership.owners[$0]?.module }
      .first { roster[$0]?.isPresent == false }
  }

  mutating func pressReading(_ key: Key, scroll: Int, _ make: (Int) -> Overlay) -> [Effect] {
    switch key {
    case .escape, .enter, .character("q"), .character("z"), .backspace: overlay = nil
    case .character("?"), .function(1): overlay = .help(scroll: 0)
    case .character("y"): return copy()
    default:
      if let step = movement(of: key) { overlay = make(min(max(0, scroll + clamped(step)), lastScroll)) }
    }
    return []
  }
}
#endif
