import ModuleLifecycleTesting
import RollcallInspection
import RollcallTerminalUI
import RollcallTestingAdditions
import RollcallTextFormatting
import Testing

@testable import ModuleLifecycle
@testable import RollcallDashboard

/// Failed launches, and modules that miss a launch.
@MainActor @Suite(.inTurn, .serialized) struct LaunchTests {
  @Test func aModuleThatWasBroughtBackCanCatchUp() throws {
    let driver = try Driver().press(.character("f")).type("didfin").press(
      .enter, .down, .character("x"), .character("u"))
    #expect(driver.line(with: "Appearance is back in place 2 and has missed the launch") != nil)
    #expect(driver.lines[1].hasSuffix("c catch up  x remove it again "))
    #expect(KeyBar(state: driver.state).keyNames(glyphs: .unicode).contains("c"))
    let launchedAt = driver.state.application.launchedAt
    driver.press(.character("c"))
    #expect(driver.lines[1].contains("#118 didFinishLaunching replayed: yes (Appearance), 1 called"))
    expectEqual(driver.state.application.launchedAt, launchedAt)
    #expect(!KeyBar(state: driver.state).keyNames(glyphs: .unicode).contains("c"))
    driver.press(.character("c"))
    #expect(driver.line(with: "Appearance has not missed a launch.") != nil)
  }

  @Test func theHeadlineReportsAnAbortedLaunch() throws {
    struct NoDisk: Error, CustomStringConvertible { let description = "no disk" }
    let driver = try Driver { composite, _ in
      try composite.register("Session") { Answering(.success(true)) }
      try composite.register("Store", isRequired: true) { Answering(.failure(NoDisk())) }
    }
    driver.press(.character("f")).type("didfin").press(.enter)
    expectEqual(
      driver.line(with: "aborted"),
      "didFinishLaunching was aborted: Store is required and threw \"no disk\". "
        + "Started modules are removed, last first."
    )
    #expect(driver.lines[0].contains("not running") && !driver.lines[0].contains("launched"))
    // Launching again launches all modules, not only those that the aborted launch did not reach.
    var state = driver.state
    let effects = state.update(.key(.character("F")), now: state.now)
    expectEqual(effects, [.perform(.relaunch(arguments: .object(["options": .object([:]), "inBackground": .null])))])
  }

  @Test func aModuleThatWasOffAtLaunchHasMissedIt() throws {
    let driver = try Driver().press(.down, .character("o")).press(.character("f")).type("didfin").press(.enter)
    expectEqual(driver.state.selected?.name, "Appearance")
    #expect(!KeyBar(state: driver.state).keyNames(glyphs: .unicode).contains("c"), "no catching up while off")
    driver.press(.character("o"))
    #expect(KeyBar(state: driver.state).keyNames(glyphs: .unicode).contains("c"))
    driver.press(.character("c"))
    #expect(driver.lines[1].contains("didFinishLaunching replayed: yes (Appearance), 1 called"))
    #expect(!KeyBar(state: driver.state).keyNames(glyphs: .unicode).contains("c"))
  }

  @Test func theRestoredMainModuleCanNotBeRemoved() throws {
    struct NoDisk: Error, CustomStringConvertible { let description = "no disk" }
    let driver = try Driver { composite, _ in
      try composite.register("Scene", role: .main) { Answering(.success(true)) }
      try composite.register("Store", isRequired: true) { Answering(.failure(NoDisk())) }
    }
    driver.press(.character("f")).type("didfin").press(.enter, .character("g"), .character("u"))
    expectEqual(
      driver.lines[1], " Scene is back in place 1: created again in 0 \u{00B5}s.".padded(toColumns: 120))
    driver.press(.character("u"))
    #expect(driver.lines[1].hasPrefix(" Store is back in place 2: created again in 0 \u{00B5}s. "))
    #expect(driver.lines[1].hasSuffix(" x remove it again "))
  }
}

/// A module with a given answer at launch.
private final class Answering: Module {
  let owned = OwnedObjects()
  private let answer: Result<Bool, any Error>

  init(_ answer: Result<Bool, any Error>) { self.answer = answer }

  static func handlers(_ handlers: inout ModuleHandlers<Answering>) {
    handlers.answer(DidFinishLaunching.self) { module, _ in try module.answer.get() }
  }
}
