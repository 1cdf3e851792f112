import ModuleLifecycle
import ModuleLifecycleTesting
import RollcallTestingAdditions
import Testing

/// Modules of nested composites that other code keeps alive.
@MainActor @Suite(.inTurn, .serialized, .timeLimit(.minutes(10))) struct NestingFaultTests {
  /// A module that keeps a composite in a property.
  private final class Shop: Module {
    let modules: CompositeDelegate

    init(_ cart: @escaping @MainActor () -> Probe) throws {
      modules = CompositeDelegate { _ in }
      try modules.register("Cart", make: cart)
    }
  }

  private let composite: CompositeDelegate
  private let cart = Probe("Cart")
  private let fence = Probe("Fence")

  init() { composite = CompositeDelegate { _ in } }

  private var overdue: [String] {
    composite.journal.entries.compactMap { if case .overdue(let entry) = $0 { entry.name } else { nil } }
  }

  /// Waits until another module is overdue: one that was removed earlier is overdue by then.
  private func waitForAnotherOverdueModule() async throws {
    try composite.register("Fence") { [fence] in fence }
    try composite.remove("Fence")
    await eventually { overdue.contains("Fence") }
    for _ in 0..<100 { await Task.yield() }
  }

  @Test(arguments: [true, false])
  func aLeakedModuleOfARemovedCompositeIsOverdue(isTearDown: Bool) async throws {
    try composite.register("Shop") { [cart] in
      let shop = CompositeDelegate { _ in }
      try shop.register("Cart") { cart }
      return shop
    }
    if isTearDown { composite.tearDown() } else { try composite.remove("Shop") }
    #expect(throws: LiveObjectsError.self) { try composite.expectNoLiveObjects() }
    try await waitForAnotherOverdueModule()
    #expect(overdue.contains("Cart"))
    withExtendedLifetime(cart) {}
  }

  @Test func aLeakedModuleOfACompositeInAPropertyIsOverdue() async throws {
    try composite.register("Shop") { [cart] in try Shop { cart } }
    try #require(composite.module(Shop.self)).modules.remove("Cart")
    #expect(throws: LiveObjectsError.self) { try composite.expectNoLiveObjects() }
    try await waitForAnotherOverdueModule()
    #expect(overdue.contains("Cart"))
    withExtendedLifetime(cart) {}
  }

  // MARK: Entries

  private func entry(_ change: ModuleEntry.Change, of name: String) -> ModuleEntry? {
    composite.journal.entries.compactMap(\.module).last { $0.name == name && $0.change == change }
  }

  /// A nested module that starts, and that has moved to the second position.
  private func registerMovedCart() throws -> (shop: CompositeDelegate, id: ModuleID) {
    let id = try composite.register("Shop") {
      let shop = CompositeDelegate { _ in }
      try shop.register("Cart") { StartingProbe() }
      try shop.register("Search") { Probe("Search") }
      return shop
    }
    let shop = try #require(composite.module(CompositeDelegate.self, named: "Shop"))
    try shop.move("Cart", to: 2)
    return (shop, id)
  }

  @Test func theEntriesOfAStartSayWhereTheModuleIsAndWhatItHandles() async throws {
    let (_, id) = try registerMovedCart()
    try await composite.launch()
    for change in [ModuleEntry.Change.starting, .started] {
      let entry = try #require(self.entry(change, of: "Cart"))
      expectEqual(entry.order, 2)
      expectEqual(entry.parent, id)
      expectEqual(entry.handles, ["tick"])
    }
  }

  @Test func theEntryOfAFreedModuleSaysWhereItWasAndWhatItHandled() throws {
    let (shop, id) = try registerMovedCart()
    try shop.remove("Cart")
    let entry = try #require(self.entry(.freed, of: "Cart"))
    expectEqual(entry.order, 2)
    expectEqual(entry.parent, id)
    expectEqual(entry.handles, ["tick"])
  }
}
