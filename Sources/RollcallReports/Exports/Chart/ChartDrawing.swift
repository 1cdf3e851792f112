/// A drawn chart: each text and shape with its position.
struct ChartDrawing {
  /// A box in the units of the picture.
  struct Box: Equatable {
    var x, y, width, height: Double

    var maxX: Double { x + width }
    var maxY: Double { y + height }
  }

  /// A text, cut to the available width.
  struct Label {
    enum Anchor: String {
      case start, middle, end
    }

    let text: String
    /// The whole text, if the shown one is cut.
    let whole: String?
    let x: Double
    let baseline: Double
    let size: Double
    let anchor: Anchor
    let ink: ChartStyle.Ink
    let isBold: Bool

    /// The area that the text covers.
    var box: Box {
      let width = ChartText.ems(text) * size * (isBold ? 1.08 : 1)
      let left =
        switch anchor {
        case .start: x
        case .middle: x - width / 2
        case .end: x - width
        }
      return Box(x: left, y: baseline - size, width: width, height: size * 1.28)
    }
  }

  /// A filled box, or the outline of one, with the name of its style.
  struct Shape {
    let style: String
    let box: Box
  }

  private(set) var labels: [Label] = []
  private(set) var shapes: [Shape] = []
  private(set) var height = 0.0
  let chart: BootChart
  /// The time in nanoseconds that the full width of the bars represents.
  let scale: Double
  var y = 0.0

  init(_ chart: BootChart) {
    self.chart = chart
    let budget = Double(chart.budgetEnd ?? 0)
    // A budget far beyond the chart's length would make the bars short.
    scale = max(1, Double(chart.length), budget <= 2 * Double(chart.length) ? budget : 0)
    drawHead()
    let top = y
    drawColumns()
    for row in chart.rows { draw(row) }
    drawGrid(from: top)
    drawLegend()
    height = y + ChartStyle.margin
  }

  mutating func write(
    _ text: String, x: Double, baseline: Double, size: Double = ChartStyle.rowSize, anchor: Label.Anchor = .start,
    ink: ChartStyle.Ink = ChartStyle.ink, isBold: Bool = false, room: Double = .infinity
  ) {
    guard !text.isEmpty else { return }
    let shown = ChartText.cut(text, toEms: room / size / (isBold ? 1.08 : 1))
    labels.append(
      Label(
        text: shown, whole: shown == text ? nil : text, x: x, baseline: baseline, size: size, anchor: anchor, ink: ink,
        isBold: isBold))
  }

  mutating func fill(_ style: String, _ box: Box) { shapes.append(Shape(style: style, box: box)) }

  /// The horizontal position of a time.
  func x(of nanoseconds: Double) -> Double {
    let bars = ChartStyle.bars
    return bars.lowerBound + (bars.upperBound - bars.lowerBound) * min(1, nanoseconds / scale)
  }

  /// The subject of the chart and its time.
  var subtitle: String {
    [chart.subject, chart.choice, "\(chart.time) UTC"].filter { !$0.isEmpty }.joined(separator: ", ")
  }

  private mutating func drawHead() {
    let (margin, room) = (ChartStyle.margin, ChartStyle.width - 2 * ChartStyle.margin)
    y = margin + ChartStyle.titleSize
    write(chart.title, x: margin, baseline: y, size: ChartStyle.titleSize, isBold: true, room: room)
    y += 32
    write(chart.summary, x: margin, baseline: y, room: room)
    y += 26
    write(subtitle, x: margin, baseline: y, size: ChartStyle.smallSize, ink: ChartStyle.faint, room: room)
    y += 34
    if chart.budgetEnd.map({ Double($0) <= scale }) ?? false { y += 22 }
  }

  private mutating func drawColumns() {
    let heads: [(String, Double, Label.Anchor)] = [
      ("own", ChartStyle.ownEnd, .end), ("share", ChartStyle.shareEnd, .end), ("total", ChartStyle.totalEnd, .end),
      ("answer", ChartStyle.remarkStart, .start),
    ]
    for (text, x, anchor) in heads {
      write(text, x: x, baseline: y, size: ChartStyle.smallSize, anchor: anchor, ink: ChartStyle.faint)
    }
    write("module", x: ChartStyle.margin, baseline: y, size: ChartStyle.smallSize, ink: ChartStyle.faint)
    y += 14
  }
}

extension ChartDrawing {
  /// The picture as a self-contained document, without external fonts, scripts or files.
  var svg: String {
    var text = """
      <svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 \(Self.number(ChartStyle.width)) \(Self.number(height))" \
      role="img" aria-labelledby="title summary">
      <title id="title">\(ChartText.xml(chart.title))</title>
      <desc id="summary">\(ChartText.xml("\(chart.summary) \(subtitle)"))</desc>
      <style>\(ChartStyle.sheet)</style>
      <rect class="paper" width="\(Self.number(ChartStyle.width))" height="\(Self.number(height))"/>

      """
    // The lines of the axis lie below the bars.
    for shape in shapes.filter({ $0.style == "grid" }) + shapes.filter({ $0.style != "grid" }) {
      let box = shape.box
      text += """
        <rect class="\(shape.style)" x="\(Self.number(box.x))" y="\(Self.number(box.y))" \
        width="\(Self.number(box.width))" height="\(Self.number(box.height))"/>

        """
    }
    for label in labels {
      let anchor = label.anchor == .start ? "" : " text-anchor=\"\(label.anchor.rawValue)\""
      let whole = label.whole.map { "<title>\(ChartText.xml($0))</title>" } ?? ""
      text += """
        <text class="t-\(label.ink.name)\(label.isBold ? " b" : "")" x="\(Self.number(label.x))" \
        y="\(Self.number(label.baseline))" font-size="\(Self.number(label.size))"\(anchor)>\(whole)\(ChartText.xml(label.text))</text>

        """
    }
    return text + "</svg>\n"
  }

  /// A length with at most one decimal.
  private static func number(_ value: Double) -> String {
    let tenths = Int((value * 10).rounded())
    return tenths % 10 == 0 ? "\(tenths / 10)" : "\(tenths / 10).\(abs(tenths % 10))"
  }
}
