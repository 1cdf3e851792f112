import ModuleLifecycle
import ModuleLifecycleTesting
import Testing

@testable import Step5

@MainActor @Suite struct ModuleTests {
  @Test func modulesAreCalledInThisOrder() throws {
    let composite = try AppDelegate.makeComposite()
    #expect(composite.modules.map(\.name) == ["OrderBook", "Session", "Front", "Push", "Statistics"])
  }

  @Test func noModuleHasAFault() async {
    await checkModule { OrderBook() }
    await checkModule { Session() }
    await checkModule { Front() }
    await checkModule { Push() }
    await checkModule { Statistics() }
  }
}
