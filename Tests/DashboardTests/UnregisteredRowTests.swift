import Testing

@testable import Dashboard
@testable import ModuleLifecycle

@MainActor @Suite struct UnregisteredRowTests {
  private final class Plain: Module {}

  @Test func anUnregisteredModuleHasNoRow() throws {
    let composite = CompositeDelegate(sleep: { _ in throw CancellationError() })
    for name in ["A", "B"] { try composite.register(name) { Plain() } }
    try composite.register("Shop") {
      let shop = CompositeDelegate()
      try shop.register("Cart") { Plain() }
      return shop
    }
    var roster = Roster()
    func read() {
      roster = Roster()
      for case .module(let entry) in composite.journal.reader().read() { roster.fold(entry) }
    }
    try composite.unregister("A")
    read()
    #expect(roster.rows.map(\.name) == ["B", "Shop", "Cart"] && roster.rows.map(\.order) == [1, 2, 1])
    try composite.unregister("Shop")
    try composite.register("A") { Plain() }
    read()
    #expect(roster.rows.map(\.name) == ["B", "A"] && roster.rows.map(\.order) == [1, 2])
    #expect(roster.count == 2 && roster.counts.present == 2 && roster.counts.active == 2)
  }
}
