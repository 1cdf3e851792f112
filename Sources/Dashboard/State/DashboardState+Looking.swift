#if CommandLine
import Inspection
import ModuleLifecycle
import OrderedCollections
import Recordings
import TerminalUI
import TextFormatting

/// The mouse, and texts that are read.
extension DashboardState {
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
    readingScroll = readingScroll.map { min(max(0, $0 + step), lastScroll) }
  }

  /// How far the text that is read is scrolled; `nil` where none is.
  var readingScroll: Int? {
    get {
      switch overlay {
      case .detail(let scroll), .dispatch(_, _, let scroll), .help(let scroll): scroll
      default: nil
      }
    }
    set {
      guard let newValue else { return }
      switch overlay {
      case .detail: overlay = .detail(scroll: newValue)
      case .dispatch(let dispatch, let detail, _): overlay = .dispatch(dispatch, detail, scroll: newValue)
      case .help: overlay = .help(scroll: newValue)
      default: break
      }
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
#endif
