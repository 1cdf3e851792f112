#if CommandLine
import Inspection
import ModuleLifecycle
import OrderedCollections
import Recordings
import TerminalUI
import TextFormatting

extension DashboardState {
  /// What a key does where the user is.
  mutating func press(_ key: Key) -> [Effect] {
    // Nothing is done with Alt, least of all what the key does without it.
    if case .alt = key { return [] }
    switch overlay {
    case .fire(let sheet): return press(key, in: sheet)
    case .detail(let scroll): return pressReading(key, scroll: scroll) { .detail(scroll: $0) }
    case .dispatch(let dispatch, let detail, let scroll):
      return pressReading(key, scroll: scroll) { .dispatch(dispatch, detail, scroll: $0) }
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
    case .character("w"): overlay = .warnings(WarningSheet(application.warnings))
    case .character("e"): openExport()
    case .character("d"): overlay = offers.experiments.isEmpty ? nil : .lab
    case .character("o"): return switchSelected()
    case .character("c"): return catchUpSelected()
    case .character("J"): return moveSelected(by: 1)
    case .character("K"): return moveSelected(by: -1)
    case .character("i"): return applyLeakFix()
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
      headline =
        isMouseOn
        ? .looked(
          "The mouse is on: a click selects or presses a key of the last line, two open, the wheel moves.",
          short: "The mouse is on.", hint: "m off")
        : .looked(
          "The mouse is off: it selects text, as it does in this terminal without a dashboard.",
          short: "The mouse is off: it selects text.", hint: "m on")
    default: pressInTimings(key)
    }
    return []
  }

  /// Brings the selected module back if it was removed, or else the one that was removed last.
  private mutating func bringBack() -> [Effect] {
    if let selected, !selected.isPresent { return [.perform(.bringBack(selected.id))] }
    guard let module = lastRemoved else {
      headline = .looked("No module is removed, so none can be brought back.")
      return []
    }
    // What comes back is selected: the next key is about it.
    selectedModule = module
    return [.perform(.bringBack(module))]
  }

  private var lastRemoved: ModuleID? {
    application.ownership.shown.reversed().lazy
      .compactMap { application.ownership.owners[$0]?.module }
      .first { application.modules[$0]?.isPresent == false }
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

  /// What a key does in the help.
  mutating func pressInHelp(_ key: Key, scroll: Int) -> [Effect] {
    switch key {
    case .right, .tab: turnHelp(by: 1)
    case .left, .backTab: turnHelp(by: -1)
    case .character("?"), .function(1): overlay = nil
    default: return pressReading(key, scroll: scroll) { .help(scroll: $0) }
    }
    return []
  }

  /// Goes to another page; after the last comes the first.
  private mutating func turnHelp(by step: Int) {
    let pages = HelpTopic.pages(isReplay: playback != nil)
    let index = pages.firstIndex(of: helpTopic) ?? 0
    showHelp(pages[(index + step + pages.count) % pages.count])
  }

  mutating func showHelp(_ topic: HelpTopic) {
    helpTopic = topic
    overlay = .help(scroll: 0)
  }
}

/// Recording what happens to a file. A service of the dashboard does it, and says how far it is.
extension DashboardState {
  /// Whether what happens is being recorded.
  var isRecording: Bool { recording?.isRunning == true }

  /// Begins a recording, or ends the one that is being written.
  mutating func toggleRecording() -> [Effect] { [isRecording ? .stopRecording : .record(to: nil)] }

  mutating func fold(_ status: RecordingStatus?) {
    let before = recording
    recording = status
    guard let status, before?.path != status.path || before?.isRunning != status.isRunning else { return }
    headline = .recording
  }
}

/// Freezing the view: the application goes on, and what it writes waits in the journal until the view goes on too.
///
/// Nothing is kept for that here: the journal is bounded, and says what it had to drop.
extension DashboardState {
  /// Whether the view stands still; then the journal is not to be read, only counted.
  public var isFrozen: Bool { frozen != nil }

  mutating func toggleFreeze() { frozen = frozen == nil ? Backlog() : nil }

  /// Who has the application do something wants to see what comes of it; who has it do no more, or has a file written,
  /// not so.
  mutating func thawing(_ effects: [Effect]) -> [Effect] {
    let acts = effects.contains { if case .perform(let command) = $0 { command != .stopRepeating } else { false } }
    if acts { frozen = nil }
    return effects
  }
}

extension DashboardState {
  /// What `y` copies: the text that is read, or the detail of what is selected; in the timings that is the dispatch.
  private var copied: Detail? {
    switch overlay {
    case .dispatch, .help: reading?.detail
    case .warnings(let sheet): sheet.selected.map { Detail(warning: $0, state: self) }
    case .lab: LabView(state: self).detail
    case nil where focus == .timings: shownDispatch.map { Detail(dispatch: $0, state: self) } ?? Detail(of: self)
    default: Detail(of: self)
    }
  }

  /// Copies what is shown or selected, and says so.
  mutating func copy() -> [Effect] {
    guard let copied else {
      headline = .failed("There is nothing to copy here.")
      return []
    }
    let text = copied.plainText
    headline = .copied(what: copied.title, lines: copied.lines.count + 1, isCut: text.isCut)
    return [.copy(text.text)]
  }
}

extension Detail {
  /// The most bytes of text to put on a clipboard, all told: terminals bound what they take in one sequence, many at
  /// 100,000.
  static let mostBytes = 70_000

  /// Title and lines as text without a width: the labels in a column, no line broken, none with a line break in it. And
  /// whether something was left out, because there is too much.
  var plainText: (text: String, isCut: Bool) {
    // Room for the line that says what is missing.
    let room = Self.mostBytes - 40
    let width = lines.map(\.label.columnWidth).max() ?? 0
    let head = title.cut(toBytes: room - 1).printable(.line)
    var text = "\(head.cut(toBytes: room - 1))\n"
    var isCut = title.utf8.count >= room
    for (index, line) in lines.enumerated() {
      let label = width > 0 && !line.isRow ? line.label.padded(toColumns: width + 2) : ""
      var row = label + line.text.cut(toBytes: room).printable(.line)
      while row.utf8.last == UInt8(ascii: " ") { row.removeLast() }
      isCut = isCut || line.text.utf8.count > room
      if text.utf8.count + row.utf8.count + 1 > room {
        return (text + "and \(Words.count(lines.count - index, "more line"))\n", true)
      }
      text += row + "\n"
    }
    return (text, isCut)
  }
}
#endif
