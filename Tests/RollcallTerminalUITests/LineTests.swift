import RollcallTerminalUI
import RollcallTestingAdditions
import Testing

@Suite(.inTurn, .serialized) struct LineTests {
  private func drawn(_ glyphs: GlyphSet = .unicode, _ draw: (inout Canvas) -> Void) -> String {
    var canvas = Canvas(size: Size(width: 9, height: 5), glyphs: glyphs)
    draw(&canvas)
    return canvas.description
  }

  @Test func framesThatOverlapShareTheirBorders() {
    let panes = drawn { canvas in
      canvas.frame(Rect(x: 0, y: 0, width: 5, height: 3))
      canvas.frame(Rect(x: 4, y: 0, width: 5, height: 3))
      canvas.frame(Rect(x: 0, y: 2, width: 9, height: 3))
    }
    expectEqual(
      panes,
      """
      ┌───┬───┐
      │   │   │
      ├───┴───┤
      │       │
      └───────┘
      """)
  }

  @Test func anASCIIFrameHasTheSameShape() {
    let divided = drawn(.ascii) { canvas in
      canvas.frame(Rect(x: 0, y: 0, width: 5, height: 5))
      canvas.frame(Rect(x: 4, y: 0, width: 5, height: 5))
    }
    expectEqual(
      divided,
      """
      +---+---+
      |   |   |
      |   |   |
      |   |   |
      +---+---+
      """)
  }

  @Test func aTitleIsOnTheBorder() {
    var canvas = Canvas(size: Size(width: 16, height: 1))
    canvas.write(String(repeating: "─", count: 16), x: 0, y: 0)
    canvas.title("1 Order", on: Rect(x: 0, y: 0, width: 16, height: 1), style: .bold)
    expectEqual(canvas.description, "── 1 Order ─────")
    canvas.title("1 Order of all modules", on: Rect(x: 0, y: 0, width: 16, height: 1), style: .bold)
    expectEqual(canvas.description, "── 1 Order o… ──")
  }

  @Test func framesAreClipped() {
    expectEqual(
      drawn { $0.frame(Rect(x: -1, y: 3, width: 4, height: 9)) },
      """
               
               
               
      ──┐      
        │      
      """)
  }
}
