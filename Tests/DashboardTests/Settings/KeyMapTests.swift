import TerminalUI
import Testing

@testable import Dashboard

/// Remapped keys.
@MainActor @Suite struct KeyMapTests {
  private func keys(_ pairs: KeyValuePairs<String, String>) throws -> DashboardSettings {
    try DashboardSettings("keys", .mapping(pairs))
  }

  @Test func aCommandHasItsNewKeyAndNotTheOldOne() throws {
    let driver = try Driver(settings: keys(["fire": "Space", "freeze": "f"]))
    driver.press(.character(" "))
    #expect(driver.state.fireSheet != nil)
    driver.press(.escape, .character("f"))
    #expect(driver.state.isFrozen)
    let other = try Driver(settings: keys(["fire": "+"])).press(.character("f"))
    #expect(other.state.fireSheet == nil)
  }

  @Test func oneOfTwoKeysCanBeRemapped() throws {
    let driver = try Driver(settings: keys(["down": "D", "later event": "^N"]))
    let first = driver.state.selectedModule
    driver.press(.character("D"))
    #expect(driver.state.selectedModule != first)
    driver.press(.character("k"))
    #expect(driver.state.selectedModule == first)
    driver.press(.character("j"))
    #expect(driver.state.selectedModule == first, "j is free")
    driver.press(.down)
    #expect(driver.state.selectedModule != first, "the arrows stay")
  }

  @Test func theScreenNamesTheKeysInForce() throws {
    let driver = try Driver(
      size: Size(width: 150, height: 40),
      settings: keys(["fire": "Space", "freeze": "^F", "fire again": "a", "statistics": "T"]))
    #expect(driver.lines[1].contains("Press Space to fire an event"), "the headline")
    #expect(driver.lines[39].hasPrefix(" Space fire  "), "the bar: \(driver.lines[39])")
    #expect(driver.line(with: "Space choose an event") != nil, "the list of events")
    driver.press(.character(" ")).type("didfin").press(.enter)
    #expect(driver.lines[1].hasSuffix("a again "), "a hint: \(driver.lines[1])")
    #expect(driver.lines[39].contains(" T statistics"))
    driver.press(.character("?"))
    #expect(driver.line(with: "how long it ran; T:") != nil, "a word of the help")
    driver.press(.right)
    #expect(driver.line(with: "Space ")?.contains("choose an event, fill in its arguments, fire it") == true)
    driver.press(.escape, .character("n"))
    #expect(driver.line(with: "There was no search in this pane yet: / starts one.") != nil)
  }

  @Test func aClickOnANewNamePressesTheNewKey() throws {
    let driver = try Driver(settings: keys(["fire": "Space", "freeze": "f", "help": "^F"]))
    driver.click(on: "fire  ")
    #expect(driver.state.fireSheet != nil)
    driver.press(.escape).click(on: "^F help")
    #expect(driver.state.overlay == .help(scroll: 0))
  }

  @Test func keysOfOverlaysStay() throws {
    let driver = try Driver(settings: keys(["copy": "Y", "warnings": "y"]))
    driver.press(.enter, .character("y"))
    #expect(driver.copied != nil, "y copies in a detail")
    driver.press(.escape, .character("y"))
    #expect(driver.state.warningSheet != nil)
  }

  @Test func aRecordingAndALiveApplicationCanShareAKey() throws {
    _ = try keys(["fire": ".", "freeze": "0"])
    let live = try Driver(settings: keys(["play": "x"])).press(.down, .character("x"))
    let removed = live.state.application.modules.rows.filter(\.isRemoved)
    #expect(removed.count == 1)
  }

  @Test(
    arguments: [
      (["fier": "g"], "there is no command 'fier'.", "Did you mean 'fire' or 'filter'?"),
      (["fire": "Strg"], "there is no key 'Strg'. Write one as the help does: g, ^R, F5, Space.", ""),
      (["fire": "Enter"], "the key Enter keeps its meaning.", ""),
      (["fire": "^C"], "the key ^C keeps its meaning.", ""),
      (["fire": "1"], "the key 1 keeps its meaning.", ""),
      (["detail": "v"], "'detail' keeps its key, Enter.", ""),
      (["suspend": "v"], "'suspend' keeps its key, ^Z.", ""),
      (["fire": "g"], "'fire' and 'first row' can't both have the key g. Give one of them another.", ""),
      (["fire": "F1"], "'fire' and 'help' can't both have the key F1. Give one of them another.", ""),
      (["fire": "v", "sort": "v"], "'fire' and 'sort' can't both have the key v. Give one of them another.", ""),
      (["step": "k"], "'step' and 'up' can't both have the key k. Give one of them another.", ""),
      (["step": "+"], "'step' and 'faster' can't both have the key +. Give one of them another.", ""),
    ] as [(KeyValuePairs<String, String>, String, String)])
  func mistakesAreExplained(pairs: KeyValuePairs<String, String>, problem: String, suggestion: String) {
    let error = #expect(throws: SettingProblem.self) { try keys(pairs) }
    #expect(error?.text == problem)
    #expect(error?.suggestion == suggestion)
  }

  /// Users write these names in the settings: each name means one command, and all its keys have names.
  @Test func everyNameMeansOneCommand() {
    let named = UserCommand.all(in: .panes).flatMap(\.namedKeys)
    #expect(named.count == Set(named.map(\.name)).count)
    for command in UserCommand.all(in: .panes) { #expect(command.names.count <= KeyName.keys(in: command.keys).count) }
    for (name, key) in named where KeyMap.isFree(key) {
      #expect(KeyName.key(spelled: KeyName.name(of: key)) == key, "\(name)")
    }
  }
}
