import RollcallTextFormatting

extension ChartDrawing {
  mutating func draw(_ row: BootChart.Row) {
    let baseline = y + ChartStyle.rowHeight * 0.7
    let indent = Double(min(row.depth, 6)) * 16
    let isEvent = row.kind == .event
    write(
      row.name, x: ChartStyle.margin + indent, baseline: baseline,
      ink: row.kind == .part || row.kind == .rest ? ChartStyle.faint : row.isSlow ? ChartStyle.slow : ChartStyle.ink,
      isBold: isEvent || row.isSlow, room: ChartStyle.bars.lowerBound - 16 - ChartStyle.margin - indent)
    if row.kind != .rest { drawBar(of: row) }
    if !isEvent {
      write(
        DurationText.format(nanoseconds: row.own), x: ChartStyle.ownEnd, baseline: baseline, anchor: .end,
        room: ChartStyle.timeRoom)
      write(
        ShareText.format(min(row.own, chart.length), of: chart.length), x: ChartStyle.shareEnd, baseline: baseline,
        anchor: .end, ink: ChartStyle.faint)
    }
    write(
      DurationText.format(nanoseconds: row.total), x: ChartStyle.totalEnd, baseline: baseline, anchor: .end,
      isBold: isEvent, room: ChartStyle.timeRoom)
    write(
      [row.mark, row.answer].filter { !$0.isEmpty }.joined(separator: ", "), x: ChartStyle.remarkStart,
      baseline: baseline, ink: row.isSlow ? ChartStyle.slow : ChartStyle.faint,
      isBold: row.isSlow, room: ChartStyle.width - ChartStyle.margin - ChartStyle.remarkStart)
    y += ChartStyle.rowHeight
  }

  /// Draws the whole call, its own time darker, and the time it waited as an outline.
  private mutating func drawBar(of row: BootChart.Row) {
    let start = x(of: Double(row.start))
    func width(_ nanoseconds: UInt64) -> Double {
      max(1.5, min(x(of: Double(row.start) + Double(nanoseconds)) - start, ChartStyle.bars.upperBound - start + 1.5))
    }
    let (top, height) = (y + 6, ChartStyle.rowHeight - 12)
    if row.kind == .event {
      return fill("frame", Box(x: start, y: top, width: width(row.total), height: height))
    }
    let running = row.total - min(row.suspended, row.total)
    if row.suspended > 0 { fill("wait", Box(x: start, y: top, width: width(row.total), height: height)) }
    if row.own < running { fill("inner", Box(x: start, y: top, width: width(running), height: height)) }
    let own = Box(x: start, y: top, width: width(min(row.own, running)), height: height)
    fill(row.isSlow ? "slow" : "own", own)
  }

  /// Draws the axis above the bars and the budget's line. The line of each tick goes down through all rows.
  mutating func drawGrid(from top: Double) {
    let bottom = y + 4
    for tick in ticks {
      let place = x(of: tick)
      fill("grid", Box(x: place - 0.5, y: top + 8, width: 1, height: bottom - top - 8))
      write(
        tick == 0 ? "0" : axisText(tick, step: ticks.count > 1 ? ticks[1] : tick), x: place,
        baseline: top, size: ChartStyle.smallSize, anchor: .middle, ink: ChartStyle.faint)
    }
    guard let budget = chart.budget, let end = chart.budgetEnd, Double(end) <= scale else { return }
    let place = x(of: Double(end))
    // Leave a gap where a time of the axis may be.
    fill("budget", Box(x: place - 1, y: top - 21, width: 2, height: 5))
    fill("budget", Box(x: place - 1, y: top + 7, width: 2, height: bottom - top - 7))
    let text = "budget \(DurationText.format(nanoseconds: budget))"
    let half = ChartText.ems(text) * ChartStyle.smallSize / 2
    write(
      text, x: max(ChartStyle.margin + half, min(place, ChartStyle.width - ChartStyle.margin - half)),
      baseline: top - 26, size: ChartStyle.smallSize, anchor: .middle, ink: ChartStyle.budget)
  }

  /// Three to six round times.
  var ticks: [Double] {
    var step = 1.0
    while scale / step > 5.5 {
      // 1, 2, 5, 10, 20, 50 ...
      let leading = Int(String(Int(step)).prefix(1)) ?? 1
      step *= leading == 2 ? 2.5 : 2
      if step > 1e19 { break }
    }
    return Array(stride(from: 0, through: scale, by: step))
  }

  mutating func drawLegend() {
    y += 34
    var x = ChartStyle.margin
    var items = [("own", "own time"), ("slow", "own time of a slow module")]
    if chart.rows.contains(where: { $0.kind == .module && $0.own < $0.total - min($0.suspended, $0.total) }) {
      items.append(("inner", "in modules inside it, or in events that it sent"))
    }
    if chart.rows.contains(where: { $0.suspended > 0 }) { items.append(("wait", "waiting for its answer")) }
    for (style, text) in items {
      fill(style, Box(x: x, y: y - 12, width: 18, height: 12))
      write(text, x: x + 26, baseline: y, size: ChartStyle.smallSize, ink: ChartStyle.faint)
      x += 26 + ChartText.ems(text) * ChartStyle.smallSize + 28
    }
  }

  /// A time on the axis, in the unit of the axis's steps.
  private func axisText(_ nanoseconds: Double, step: Double) -> String {
    let (unit, size) =
      step >= 1e9 ? ("s", 1e9) : step >= 1e6 ? ("ms", 1e6) : step >= 1e3 ? ("\u{00B5}s", 1e3) : ("ns", 1)
    return "\(Int((nanoseconds / size).rounded())) \(unit)"
  }
}
