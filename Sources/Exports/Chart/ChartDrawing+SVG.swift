extension ChartDrawing {
  /// The picture as a document that stands alone: no font, script or file but its own.
  var svg: String {
    var text = """
      <svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 \(Self.number(ChartStyle.width)) \(Self.number(height))" \
      role="img" aria-labelledby="title summary">
      <title id="title">\(ChartText.xml(chart.title))</title>
      <desc id="summary">\(ChartText.xml("\(chart.summary) \(subtitle)"))</desc>
      <style>\(ChartStyle.sheet)</style>
      <rect class="paper" width="\(Self.number(ChartStyle.width))" height="\(Self.number(height))"/>

      """
    // Lines of the axis lie below the bars.
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

  /// A length with a tenth at most.
  private static func number(_ value: Double) -> String {
    let tenths = Int((value * 10).rounded())
    return tenths % 10 == 0 ? "\(tenths / 10)" : "\(tenths / 10).\(abs(tenths % 10))"
  }
}
