#if CommandLine
public import TerminalUI

/// Draws a dashboard, and keeps what it drew for as long as only the selection moves: then a key costs the marks of the
/// selected row and what is said of its module, and not all panes.
///
/// A copy costs nothing until it is drawn on.
public struct DashboardPainter: Sendable {
  private var backdrop: Canvas?

  /// Makes a painter that has drawn nothing yet.
  public init() {}

  /// To be told before each update of the state.
  public mutating func willUpdate(_ state: DashboardState, with action: Action) {
    if !state.onlySelects(action) { backdrop = nil }
  }

  /// Draws the whole screen on a blank canvas of the state's size.
  public mutating func draw(_ state: DashboardState, on canvas: inout Canvas) {
    if let backdrop, backdrop.size == canvas.size, backdrop.glyphs == canvas.glyphs {
      canvas = backdrop
    } else {
      state.drawBackdrop(on: &canvas)
      backdrop = canvas
    }
    state.drawForeground(on: &canvas)
  }
}
#endif
