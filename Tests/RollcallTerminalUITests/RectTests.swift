import RollcallTerminalUI
import RollcallTestingAdditions
import Testing

@Suite(.inTurn, .serialized) struct RectTests {
  private let rect = Rect(x: 2, y: 3, width: 10, height: 4)

  @Test func splitsCoverTheWhole() {
    expectEqual(rect.split(leading: 3).leading, Rect(x: 2, y: 3, width: 3, height: 4))
    expectEqual(rect.split(leading: 3).rest, Rect(x: 5, y: 3, width: 7, height: 4))
    expectEqual(rect.split(top: 1).rest, Rect(x: 2, y: 4, width: 10, height: 3))
    #expect(rect.split(top: 9).rest.isEmpty)
    expectEqual(rect.split(leading: -1).rest, rect)
  }

  @Test func anInsetLargerThanTheRectangleIsEmpty() {
    expectEqual(rect.inset(), Rect(x: 3, y: 4, width: 8, height: 2))
    #expect(rect.inset(by: 3).isEmpty)
  }

  @Test func intersections() {
    expectEqual(rect.intersection(Rect(x: 0, y: 0, width: 4, height: 5)), Rect(x: 2, y: 3, width: 2, height: 2))
    #expect(rect.intersection(Rect(x: 50, y: 0, width: 4, height: 5)).isEmpty)
  }
}
