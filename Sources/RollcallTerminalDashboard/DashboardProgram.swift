#if CommandLine
import RollcallCursesTerminal
import RollcallDashboard
import RollcallInspection
import ModuleLifecycle
import RollcallRecordings
import RollcallTerminalUI

/// The dashboard as a terminal program: turns terminal events into actions, and the state into a screen.
final class DashboardProgram: TerminalProgram, DashboardFront {
  private let runtime: DashboardRuntime
  private let context: TerminalContext
  private var clipboardText: String?
  private let copying: CopyCommand?
  /// Texts that were given to the command, each with whether it has taken them.
  private let given: Mailbox<(text: String, isTaken: Bool)>
  private(set) var isFinished = false

  init(_ subject: DashboardSubject, context: TerminalContext) {
    self.context = context
    copying = context.clipboard?.command.map { CopyCommand($0) }
    given = Mailbox { [waker = context.waker] in waker.wake() }
    // An entry for a thousand modules is a thousand times as large as one for a single module, so the limit is a time.
    runtime = DashboardRuntime(
      subject, size: context.size,
      pace: .init(batch: 32, patience: .milliseconds(1), isInterrupted: context.isInputWaiting),
      wake: { [waker = context.waker] in waker.wake() })
    runtime.front = self
    runtime.readNews()
  }

  var tickInterval: Duration? { runtime.state.tickInterval }

  var isMouseEnabled: Bool { runtime.state.isMouseOn }

  func takeClipboardText() -> String? {
    defer { clipboardText = nil }
    return clipboardText
  }

  func isTyped(_ character: Character) -> Bool { runtime.state.isTyped(character) }

  func draw(on canvas: inout Canvas) { runtime.draw(on: &canvas) }

  func handle(_ event: TerminalEvent) {
    switch event {
    case .input(.key(let key)): runtime.update(.key(key))
    case .resize(let size): runtime.update(.resize(size))
    case .woken:
      for (text, isTaken) in given.take() { answer(text, isTaken: isTaken) }
      runtime.readNews()
    case .tick, .resumed:
      runtime.update(.tick)
      // Another handler may be running.
      runtime.readNews()
    case .input(.unfinishedPaste): runtime.update(.ignoringPaste(true))
    case .input(.unfinishedPasteIsOver): runtime.update(.ignoringPaste(false))
    case .input(.mouse(let event)): runtime.update(.mouse(event, context.glyphs))
    case .terminate: break
    }
  }

  func took(_ action: Action) {
    if action == .message(.bye), runtime.subject.endsWithApplication { isFinished = true }
  }

  func perform(_ effect: Effect) {
    switch effect {
    case .quit: isFinished = true
    case .copy(let text): copy(text)
    default: break
    }
  }

  private func copy(_ text: String) {
    if let copying {
      copying.copy(text) { [given] in given.add(($0, $1)) }
    } else if let clipboard = context.clipboard {
      askTerminal(toCopy: text, by: clipboard)
    } else {
      runtime.update(.copyRefused)
    }
  }

  private func askTerminal(toCopy text: String, by clipboard: Clipboard) {
    clipboardText = text
    runtime.update(.copied(by: clipboard))
  }

  /// Without tmux's command, the sequence is left, which needs an option of tmux.
  private func answer(_ text: String, isTaken: Bool) {
    switch context.clipboard {
    case let clipboard? where isTaken: runtime.update(.copied(by: clipboard))
    case .tmux: askTerminal(toCopy: text, by: .multiplexer)
    default: runtime.update(.copyRefused)
    }
  }
}
#endif
