import ModuleLifecycleTesting
import RollcallTerminalUI
import RollcallTestingAdditions
import Testing

@testable import ModuleLifecycle
@testable import RollcallDashboard

/// Rows of nested composites and named parts of handlers, below their modules.
@MainActor @Suite(.inTurn, .serialized) struct TreeTests {
  private final class Worker: Module {
    private let table: (inout ModuleHandlers<Worker>) -> Void
    init(_ table: @escaping (inout ModuleHandlers<Worker>) -> Void) { self.table = table }
    func instanceHandlers(_ handlers: inout ModuleHandlers<Worker>) { table(&handlers) }
  }

  static func build(_ composite: CompositeDelegate, _ clock: ManualClock) throws {
    func worker(_ milliseconds: Int, parts: [String] = []) -> Worker {
      Worker { handlers in
        handlers.answer(DidFinishLaunching.self) { _, _ in
          clock.advance(by: .milliseconds(milliseconds))
          for part in parts { CompositeDelegate.measure(part) { clock.advance(by: .milliseconds(2)) } }
          return true
        }
      }
    }
    try composite.register("ThirdParties") { worker(1, parts: ["crash report", "analytics"]) }
    try composite.register("Shop") {
      let shop = CompositeDelegate()
      try shop.register("Cart") { worker(3) }
      try shop.register("Payments") { worker(4) }
      return shop
    }
    try composite.register("Scene", role: .main) { worker(5) }
  }

  private func driver(width: Int = 120, height: Int = 40) throws -> Driver {
    try Driver(size: Size(width: width, height: height), build: Self.build)
  }

  @Test func modulesOfANestedCompositeAreBelowIt() throws {
    let driver = try driver()
    expectEqual(
      driver.state.application.modules.rows.map(\.name), ["ThirdParties", "Shop", "Cart", "Payments", "Scene"])
    #expect(driver.lines[5].contains("2 Shop"))
    #expect(driver.lines[6].contains("    Cart"))
    #expect(driver.lines[8].contains("3 Scene"))
  }

  @Test func partsAreBelowTheirModuleOnceTheyHaveRun() throws {
    let driver = try driver().press(.character("f")).type("didfin").press(.enter)
    let names = (0..<driver.state.moduleRows.lineCount).map { index in
      let line = driver.state.moduleRows[index]
      let name = line.label ?? driver.state.application.modules[line.module].name
      return String(repeating: "  ", count: line.depth) + name
    }
    expectEqual(
      names, ["ThirdParties", "  crash report", "  analytics", "Shop", "  Cart", "  Payments", "Scene"])
    expectEqual(driver.line(with: "crash report")?.contains("2.0 ms"), true)
    // The composite's time is the time of its parts.
    expectEqual(driver.line(with: "1 ThirdParties")?.contains("5.0 ms"), true)
    expectEqual(driver.line(with: "    Payments")?.contains("4.0 ms"), true)
    expectEqual(driver.line(with: "all 4 called")?.contains("17.0 ms"), true)
  }

  @Test func theSelectionMovesFromModuleToModuleAndStaysVisible() throws {
    let driver = try driver(width: 80, height: 16).press(.character("f")).type("didfin").press(.enter)
    for name in ["Shop", "Cart", "Payments", "Scene"] {
      driver.press(.down)
      expectEqual(driver.state.selected?.name, name)
      #expect(driver.line(with: name) != nil)
    }
  }

  @Test func aNestedModuleIsRemovedAndBroughtBackLikeAnyOther() throws {
    let driver = try driver().press(.down, .down, .character("x"))
    #expect(driver.lines[1].contains("Cart removed and freed"))
    expectEqual(driver.lines.first { $0.contains("    Cart") }?.contains("gone"), true)
    driver.press(.character("u"))
    #expect(driver.lines[1].contains("Cart is back in place 1"))
    driver.press(.character("J"))
    expectEqual(
      driver.state.application.modules.rows.map(\.name), ["ThirdParties", "Shop", "Payments", "Cart", "Scene"])
    driver.press(.character("J"))
    #expect(driver.lines[1].contains("Cart is already the last module."))
  }

