import RollcallExperiments
import RollcallTerminalUI
import RollcallTestingAdditions
import Testing

@testable import ModuleLifecycle
@testable import RollcallDashboard

/// Modules that an experiment has left out or deferred.
@MainActor @Suite(.inTurn, .serialized, .timeLimit(.minutes(10))) struct DeferredModuleTests {
  private final class Idle: Module { let owned = OwnedObjects() }

  private let driver: Driver

  init() throws {
    let experiments = Experiments(leavingOut: ["Ads"], deferring: ["Payments"], until: "first frame")
    driver = try Driver(experiments: experiments) { composite, _ in
      for name in ["Ads", "Payments"] { try composite.register(name) { Idle() } }
    }
  }

  /// What the detail of each module says of its experiment.
  private func words() -> [Bool] {
    driver.press(.character("1"), .home, .enter)
    let first = driver.line(with: "not yet: left out by experiment") != nil
    driver.press(.escape, .down, .enter)
    defer { driver.press(.escape) }
    return [first, driver.line(with: "not yet: deferred by experiment") != nil]
  }

  @Test func theFirstHeadlineNamesThem() {
    #expect(driver.line(with: "2 modules registered. Ads is left out by experiment, and 1 other module too.") != nil)
  }

  @Test func theDetailSaysSoAsLongAsItIsSo() async throws {
    expectEqual(words(), [true, true])
    driver.composite.send(DidFinishLaunching())
    driver.composite.mark("first frame")
    while !driver.composite.modules[1].isPresent { await Task.yield() }
    driver.pull()
    expectEqual(words(), [true, false])
    try driver.composite.recreateModules()
    driver.pull()
    expectEqual(words(), [true, true])
  }

  @Test func aDashboardThatIsOpenedLateKnowsIt() {
    let modules = ModuleList(driver.composite.modules)
    expectEqual(modules.rows.map(\.experimentWords), ["left out by experiment", "deferred by experiment"])
  }
}
