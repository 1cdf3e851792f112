import RollcallTerminalUI
import Testing

@testable import ModuleLifecycle
@testable import RollcallDashboard
@testable import RollcallTerminalDashboard

/// Screens of a recording.
extension GoldenTests {
  private func golden(_ view: String, _ driver: ReplayDriver) { expectGolden(view) { driver.screen($0) } }

  @Test(arguments: sizes) func replay(size: Size) throws {
    let store = try Recorded.store(try Recorded.storefront())
    let damage = "3 lines were skipped. The first is line 17: 'at_ns' is missing."
    golden("replay-damaged", ReplayDriver(store, size: size, damage: damage))
    let driver = ReplayDriver(store, size: size)
    golden("replay-start", driver)
    driver.source.beginSurvey()
    driver.finishWork().press(.character(">"), .character(">"))
    driver.press(.character("f")).type("didenter")
    golden("replay-events", driver)
    golden("replay-entry", driver.press(.enter).press(.character(",")).finishWork())
    golden("replay-end", driver.go(.end))
    driver.press(.character("?"))
    for topic in HelpTopic.pages(for: driver.state) {
      golden("replay-help-\(topic)", driver)
      driver.press(.right)
    }
  }

  @Test(arguments: sizes) func seeking(size: Size) throws {
    let store = try Recorded.store(try Recorded.warned(800))
    golden("replay-seeking", ReplayDriver(store, size: size).press(.character(">"), .character("$")))
  }
}
