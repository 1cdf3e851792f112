import RollcallInspection
import RollcallTerminalUI
import RollcallTestingAdditions
import Testing

@testable import ModuleLifecycle
@testable import RollcallDashboard

/// The palette finds commands, events and modules by a part of their names.
@MainActor @Suite(.inTurn, .serialized) struct PaletteTests {
  private func names(_ driver: Driver) -> [String] {
    driver.state[CommandPalette.self]?.items.map(\.name) ?? []
  }

  @Test func itOpensAndCloses() throws {
    let driver = try Driver().press(.character(":"))
    #expect(driver.line(with: "─ Commands, events, modules ─") != nil)
    #expect(driver.line(with: "part of a name; after an event's name, its arguments") != nil)
    driver.press(.escape)
    #expect(driver.state.layers.isEmpty)
    driver.press(.character(":"), .backspace)
    #expect(driver.state.layers.isEmpty, "erasing in an empty query closes the palette")
  }

  @Test func aPartOfANameFindsItAndTheBestMatchComesFirst() throws {
    let driver = try Driver().press(.character(":")).type("rem")
    expectEqual(names(driver).first, "remove")
    #expect(
      driver.line(with: "▸ remove remove the selected module")?.hasSuffix("x│") == true
        || driver.line(with: "▸ remove")?.contains(" x ") == true)
    driver.press(.control("u")).type("feed")
    expectEqual(names(driver).first, "Feed")
    driver.press(.control("u")).type("zzzz")
    #expect(driver.line(with: "Nothing matches.") != nil)
    driver.press(.enter)
    #expect(driver.state[CommandPalette.self] != nil)
  }

  @Test func anUnavailableCommandSaysWhy() throws {
    let driver = try Driver().press(.character(":")).type("fire again")
    #expect(driver.line(with: "fire again Nothing has been fired yet.") != nil)
    driver.press(.enter)
    #expect(driver.lines[1].contains(" Nothing has been fired yet.") && driver.state[CommandPalette.self] != nil)
  }

  @Test func aCommandRuns() throws {
    let driver = try Driver().press(.character(":")).type("zoom").press(.enter)
    #expect(driver.state.isZoomed && driver.state.layers.isEmpty)
    driver.press(.character(":")).type("earlier event").press(.enter)
    #expect(driver.lines[1].contains("No event has been fired yet."))
    driver.press(.character(":")).type("help").press(.enter)
    #expect(driver.line(with: "─ Help ─") != nil || driver.state[HelpPage.self] != nil)
  }

  @Test func anEventIsFiredWithItsArguments() throws {
    let driver = try Driver().press(.character(":")).type("openU").press(.tab)
    expectEqual(driver.state[CommandPalette.self]?.text.text, "openURL ")
    driver.type("url=pay:7").press(.enter)
    expectEqual(driver.state.application.history.latest?.title, "openURL pay:7")
    driver.press(.character(":")).type("openURL uri=x").press(.enter)
    #expect(driver.lines[1].contains("openURL has no argument 'uri'. Did you mean 'url'?"))
    #expect(driver.state[CommandPalette.self] != nil, "the typed text can be corrected")
    driver.press(.control("u")).type("didReceiveMemoryW").press(.enter)
    expectEqual(driver.state.application.history.latest?.event, "didReceiveMemoryWarning")
  }

  @Test func aModuleHiddenByAFilterIsSelected() throws {
    let driver = try Driver().press(.character("/")).type("push").press(.enter, .character("3"))
    driver.press(.character(":")).type("Heartb").press(.enter)
    #expect(driver.state.selected?.name == "Heartbeat" && driver.state.focus == .order)
    #expect(driver.line(with: "▸12 Heartbeat") != nil)
  }

  @Test func aRecordingIsSteppedThroughByEvents() throws {
    let driver = ReplayDriver(try Recorded.store(try Recorded.storefront()))
    driver.press(.character(":"))
    for letter in "openURL" { driver.press(.character(letter)) }
    driver.press(.enter)
    expectEqual(driver.state.soughtEvent, "openURL")
  }

  @Test func tenThousandModulesAreFound() throws {
    let driver = try Driver { composite, clock in
      for index in 0..<10_000 { try composite.register("Module\(index)") { Stage(clock: clock) { _ in } } }
    }
    driver.press(.character(":")).type("module9999")
    expectEqual(names(driver), ["Module9999"])
    expectEqual(driver.press(.enter).state.selected?.name, "Module9999")
  }
}
