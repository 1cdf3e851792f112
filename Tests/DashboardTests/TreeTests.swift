import ModuleLifecycleTesting
import TerminalUI
import Testing

@testable import Dashboard
@testable import ModuleLifecycle

/// Nested composites and named parts of handlers, as rows below their modules.
@MainActor @Suite struct TreeTests {
  private final class Worker: Module {
    private let table: (inout Handlers<Worker>) -> Void
    init(_ table: @escaping (inout Handlers<Worker>) -> Void) { self.table = table }
    func instanceHandlers(_ handlers: inout Handlers<Worker>) { table(&handlers) }
  }

  static func build(_ composite: CompositeDelegate, _ clock: ManualClock) throws {
    func worker(_ milliseconds: Int, parts: [String] = []) -> Worker {
      Worker { handlers in
        handlers.answer(DidFinishLaunching.self) { _, _ in
          clock.advance(by: .milliseconds(milliseconds))
          for part in parts { CompositeDelegate.part(part) { clock.advance(by: .milliseconds(2)) } }
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

  @Test func modulesOfANestedCompositeStandBelowIt() throws {
    let driver = try driver()
    #expect(driver.state.application.modules.rows.map(\.name) == ["ThirdParties", "Shop", "Cart", "Payments", "Scene"])
    #expect(driver.lines[5].contains("2 Shop"))
    #expect(driver.lines[6].contains("    Cart"))
    #expect(driver.lines[8].contains("3 Scene"))
  }

  @Test func partsStandBelowTheirModuleOnceTheyHaveRun() throws {
    let driver = try driver().press(.character("f")).type("didfin").press(.enter)
    let names = (0..<driver.state.moduleRows.count).map { index in
      let line = driver.state.moduleRows[index]
      let name = line.label(columns: 99) ?? driver.state.application.modules[line.module].name
      return String(repeating: "  ", count: line.depth) + name
    }
    #expect(
      names == ["ThirdParties", "  crash report", "  analytics", "Shop", "  Cart", "  Payments", "Scene"])
    #expect(driver.line(with: "crash report")?.contains("2.0 ms") == true)
    // With its parts: they are what it takes.
    #expect(driver.line(with: "1 ThirdParties")?.contains("5.0 ms") == true)
    #expect(driver.line(with: "    Payments")?.contains("4.0 ms") == true)
    #expect(driver.line(with: "all 4 called")?.contains("17.0 ms") == true)
  }

  @Test func theSelectionGoesFromModuleToModuleAndStaysInSight() throws {
    let driver = try driver(width: 80, height: 16).press(.character("f")).type("didfin").press(.enter)
    for name in ["Shop", "Cart", "Payments", "Scene"] {
      driver.press(.down)
      #expect(driver.state.selected?.name == name)
      #expect(driver.line(with: name) != nil)
    }
  }

  @Test func aNestedModuleIsRemovedAndBroughtBackLikeAnyOther() throws {
    let driver = try driver().press(.down, .down, .character("x"))
    #expect(driver.lines[1].contains("Cart removed and freed"))
    #expect(driver.line(with: "    Cart")?.contains("gone") == true)
    driver.press(.character("u"))
    #expect(driver.lines[1].contains("Cart is back in place 1"))
    driver.press(.character("J"))
    #expect(driver.state.application.modules.rows.map(\.name) == ["ThirdParties", "Shop", "Payments", "Cart", "Scene"])
    driver.press(.character("J"))
    #expect(driver.lines[1].contains("Cart is the last module already."))
  }

  @Test func aRemovedCompositeTakesItsModulesAlong() throws {
    let driver = try driver().press(.down, .character("x"))
    #expect(driver.state.application.modules.rows.map(\.name) == ["ThirdParties", "Shop", "Scene"])
    driver.press(.character("u"))
    #expect(driver.state.application.modules.rows.map(\.name) == ["ThirdParties", "Shop", "Cart", "Payments", "Scene"])
    #expect(driver.state.application.modules.rows.count(where: \.isPresent) == 5)
  }
}
