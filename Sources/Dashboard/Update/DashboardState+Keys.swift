import ModuleLifecycle
import OrderedCollections
import TerminalUI

extension DashboardState {
  /// What a key does where the user is.
  mutating func press(_ key: Key) -> [Effect] {
    switch overlay {
    case .fire(let sheet): return press(key, in: sheet)
    case .detail(let scroll): return pressReading(key, scroll: scroll) { .detail(scroll: $0) }
    case .dispatch(let page, let scroll): return pressReading(key, scroll: scroll) { .dispatch(page, scroll: $0) }
    case .help(let scroll): return pressInHelp(key, scroll: scroll)
    case .confirmLaunch(let command): return pressConfirming(key, command: command)
    case .lab: return pressInLab(key)
    case .warnings(let sheet): return press(key, in: sheet)
    case .filter(let query): return press(key, inFilter: query)
    case nil: return pressInPanes(key)
    }
  }

  private mutating func pressInPanes(_ key: Key) -> [Effect] {
    switch key {
    case .character("q"): return [.quit]
    case .character("?"), .function(1): overlay = .help(scroll: 0)
    case .character("1"): focus = .order
    case .character("2"): focus = .timings
    case .character("3"): enter(.cleanup)
    case .tab: enter(Pane(rawValue: focus.rawValue % Pane.allCases.count + 1) ?? .order)
    case .backTab: enter(Pane(rawValue: (focus.rawValue + 1) % Pane.allCases.count + 1) ?? .order)
    case .character("f"): openFireSheet()
    case .character("F"): if let lastFired { return fire(lastFired) }
    case .character("x"): return selected.map { [.perform(.remove($0.id))] } ?? []
    case .character("u"): return bringBack()
    case .character("w"): openWarnings()
    case .character("d"): overlay = source.experiments.isEmpty ? nil : .lab
    case .character("o"): return switchSelected()
    case .character("J"): return moveSelected(by: 1)
    case .character("K"): return moveSelected(by: -1)
    case .character("i"): return applyRemedy()
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
    case .character("m"):
      isMouseOn.toggle()
      headline = .mouse(isOn: isMouseOn)
    default: pressInTimings(key)
    }
    return []
  }

  private mutating func openFireSheet() {
    var sheet = FireSheet()
    sheet.find(in: source.events, state: self)
    overlay = .fire(sheet)
  }

  /// Brings the selected module back if it was removed, or else the one that was removed last.
  private mutating func bringBack() -> [Effect] {
    if let selected, !selected.isPresent { return [.perform(.bringBack(selected.id))] }
    guard let module = lastRemoved ?? selected?.id else { return [] }
    // What comes back is selected: the next key is about it.
    selectedModule = module
    return [.perform(.bringBack(module))]
  }

  private var lastRemoved: ModuleID? {
    ownership.shown.reversed().lazy
      .compactMap { ownership.owners[$0]?.module }
      .first { roster[$0]?.isPresent == false }
  }

  /// Fires, unless that would launch what is launched already: then it asks first.
  mutating func fire(_ command: Command) -> [Effect] {
    if case .fire(let event, _) = command, event == DidFinishLaunching.name,
      applicationState != .notRunning
    {
      overlay = .confirmLaunch(command)
      return []
    }
    lastFired = command
    return [.perform(command)]
  }

  private mutating func pressConfirming(_ key: Key, command: Command) -> [Effect] {
    switch key {
    case .character("s"), .enter:
      overlay = nil
      lastFired = command
      return [.perform(command)]
    case .character("r"):
      overlay = nil
      lastFired = command
      guard case .fire(_, let arguments) = command else { return [] }
      return [.perform(.relaunch(arguments: arguments))]
    case .escape, .character("q"):
      overlay = nil
    default:
      break
    }
    return []
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

// MARK: - Fire sheet

extension DashboardState {
  private mutating func press(_ key: Key, in sheet: FireSheet) -> [Effect] {
    var sheet = sheet
    switch key {
    case .escape:
      overlay = nil
      return []
    case .enter:
      overlay = .fire(sheet)
      if let command = sheet.command { return fire(command) }
      return []
    case .up: sheet.select(sheet.selection - 1, history: history)
    case .down: sheet.select(sheet.selection + 1, history: history)
    case .pageUp: sheet.select(sheet.selection - 10, history: history)
    case .pageDown: sheet.select(sheet.selection + 10, history: history)
    case .tab: sheet.field = next(after: sheet.field, count: sheet.chosen?.arguments.count ?? 0)
    case .backTab: sheet.field = previous(before: sheet.field, count: sheet.chosen?.arguments.count ?? 0)
    case .backspace, .delete: erase(in: &sheet)
    case .control("u"): replaceText("", in: &sheet)
    case .character(let character): type(String(character), into: &sheet)
    case .paste(let text): type(text.filter { !$0.isNewline }, into: &sheet)
    default: break
    }
    overlay = .fire(sheet)
    return []
  }

  /// The list of events comes after the last field, and before the first.
  private func next(after field: Int?, count: Int) -> Int? {
    let next = (field ?? -1) + 1
    return next < count ? next : nil
  }

  private func previous(before field: Int?, count: Int) -> Int? {
    let previous = (field ?? count) - 1
    return previous >= 0 ? previous : nil
  }

  private func type(_ text: String, into sheet: inout FireSheet) {
    replaceText((sheet.field == nil ? sheet.query : sheet.edited) + text, in: &sheet)
  }

  private func erase(in sheet: inout FireSheet) {
    replaceText(String((sheet.field == nil ? sheet.query : sheet.edited).dropLast()), in: &sheet)
  }

  private func replaceText(_ text: String, in sheet: inout FireSheet) {
    let text = String(text.prefix(4_000))
    if sheet.field != nil {
      sheet.edited = text
    } else {
      sheet.query = text
      sheet.find(in: source.events, state: self)
    }
  }
}
