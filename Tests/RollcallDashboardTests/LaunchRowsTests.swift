import ModuleLifecycleTesting
import RollcallInspection
import RollcallTerminalUI
import RollcallTestingAdditions
import Testing

@testable import ModuleLifecycle
@testable import RollcallDashboard
@testable import RollcallTerminalDashboard

/// The rows of the modules' creation, above the handlers of the launch.
@MainActor @Suite(.inTurn, .serialized) struct LaunchRowsTests {
  /// Creating Legacy takes 300 ms, the module with a Chinese name 20 ms, and the others almost nothing.
  static func build(_ composite: CompositeDelegate, _ clock: ManualClock) throws {
    let creations: [(name: String, microseconds: Int)] = [
      ("Scene", 100), ("Legacy", 300_000), ("支付模块 with a name that is long", 20_000), ("Feed", 50), ("Push", 40),
    ]
    for (name, microseconds) in creations {
      try composite.register(name, role: name == "Scene" ? .main : .ordinary) {
        clock.advance(by: .microseconds(microseconds))
        return Stage(clock: clock) { handlers in
          handlers.on(WillFinishLaunching.self) { _, _ in clock.advance(by: .milliseconds(1)) }
          handlers.answer(DidFinishLaunching.self) { _, _ in
            clock.advance(by: .milliseconds(5))
            return true
          }
        }
      }
    }
    clock.advance(by: .seconds(1))
  }

  static func launched(_ size: Size, will: Bool = false) throws -> Driver {
    let driver = try Driver(size: size, build: build)
    if will { driver.press(.character("f")).type("willFin").press(.enter) }
    return driver.press(.character("f")).type("didfin").press(.enter)
  }

  @Test func aSlowCreationIsVisibleAtOnce() throws {
    let driver = try Self.launched(Size(width: 120, height: 40))
    #expect(driver.lines[1].contains(", 25.0 ms; with creation 345.2 ms, most in Legacy "))
    expectEqual(driver.line(with: "5 created")?.contains("320 ms   93%"), true)
    let rows = driver.lines.filter { $0.contains("Legacy") || $0.contains("支付模块") }
    #expect(rows[1].contains("300 ms   87%") && rows[2].contains("20.0 ms    6%"), "\(rows)")
    #expect(driver.line(with: "5 called")?.contains("345 ms  100%") == true || driver.line(with: "all 5 called") != nil)
    // A click on the row selects the module that took longest.
    driver.click(on: "5 created")
    expectEqual(driver.state.selected?.name, "Legacy")
    #expect(driver.line(with: "created  22:40:00.000, in 300.0 ms, 87% of the launch") != nil)
    driver.press(.character("2"), .enter)
    #expect(
      driver.line(
        with: "launch   The launch took 345.2 ms in all: 5 modules created 320.2 ms, didFinishLaunching 25.0 ms.")
        != nil)
    #expect(driver.line(with: "created  Legacy in 300.0 ms, 87% of the launch") != nil)
  }

  @Test func willFinishLaunchingHasARowAboveTheOther() throws {
    let driver = try Self.launched(Size(width: 120, height: 40), will: true)
    expectEqual(driver.line(with: "willFinishLaunching  ")?.contains("5.0 ms    1%"), true)
    expectEqual(driver.line(with: "5 created")?.contains("320 ms   91%"), true)
    driver.press(.character("["))
    expectEqual(driver.line(with: "5 created")?.contains("320 ms   98%"), true)
    driver.press(.escape, .character("t"))
    expectEqual(driver.line(with: "willFinishLaunching  ")?.contains("5.0 ms"), true)
  }

  @Test func onlyALaunchHasCreationRows() throws {
    let driver = try Self.launched(Size(width: 120, height: 40))
    driver.composite.send(DidReceiveMemoryWarning())
    driver.pull()
    #expect(driver.line(with: "5 created") == nil)
    driver.composite.send(DidFinishLaunching())
    driver.pull()
    #expect(driver.line(with: "5 created") == nil, "the event was sent to existing modules")
    driver.press(.character("["), .character("["))
    #expect(driver.line(with: "5 created") != nil)
    driver.press(.character("/")).type("Feed")
    #expect(driver.line(with: "5 created") == nil, "the row is not a matching module")
  }

  @Test func selectingTheFirstModuleScrollsToTheTop() throws {
    let driver = try Self.launched(Size(width: 60, height: 15))
    driver.press(.character("G"))
    #expect(driver.state.lists[.order].first > 0 && driver.line(with: "5 created") == nil)
    driver.press(.character("g"))
    expectEqual(driver.state.lists[.order].first, 0)
  }

  @Test func tenThousandModulesHaveOneRow() {
    let driver = Driver(capacity: 64 << 20) { composite, clock in
      for index in 1...10_000 {
        composite.journal.append(
          .module(
            ModuleEntry(
              change: .registered, id: ModuleID(rawValue: UInt64(1_000_000 + index)), name: "M\(index)", order: index,
              isMain: false, isOn: true, owner: OwnerID(rawValue: UInt64(1_000_000 + index)), parent: nil,
              atNanoseconds: UInt64(index) * 30_000, tookNanoseconds: 30_000, handles: [])))
      }
      clock.advance(by: .seconds(1))
    }
    driver.press(.character("f")).type("didfin").press(.enter)
    #expect(driver.lines[4].contains("10,000 created"), "\(driver.lines[4])")
    #expect(driver.lines[4].contains("300 ms"))
    #expect(driver.lines[5].contains("    1 M1"))
  }

  @Test func plainLinesListThePartsOfTheLaunch() throws {
    let driver = try Self.launched(Size(width: 80, height: 24))
    driver.enter("timings")
    expectEqual(
      driver.said.dropFirst().prefix(1),
      [
        "The launch took 345.2 ms in all: 5 modules created 320.2 ms, didFinishLaunching 25.0 ms. Slowest: Legacy, "
          + "305.0 ms, of which its creation took 300.0 ms. The time before main is not in it."
      ])
  }

  @Test func aRecordingFromRightBeforeTheLaunchShowsTheSame() throws {
    let driver = try Driver(size: Size(width: 120, height: 40), build: Self.build)
    let modules = driver.composite.modules
    let first = driver.entries.count
    driver.press(.character("f")).type("didfin").press(.enter)
    // The header of this recording has the modules. The entries that registered them are missing.
    let source = Hello(
      application: "Storefront", startedNanoseconds: 81_600 * 1_000_000_000, modules: modules)
    var replayed = DashboardState(source: source, size: Size(width: 120, height: 40))
    _ = replayed.update(.entries(Array(driver.entries[first...])), now: driver.state.now)
    #expect(replayed.shownLaunch != nil && replayed.shownLaunch == driver.state.shownLaunch)
    expectEqual(
      replayed.application.modules.rows.map(\.creationNanoseconds),
      driver.state.application.modules.rows.map(\.creationNanoseconds)
    )
  }
}
