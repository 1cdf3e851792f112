#if CommandLine
import CursesTerminal
import Dashboard
import Recordings
import TerminalUI

/// A recording on a terminal: how far it has been read as long as it is, then the dashboard over it.
final class ReplayProgram: TerminalProgram {
  private let opening: RecordingOpening
  private let context: TerminalContext
  private let theme: Theme
  private let makeProgram: (RecordingFile, TerminalContext) -> DashboardProgram?
  private var size: Size
  private var dashboard: DashboardProgram?
  private var isOver = false

  /// - Parameters:
  ///   - opening: The recording, perhaps not read yet.
  ///   - theme: What the screen looks like until the dashboard is there.
  ///   - makeProgram: Makes the dashboard once it is; `nil`, and the program is over.
  init(
    _ opening: RecordingOpening, context: TerminalContext, theme: Theme = .terminal,
    makeProgram: @escaping (RecordingFile, TerminalContext) -> DashboardProgram?
  ) {
    self.opening = opening
    self.context = context
    self.theme = theme
    self.makeProgram = makeProgram
    size = context.size
    takeOutcome()
    if dashboard == nil, !isOver { opening.whenOver { [waker = context.waker] in waker.wake() } }
  }

  var isFinished: Bool { isOver || dashboard?.isFinished == true }

  var tickInterval: Duration? { dashboard.map(\.tickInterval) ?? .milliseconds(100) }

  var isMouseEnabled: Bool { dashboard?.isMouseEnabled ?? false }

  func takeClipboardText() -> String? { dashboard?.takeClipboardText() }

  func handle(_ event: TerminalEvent) {
    if let dashboard { return dashboard.handle(event) }
    switch event {
    case .key(.escape), .key(.character("q")):
      opening.cancel()
      isOver = true
    case .resize(let size): self.size = size
    case .woken, .tick: takeOutcome()
    default: break
    }
  }

  func draw(on canvas: inout Canvas) {
    if let dashboard { return dashboard.draw(on: &canvas) }
    let (done, total) = opening.progress
    LoadingView.draw(path: opening.path, done: done, total: total, theme: theme, on: &canvas)
  }

  /// Goes on once the recording has been read; a failure is told when the terminal has been given back.
  private func takeOutcome() {
    switch opening.outcome {
    case .success(let file):
      let context = TerminalContext(
        size: size, glyphs: context.glyphs, waker: context.waker, printed: context.printed,
        hasClipboard: context.hasClipboard, isInputWaiting: context.isInputWaiting)
      dashboard = makeProgram(file, context)
      if dashboard == nil { isOver = true }
    case .failure: isOver = true
    case nil: break
    }
  }
}
#endif
