import ModuleLifecycle
import ModuleLifecycleTesting
import Testing

@testable import Step5

@MainActor @Suite struct ModuleTests {
  @Test func modulesAreCalledInThisOrder() throws {
    let composite = try AppDelegate.makeComposite()
    #expect(composite.modules.map(\.name) == ["OrderBook", "Session", "Front", "Push", "Statistics"])
  }

  @Test func everyModuleConforms() async throws {
    try await checkConformance(of: { OrderBook() })
    try await checkConformance(of: { Session() })
    try await checkConformance(of: { Front() })
    try await checkConformance(of: { Push() })
    try await checkConformance(of: { Statistics() })
  }
}
