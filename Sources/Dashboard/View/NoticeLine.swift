#if CommandLine
import ModuleLifecycle
import TerminalUI
import TextFormatting
import Recordings

/// The line above the key bar: the latest warning or printed line.
struct NoticeLine {
  let state: DashboardState

  func draw(on canvas: inout Canvas) {
    let y = canvas.size.height - 2
    let room = canvas.size.width - 2
    if case .filter(let query) = state.overlay { return FilterLine(state: state, query: query).draw(on: &canvas, y: y) }
    switch state.notice {
    case .warning(let warning):
      let used = canvas.write("WARNING", x: 1, y: y, style: Palette.caution.bold)
      canvas.write(warning.sentence, x: 3 + used, y: y, maxColumns: room - used - 2)
      let hint = "w all warnings"
      guard state.overlay == nil, used + 2 + warning.sentence.columnWidth + 3 + hint.columnWidth <= room else { break }
      canvas.write(hint, x: room + 1 - hint.columnWidth, y: y, style: Palette.label)
    case .output(let output):
      let place = output.module.map { "\($0) printed in \(output.event ?? "an event"):" } ?? "printed:"
      let used = canvas.write(place, x: 1, y: y, style: Palette.label, maxColumns: room)
      canvas.write(output.line, x: 2 + used, y: y, maxColumns: max(0, room - used - 1))
    case nil:
      if let playback = state.playback {
        drawDamage(playback, on: &canvas, y: y)
      } else if case .fire = state.overlay, !Layout(for: state).panes.isEmpty {
        let text = "+ marks the modules that will be called."
        canvas.write(text, x: 1, y: y, style: Palette.label, maxColumns: room)
      }
    }
  }

  /// What of the recording can't be seen, whatever else is.
  private func drawDamage(_ playback: Playback, on canvas: inout Canvas, y: Int) {
    guard let damage = playback.damage else { return }
    let used = canvas.write("DAMAGED", x: 1, y: y, style: Palette.caution.bold)
    canvas.write(damage, x: 3 + used, y: y, maxColumns: canvas.size.width - 4 - used)
  }
}
#endif
