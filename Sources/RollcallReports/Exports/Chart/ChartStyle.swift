/// The look of a chart: its measures, and its colours in light and dark mode.
enum ChartStyle {
  static let width = 1280.0
  static let margin = 32.0
  static let rowHeight = 30.0
  static let rowSize = 17.0
  static let smallSize = 15.0
  static let titleSize = 30.0

  /// The position of the bars, and the edges of the columns beside them.
  static let bars = 310.0...720.0
  static let ownEnd = 855.0
  static let shareEnd = 910.0
  static let totalEnd = 1040.0
  static let remarkStart = 1056.0

  /// The width of a time's column.
  static let timeRoom = 120.0

  /// One colour in light and dark mode.
  struct Ink {
    let name: String
    let light: String
    let dark: String
  }

  static let paper = Ink(name: "paper", light: "#ffffff", dark: "#0d1117")
  static let ink = Ink(name: "ink", light: "#1f2328", dark: "#f0f3f6")
  static let faint = Ink(name: "faint", light: "#57606a", dark: "#a6b0bb")
  static let grid = Ink(name: "grid", light: "#d0d7de", dark: "#30363d")
  static let own = Ink(name: "own", light: "#0b5cad", dark: "#58a6ff")
  static let inner = Ink(name: "inner", light: "#a9cdf2", dark: "#23456e")
  static let slow = Ink(name: "slow", light: "#a33b00", dark: "#ffa657")
  static let budget = Ink(name: "budget", light: "#a40e26", dark: "#ff7b72")

  /// The colours of shapes, then those of text.
  static let shapes = [paper, grid, own, inner, slow, budget]
  static let texts = [ink, faint, slow, budget]

  /// The style sheet. A viewer without dark mode shows the light colours.
  static var sheet: String {
    func rules(_ color: (Ink) -> String) -> String {
      shapes.map { ".\($0.name){fill:\(color($0))}" }.joined()
        + texts.map { ".t-\($0.name){fill:\(color($0))}" }.joined()
        + ".wait{stroke:\(color(own))}.frame{stroke:\(color(faint))}"
    }
    return "text{font-family:system-ui,-apple-system,'Segoe UI','DejaVu Sans','Noto Sans CJK SC',sans-serif;"
      + "font-variant-numeric:tabular-nums}.b{font-weight:600}"
      + ".wait,.frame{fill:none}.wait{stroke-width:1.5;stroke-dasharray:3 3}"
      + rules(\.light) + "@media (prefers-color-scheme:dark){" + rules(\.dark) + "}"
  }
}