  @Test func aRemovedCompositeTakesItsModulesAlong() throws {
    let driver = try driver().press(.down, .character("x"))
    expectEqual(driver.state.application.modules.rows.map(\.name), ["ThirdParties", "Shop", "Scene"])
    driver.press(.character("u"))
    expectEqual(
      driver.state.application.modules.rows.map(\.name), ["ThirdParties", "Shop", "Cart", "Payments", "Scene"])
    expectEqual(driver.state.application.modules.rows.count(where: \.isPresent), 5)
  }

  @Test func modulesWithTheSameNameHaveTheirOwnWarningsOutputAndEvents() throws {
    struct Failure: Error {}
    let driver = try Driver(size: Size(width: 120, height: 40)) { composite, _ in
      try composite.register("Shop") {
        let shop = CompositeDelegate()
        try shop.register("Cart") { Worker { $0.on(DidFinishLaunching.self) { _, _ in throw Failure() } } }
        return shop
      }
      try composite.register("Outlet") { [unowned composite] in
        let outlet = CompositeDelegate()
        try outlet.register("Cart") {
          Worker { $0.on(DidFinishLaunching.self) { _, _ in composite.send(DidReceiveMemoryWarning()) } }
        }
        return outlet
      }
    }
    driver.press(.character("f")).type("didfin").press(.enter)
    let carts = driver.state.application.modules.rows.filter { $0.name == "Cart" }
    expectEqual(carts.count, 2)
    for cart in carts {
      let handler = RunningHandler(module: "Cart", moduleID: cart.id, event: "openURL", sinceNanoseconds: 0)
      driver.composite.journal.note(output: "place \(driver.state.application.modules.path(of: cart))", by: handler)
    }
    driver.pull()
    func lines(_ label: String, of cart: ModuleList.Row) -> [String] {
      Detail(module: cart, state: driver.state).lines.filter { $0.label == label }.map(\.text)
    }
    expectEqual(carts.map { lines("warning", of: $0).count }, [1, 0])
    expectEqual(carts.map { lines("sent", of: $0).count }, [0, 1])
    expectEqual(carts.map { lines("printed", of: $0) }, [["place 1.1 Shop/Cart"], ["place 2.1 Outlet/Cart"]])
    let rows = driver.state.moduleRows
    let sent = (0..<rows.lineCount).map { rows[$0] }.filter {
      $0.row.map { $0.subject == nil } ?? false
    }
    expectEqual(sent.map { driver.state.application.modules[$0.module].id }, [carts[1].id])
  }

  /// An entry can have only the name of the module that sent an event, printed a line or caused a warning.
  @Test func modulesWithoutAnIDAreFoundByName() throws {
    let driver = try Driver.checkout(payments: 1)
    driver.composite.journal.note(
      output: "hello", by: RunningHandler(module: "Payments", event: "openURL", sinceNanoseconds: 0))
    driver.pull()
    var old = DashboardState(source: driver.connection.hello, size: Size(width: 120, height: 40))
    let entries = driver.entries.map { entry in
      guard case .dispatch(var dispatch) = entry else { return entry }
      dispatch.details.parentModuleID = nil
      return .dispatch(dispatch)
    }
    _ = old.update(.entries(entries), now: driver.state.now)
    #expect(entries != driver.entries, "some events were sent by handlers")
    #expect(
      (0..<old.moduleRows.lineCount).map { old.moduleRows[$0] }
        == (0..<old.moduleRows.lineCount).map { driver.state.moduleRows[$0] })
    let payments = try #require(old.application.modules.rows.first { $0.name == "Payments" })
    let detail = Detail(module: payments, state: old)
    expectEqual(detail.lines, Detail(module: payments, state: driver.state).lines)
    #expect(Set(detail.lines.map(\.label)).isSuperset(of: ["sent", "printed"]))
    old.application.note(
      running: RunningHandler(module: "Payments", event: "openURL", sinceNanoseconds: driver.state.now))
    _ = old.update(.tick, now: driver.state.now + 3_000_000_000)
    var canvas = Canvas(size: old.size)
    old.draw(on: &canvas)
    #expect(canvas.lines().contains { $0.contains("Payments") && $0.contains("runs") })
  }
}
