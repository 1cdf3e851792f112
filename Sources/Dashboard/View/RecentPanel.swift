#if CommandLine
import ModuleLifecycle
import TerminalUI
import TextFormatting

/// The latest dispatches of the event that is shown beside each other: what each module took, the modules around the
/// selected one.
struct RecentPanel {
  let state: DashboardState

  var title: String { state.shownDispatch.map { "Dispatches of \($0.event)" } ?? "Dispatches" }

  func draw(on canvas: inout Canvas, in area: Rect) {
    guard let shown = state.shownDispatch else { return }
    let nameWidth = min(16, area.width / 3)
    let dispatches = dispatches(around: shown, count: max(1, (area.width - nameWidth - 1) / 8))
    var x = area.x + nameWidth + 1
    for dispatch in dispatches {
      let isShown = dispatch.id == shown.id
      let head = "\(isShown ? canvas.glyphs.selection : "")#\(dispatch.id)"
      canvas.write(
        head.fitted(toColumns: 7, alignment: .trailing), x: x, y: area.y, style: isShown ? .bold : Palette.label)
      let total = Words.duration(dispatch.totalNanoseconds).padded(toColumns: 7, alignment: .trailing)
      canvas.write(total, x: x, y: area.y + 1, style: Palette.label)
      x += 8
    }
    canvas.write("whole event", x: area.x + 1, y: area.y + 1, style: Palette.label, maxColumns: nameWidth - 1)
    drawModules(dispatches, nameWidth: nameWidth, on: &canvas, in: area.split(top: 2).rest)
  }

  private func drawModules(
    _ dispatches: [DispatchEntry], nameWidth: Int, on canvas: inout Canvas, in area: Rect
  ) {
    let (rows, times) = (state.moduleRows, dispatches.map(\.ownTimes))
    let selected = state.selectedModule.flatMap { rows.position(of: $0) } ?? 0
    let count = rows.moduleCount
    let first = max(0, min(selected - area.height / 2, count - area.height))
    for line in 0..<area.height where first + line < count {
      let (id, y) = (rows.module(at: first + line), area.y + line)
      let isSelected = first + line == selected
      canvas.write(
        state.roster[id]?.name ?? "", x: area.x + 1, y: y, style: isSelected ? .bold : .plain,
        maxColumns: nameWidth - 1)
      var x = area.x + nameWidth + 1
      for (dispatch, times) in zip(dispatches, times) {
        let index = dispatch.ownSpan(of: id, near: rows.spanIndex(of: id))
        let span = index.map { dispatch.handlers[$0] }
        let text =
          index.map { span?.outcome == .skipped ? "skipped" : Words.duration(times[$0]) } ?? ""
        canvas.write(
          text.padded(toColumns: 7, alignment: .trailing), x: x, y: y,
          style: span?.outcome == .threw ? Palette.bad : isSelected ? .bold : .plain)
        x += 8
      }
    }
  }

  /// The latest ones, oldest first; where the one that is shown is older, those up to it.
  private func dispatches(around shown: DispatchEntry, count: Int) -> [DispatchEntry] {
    let places = state.history.places(of: shown.event)
    let kept = places.suffix(count).compactMap { state.history.dispatch(at: $0) }
    guard !kept.contains(where: { $0.id == shown.id }) else { return kept }
    let place = state.pinned?.place ?? .max
    let older = places.prefix { $0 < place }.suffix(count - 1)
    return older.compactMap { state.history.dispatch(at: $0) } + [shown]
  }
}

extension DispatchEntry {
  /// The place of a module's own span, which mostly stands where it stood in another dispatch.
  func ownSpan(of module: ModuleID, near index: Int?) -> Int? {
    if let index, handlers.indices.contains(index), handlers[index].moduleID == module, handlers[index].part == nil {
      return index
    }
    return handlers.firstIndex { $0.moduleID == module && $0.part == nil }
  }
}
#endif
