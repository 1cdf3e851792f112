import TerminalUI
import Testing

@testable import CursesTerminal

@Suite struct ClickPairsTests {
  private let start = ContinuousClock.now
  private let place = Point(x: 3, y: 4)

  @Test func twoClicksAtOnePlaceSoonAfterEachOtherAreADoubleClick() {
    var clicks = ClickPairs()
    #expect(clicks.action(at: place, now: start) == .press)
    #expect(clicks.action(at: place, now: start.advanced(by: .milliseconds(400))) == .doubleClick)
    #expect(clicks.action(at: place, now: start.advanced(by: .milliseconds(500))) == .press, "a third begins anew")
  }

  @Test func clicksAtTwoPlacesOrTooLateAreTwoClicks() {
    var clicks = ClickPairs()
    #expect(clicks.action(at: place, now: start) == .press)
    #expect(clicks.action(at: Point(x: 4, y: 4), now: start) == .press)
    #expect(clicks.action(at: Point(x: 4, y: 4), now: start.advanced(by: .milliseconds(401))) == .press)
  }
}
