#if CommandLine
import ModuleLifecycle
import OrderedCollections
import TerminalUI
import TextFormatting

/// Beside the list of a recording's events: where the chosen one comes next, and where it came last.
struct SeekForm {
  let state: DashboardState
  let sheet: FireSheet

  func draw(on canvas: inout Canvas, in area: Rect) {
    guard sheet.chosen != nil else { return }
    var y = area.y
    let (x, width) = (area.x + 10, max(1, area.width - 11))
    for (label, text) in rows {
      guard y < area.maxY else { return }
      canvas.write(label, x: area.x + 1, y: y, style: Palette.label, maxColumns: 8)
      for line in text.wrapped(toColumns: width) where y < area.maxY {
        canvas.write(line, x: x, y: y, maxColumns: width)
        y += 1
      }
    }
  }

  private var rows: [(label: String, text: String)] {
    var rows: [(label: String, text: String)] = []
    if let occurrences = sheet.occurrences {
      rows.append(("next", occurrences.next.map(words) ?? "none: it does not come again"))
      rows.append(("previous", occurrences.previous.map(words) ?? "none: it has not come before"))
    }
    if let event = sheet.chosen, !event.rule.isEmpty { rows.append(("answer", event.rule)) }
    if let event = sheet.chosen, let last = state.history.firings[event.name] {
      let answer = last.answer.isEmpty ? "" : "\(last.answer), "
      let took = DurationText.format(nanoseconds: last.lastNanoseconds)
      rows.append(("so far", "\(answer)\(took), came \(Words.times(last.count))"))
    }
    return rows
  }

  private func words(_ occurrence: EventOccurrences.Occurrence) -> String {
    let time = Clock(state).preciseTime(occurrence.atNanoseconds)
    let start = state.playback?.startNanoseconds ?? 0
    let elapsed = Words.length(occurrence.atNanoseconds - min(start, occurrence.atNanoseconds))
    return "at \(time), \(elapsed) into the recording, entry \(Words.number(occurrence.entry))"
  }
}
#endif
