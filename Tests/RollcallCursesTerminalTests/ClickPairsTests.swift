import RollcallTerminalUI
import RollcallTestingAdditions
import Testing

@testable import RollcallCursesTerminal

@Suite(.inTurn, .serialized) struct ClickPairsTests {
  private let start = ContinuousClock.now
  private let place = Point(x: 3, y: 4)

  @Test func twoQuickClicksAtOnePositionAreADoubleClick() {
    var clicks = ClickPairs()
    expectEqual(clicks.press(at: place, now: start), .press)
    expectEqual(clicks.press(at: place, now: start.advanced(by: .milliseconds(400))), .doubleClick)
    expectEqual(
      clicks.press(at: place, now: start.advanced(by: .milliseconds(500))), .press, "a third click starts over")
  }

  @Test func clicksAtTwoPositionsOrTooLateAreTwoClicks() {
    var clicks = ClickPairs()
    expectEqual(clicks.press(at: place, now: start), .press)
    expectEqual(clicks.press(at: Point(x: 4, y: 4), now: start), .press)
    expectEqual(clicks.press(at: Point(x: 4, y: 4), now: start.advanced(by: .milliseconds(401))), .press)
  }

  @Test func aButtonReleasedElsewhereWasDragged() {
    var clicks = ClickPairs()
    #expect(clicks.release(at: place) == nil, "there was no press")
    _ = clicks.press(at: place, now: start)
    #expect(clicks.release(at: place) == nil)
    _ = clicks.press(at: place, now: start)
    expectEqual(clicks.release(at: Point(x: 9, y: 4)), .drag)
    #expect(clicks.release(at: Point(x: 9, y: 4)) == nil)
  }
}
