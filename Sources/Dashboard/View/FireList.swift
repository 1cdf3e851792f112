#if CommandLine
import ModuleLifecycle
import OrderedCollections
import TerminalUI
import TextFormatting

/// The events that were fired, last used first, where the screen has room for them below the panes.
struct FireList {
  let state: DashboardState

  func draw(on canvas: inout Canvas, in area: Rect) {
    var y = area.y
    canvas.write("f", x: area.x + 1, y: y, style: Palette.key)
    let text = state.playback == nil ? "choose an event" : "go to an event"
    canvas.write("\(text)\(canvas.glyphs.ellipsis)", x: area.x + 3, y: y, maxColumns: area.width - 4)
    y += 1
    if let (event, arguments, times) = state.lastFired?.firing {
      drawAgain(DispatchEntry.title(event: event, arguments: arguments), times: times, on: &canvas, in: area, y: y)
      y += 1
      for text in repetition where times > 1 && y < area.maxY {
        canvas.write(text, x: area.x + 3, y: y, style: Palette.label, maxColumns: area.width - 4)
        y += 1
      }
    }
    if state.playback != nil, let event = state.soughtEvent {
      drawAgain(event, times: 1, on: &canvas, in: area, y: y)
      y += 1
    }
    let firings = state.history.firings.elements.suffix(max(0, area.maxY - y)).reversed()
    let counts = firings.map { Words.number($0.value.count) + canvas.glyphs.times }
    let width = max(5, counts.map(\.columnWidth).max() ?? 0)
    for ((event, firing), count) in zip(firings, counts) {
      draw(event, firing, count.padded(toColumns: width, alignment: .trailing), on: &canvas, in: area, y: y)
      y += 1
    }
    if state.history.firings.isEmpty, y < area.maxY {
      let text = state.playback == nil ? "Nothing has been fired yet." : "No event has come yet."
      canvas.write(text, x: area.x + 3, y: y, style: Palette.label, maxColumns: area.width - 4)
    }
  }

  private func drawAgain(_ title: String, times: Int, on canvas: inout Canvas, in area: Rect, y: Int) {
    let count = times == 1 ? "" : "\(Words.number(times))\(canvas.glyphs.times) "
    // Two at a time are refused.
    let again = state.isRepeating ? count : state.playback == nil ? "\(count)again" : "next"
    if !state.isRepeating { canvas.write("F", x: area.x + 1, y: y, style: Palette.key) }
    let room = area.width - 5 - again.columnWidth
    let used = canvas.write(title, x: area.x + 3, y: y, maxColumns: max(1, room))
    canvas.write(again, x: area.x + 4 + used, y: y, style: Palette.label)
  }

  /// How far the event is that is being fired repeatedly, or what that took.
  private var repetition: [String] {
    guard let repeated = state.repeated else { return [] }
    let count = "\(Words.number(repeated.done)) of \(Words.number(repeated.times))"
    guard let summary = repeated.summary else { return ["\(count) so far"] }
    func duration(_ nanoseconds: UInt64) -> String { DurationText.format(nanoseconds: nanoseconds) }
    let done = repeated.done < repeated.times ? ["stopped after \(Words.number(repeated.done))"] : []
    guard repeated.done > 0 else { return done }
    return done + [
      "median \(duration(summary.medianNanoseconds)), p95 \(duration(summary.p95Nanoseconds))",
      "longest \(duration(summary.longestNanoseconds))", "together \(duration(summary.totalNanoseconds))",
    ]
  }

  private func draw(
    _ event: String, _ firing: History.Firing, _ count: String, on canvas: inout Canvas, in area: Rect, y: Int
  ) {
    let took = Words.duration(firing.lastNanoseconds).padded(toColumns: 8, alignment: .trailing)
    let title = DispatchEntry.title(event: event, arguments: firing.arguments)
    let tail = 8 + count.columnWidth
    canvas.write(title, x: area.x + 3, y: y, maxColumns: max(1, area.width - 3 - tail - 1))
    canvas.write(count, x: area.maxX - tail, y: y, style: Palette.label)
    canvas.write(took, x: area.maxX - 8, y: y)
  }
}
#endif
