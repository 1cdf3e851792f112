import RollcallInspection
import RollcallTerminalUI
import RollcallTestingAdditions
import Testing

@testable import RollcallDashboard

/// The help's pages. The keys that they name work.
@MainActor @Suite(.inTurn, .serialized) struct HelpTests {
  @Test func pagesAreTurnedAndRemembered() throws {
    let driver = try Driver().press(.character("?"))
    expectEqual(driver.state.helpTopic, .panes)
    driver.press(.right, .tab)
    expectEqual(driver.state.helpTopic, .modules)
    driver.press(.left, .backTab, .left)
    expectEqual(driver.state.helpTopic, .reading)
    driver.press(.character("?"))
    #expect(driver.state.layers.isEmpty)
    driver.press(.function(1))
    #expect(driver.state.helpTopic == .reading && driver.line(with: "freeze the view") != nil)
    driver.press(.escape)
    #expect(driver.state.layers.isEmpty)
  }

  @Test func aPageScrollsFromItsTop() throws {
    let driver = try Driver(size: Size(width: 60, height: 15)).press(.character("?"), .character("G"))
    #expect(driver.line(with: "q          quit") != nil)
    driver.press(.right)
    #expect(driver.line(with: "f          choose an event") != nil)
  }

  @Test func withoutExperimentsTheHelpOmitsTheLab() throws {
    let state = DashboardState(
      source: Hello(application: "A", startedNanoseconds: 0), size: Size(width: 80, height: 24))
    var help = state
    help.helpTopic = .ownership
    expectEqual(HelpPage().text(in: help).lines.contains { $0.text.contains("delegate lab") }, false)
  }

  /// The keys to press before a key of the help does something.
  private static let places: [Key: [Key]] = [
    .character("s"): [.character("F")], .character("r"): [.character("F")],
    .character("n"): [.character("/"), .character("s"), .escape],
    .character("N"): [.character("/"), .character("s"), .escape], .character("u"): [.character("x")],
    .character("c"): [.character("x"), .character("u")],
    .control("a"): [.character("f"), .character("o")], .control("e"): [.character("f"), .character("o"), .left],
    .control("u"): [.character("f"), .character("o")], .control("w"): [.character("f"), .character("o")],
  ]

  @Test func everyKeyThatTheHelpNamesDoesSomething() throws {
    let state = try Driver().state
    for line in HelpTopic.pages(for: state).flatMap({ $0.lines(for: state) })
    where line.labelStyle == Style.key && line.label != "" {
      let keys = KeyName.keys(in: line.label)
      #expect(!keys.isEmpty, "\(line.label)")
      // ^L and ^Z belong to the terminal. Other tests check that Escape stops a repetition.
      for key in keys where ![.control("l"), .control("z"), .escape].contains(key) {
        var name = ""
        if case .character(let letter) = key { name = String(letter) }
        let holder = Holder()
        let driver = try Driver(size: Size(width: 80, height: 16)) { try Storefront.build($0, $1, holder: holder) }
        driver.press(.character("f")).type("didfin").press(.enter, .down, .down, .down, .down)
        if name == "i" { driver.press(.character("x")).noteOverdue("Network") }
        if name == "1" { driver.press(.character("2")) }
        driver.pressAll(Self.places[key] ?? [])
        let before = (driver.screen(), driver.copied)
        driver.press(key)
        #expect(driver.screen() != before.0 || driver.copied != before.1 || driver.hasQuit, "\(line.label)")
      }
    }
  }

  /// The keys of the key bar, in any state, are in the help, too.
  @Test func theHelpNamesEveryKeyOfTheKeyBar() throws {
    let state = try Driver().state
    let lines = HelpTopic.pages(for: state).flatMap { $0.lines(for: state) }
    let named = Set(lines.filter { $0.labelStyle == Style.key }.flatMap { KeyName.keys(in: $0.label) })
    let driver = try Driver().press(.character("f")).type("didfin").press(.enter, .down, .character("x"))
    driver.press(.character("/")).type("s").press(.enter)
    for label in KeyBar(state: driver.state).keyNames(glyphs: .unicode) {
      for key in KeyName.keys(in: label) where ![.up, .down, .escape].contains(key) {
        #expect(named.contains(key), "\(label)")
      }
    }
  }
}
