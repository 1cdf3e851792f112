#if CommandLine
import Inspection
import ModuleLifecycle
import OrderedCollections
import Recordings
import TerminalUI
import TextFormatting

extension DashboardState {
  /// Brings the selected module back if it was removed, or else the one that was removed last.
  mutating func bringBack() -> [Effect] {
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

  mutating func toggleMouse() {
    isMouseOn.toggle()
    headline =
      isMouseOn
      ? .looked(
        "The mouse is on: a click selects or presses a key of the last line, two open, the wheel moves.", hint: "m off")
      : .looked(
        "The mouse is off: it selects text, as it does in this terminal without a dashboard.", hint: "m on")
  }

  /// Scrolls the text that is read.
  mutating func scroll(_ key: Key) {
    guard let step = movement(of: key).map(clamped) else { return }
    func scrolled(_ scroll: Int) -> Int { min(max(0, scroll + step), lastScroll) }
    switch overlay {
    case .detail(let scroll): overlay = .detail(scroll: scrolled(scroll))
    case .dispatch(let dispatch, let detail, let scroll):
      overlay = .dispatch(dispatch, detail, scroll: scrolled(scroll))
    case .help(let scroll): overlay = .help(scroll: scrolled(scroll))
    default: break
    }
  }

  /// Goes to another page of the help; after the last comes the first.
  mutating func turnHelp(by step: Int) {
    let pages = HelpTopic.pages(for: self)
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
  mutating func unfreezing(_ effects: [Effect]) -> [Effect] {
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
