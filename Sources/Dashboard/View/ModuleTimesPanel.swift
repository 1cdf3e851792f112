#if CommandLine
import ModuleLifecycle
import TerminalUI
import TextFormatting

/// The times that the selected module took for the event that is shown: how they are spread, percentiles, outliers.
struct ModuleTimesPanel {
  let state: DashboardState

  var title: String {
    guard let row = state.selected, let event = state.shownDispatch?.event else { return "Times" }
    return "\(row.name) \u{00B7} times in \(event)"
  }

  func draw(on canvas: inout Canvas, in area: Rect) {
    guard let row = state.selected, let dispatch = state.shownDispatch else {
      return write(
        state.playback == nil ? "No event has been fired yet." : "No event has come yet.", on: &canvas, in: area)
    }
    guard let statistics = state.statistics else { return write("No times are kept.", on: &canvas, in: area) }
    guard let sample = statistics[row.id] else {
      return write("\(row.name) has not been called in \(dispatch.event).", on: &canvas, in: area)
    }
    let share = ShareText.format(sample.sum, of: statistics.total.sum)
    let trend = Words.trend(sample.trend)
    let head =
      "called \(CountText.times(sample.count, saysTwice: false))   share \(share)"
      + (trend.isEmpty ? "" : "   trend \(trend)")
    canvas.write(head, x: area.x + 1, y: area.y, maxColumns: area.width - 2)
    let feet = feet(of: sample)
    let spread = Spread(sample, rows: max(1, area.height - 1 - feet.count))
    for (offset, bucket) in spread.buckets.enumerated() {
      draw(bucket, of: spread, sample, on: &canvas, in: area, y: area.y + 1 + offset)
    }
    for (offset, foot) in feet.enumerated() {
      let y = area.maxY - feet.count + offset
      canvas.write(foot.label, x: area.x + 1, y: y, style: Palette.label)
      canvas.write(foot.text, x: area.x + 10, y: y, style: foot.style, maxColumns: area.width - 11)
    }
  }

  private func write(_ text: String, on canvas: inout Canvas, in area: Rect) {
    for (offset, line) in text.wrapped(toColumns: area.width - 2).prefix(area.height).enumerated() {
      canvas.write(line, x: area.x + 1, y: area.y + offset, style: Palette.label)
    }
  }

  private func draw(
    _ bucket: Spread.Bucket, of spread: Spread, _ sample: DurationSample, on canvas: inout Canvas, in area: Rect, y: Int
  ) {
    canvas.write(
      spread.label(of: bucket).padded(toColumns: 9, alignment: .trailing), x: area.x, y: y, style: Palette.label)
    let marks = [(50, "p50"), (95, "p95"), (99, "p99")].filter { percent, _ in
      sample.percentile(percent).map(bucket.range.contains) ?? false
    }
    let tail = " \(Words.number(bucket.count))".padded(toColumns: 6, alignment: .trailing) + "  "
    let names = marks.map(\.1).joined(separator: " ")
    let width = max(1, area.width - 10 - tail.columnWidth - 12)
    if bucket.count > 0 {
      let bar = Bar.text(
        from: 0, to: Double(bucket.count) / Double(spread.greatestCount), width: width, glyphs: canvas.glyphs)
      canvas.write(bar, x: area.x + 10, y: y, style: Palette.bar)
      canvas.write(tail, x: area.x + 10 + width, y: y)
    }
    canvas.write(names, x: area.x + 10 + width + tail.columnWidth, y: y, style: Palette.accent)
  }

  private func feet(of sample: DurationSample) -> [(label: String, text: String, style: Style)] {
    func text(_ value: UInt64?) -> String { value.map(Words.duration) ?? "" }
    let percentiles =
      "p50 \(text(sample.percentile(50)))  p95 \(text(sample.percentile(95)))  p99 \(text(sample.percentile(99)))"
    var feet: [(label: String, text: String, style: Style)] = [
      ("self", percentiles, .plain),
      ("range", "\(text(sample.least)) to \(text(sample.greatest)), last \(text(sample.last))", .plain),
    ]
    let outliers = sample.outliers
    if sample.count < DurationSample.fewest {
      feet.append(("outliers", "told from \(DurationSample.fewest) times on", Palette.label))
    } else if outliers.isEmpty {
      feet.append(("outliers", "none", Palette.label))
    } else {
      let named = outliers.prefix(2).map { value, place in
        "\(Words.duration(value))\(state.history.dispatch(at: place).map { " in #\($0.id)" } ?? "")"
      }
      let rest = outliers.count > named.count ? " and \(Words.number(outliers.count - named.count)) more" : ""
      feet.append(("outliers", named.joined(separator: ", ") + rest, Palette.caution))
    }
    return feet
  }
}
#endif
