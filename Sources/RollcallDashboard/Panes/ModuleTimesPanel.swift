#if CommandLine
import RollcallLaunches
import ModuleLifecycle
import RollcallTerminalUI
import RollcallTextFormatting

/// The selected module's times for the shown event: distribution, percentiles, range.
struct ModuleTimesPanel {
  let state: DashboardState

  private var title: String {
    guard let row = state.selected, let event = state.shownDispatch?.event else { return "Times" }
    return "\(row.name) \u{00B7} times in \(event)"
  }

  func draw(on canvas: inout Canvas, in frame: Rect) {
    let area = frame.inset(by: 1)
    canvas.panel(title, frame)
    guard let row = state.selected, let dispatch = state.shownDispatch else {
      return canvas.paragraph(state.noEventYet, in: area)
    }
    guard let statistics = state.statistics else { return canvas.paragraph("No times are kept.", in: area) }
    guard let sample = statistics[row.id] else {
      return canvas.paragraph("\(row.name) has not been called in \(dispatch.event).", in: area)
    }
    let share = ShareText.format(sample.sum, of: statistics.total.sum)
    let head = "called \(CountText.times(sample.count, saysTwice: false))   share \(share)"
    canvas.write(head, x: area.x + 1, y: area.y, maxColumns: area.width - 2)
    let feet = feet(of: sample)
    let table = Self.table(of: sample, rows: max(1, area.height - 1 - feet.count))
    var list = ListView(table: table, area: area.inset(top: 1), selection: nil, first: 0, emphasis: .none)
    list.margin = 0
    list.draw(on: &canvas)
    for (offset, foot) in feet.enumerated() {
      let y = area.maxY - feet.count + offset
      canvas.write(foot.label, x: area.x + 1, y: y, style: Style.label)
      canvas.write(foot.text, x: area.x + 10, y: y, maxColumns: area.width - 11)
    }
  }

  /// The distribution: a bucket's lower bound, its bar, its count, and the percentiles in it.
  private static func table(of sample: DurationSample, rows: Int) -> Table {
    let distribution = Distribution(sample, rows: rows)
    let columns = [
      Table.Column(width: 9...9, alignment: .trailing, gap: 0), Table.Column(width: 1...Int.max),
      Table.Column(width: 6...6, alignment: .trailing, gap: 0), Table.Column(width: 12...12, gap: 2),
    ]
    return Table(columns: columns, count: distribution.buckets.count) { place in
      let bucket = distribution.buckets[place]
      let share = Double(bucket.count) / Double(distribution.greatestCount)
      let bar = Table.Picture.span(from: 0, to: share, waiting: 0, blocked: 0, style: Style.bar)
      let names = [50, 95, 99].filter { sample.percentile($0).map(bucket.range.contains) ?? false }.map { "p\($0)" }
      return .cells([
        Table.Cell(distribution.label(of: bucket), Style.label), bucket.count > 0 ? Table.Cell(bar) : .empty,
        Table.Cell(bucket.count > 0 ? Phrases.number(bucket.count) : ""),
        Table.Cell(names.joined(separator: " "), Style.accent),
      ])
    }
  }

  private func feet(of sample: DurationSample) -> [(label: String, text: String)] {
    func text(_ value: UInt64?) -> String { value.map(Phrases.duration) ?? "" }
    let percentiles =
      "p50 \(text(sample.percentile(50)))  p95 \(text(sample.percentile(95)))  p99 \(text(sample.percentile(99)))"
    return [
      ("self", percentiles),
      ("range", "\(text(sample.least)) to \(text(sample.greatest)), last \(text(sample.last))"),
    ]
  }
}

/// A distribution of durations: the counts in buckets of equal width.
struct Distribution {
  struct Bucket: Equatable {
    /// A half-open range, in nanoseconds.
    let range: Range<UInt64>
    var count = 0
  }

  private(set) var buckets: [Bucket] = []
  private let step: UInt64

  /// - Parameter rows: The most buckets; at least one.
  init(_ sample: DurationSample, rows: Int) {
    let (least, greatest) = (sample.least ?? 0, sample.greatest ?? 0)
    step = Self.steps.first { greatest / $0 - least / $0 < max(1, rows) } ?? Self.steps[Self.steps.count - 1]
    let first = least / step
    for index in 0...min(UInt64(max(1, rows) - 1), greatest / step - first) {
      let lower = (first + index) * step
      // The last possible bucket ends at the greatest number.
      let upper = lower.addingReportingOverflow(step)
      buckets.append(Bucket(range: lower..<(upper.overflow ? .max : upper.partialValue)))
    }
    for value in sample.values { buckets[Int(min(value / step - first, UInt64(buckets.count - 1)))].count += 1 }
  }

  var greatestCount: Int { max(1, buckets.map(\.count).max() ?? 1) }

  /// A bucket's lower bound, as precise as the bucket width.
  func label(of bucket: Bucket) -> String {
    let value = bucket.range.lowerBound
    if step >= 100_000_000 { return "\(value / 1_000_000_000).\(value / 100_000_000 % 10) s" }
    if step >= 100_000 { return "\(value / 1_000_000).\(value / 100_000 % 10) ms" }
    if value < 1_000_000 { return "\(value / 1_000) \u{00B5}s" }
    let microseconds = String(value / 1_000 % 1_000 + 1_000).dropFirst()
    return "\(value / 1_000_000).\(microseconds.prefix(step >= 10_000 ? 2 : 3)) ms"
  }

  /// 1, 2 and 5 times each power of ten, from a microsecond on.
  private static let steps = sequence(first: 1_000 as UInt64) { $0 < 100_000_000_000_000_000 ? 10 * $0 : nil }
    .flatMap { power -> [UInt64] in [power, 2 * power, 5 * power] }
}
#endif
