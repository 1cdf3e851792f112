import RollcallTestingAdditions
import Testing

@testable import ModuleLifecycle
@testable import RollcallDashboard

@MainActor @Suite(.inTurn, .serialized) struct UnregisteredRowTests {
  private final class Plain: Module {}

  @Test func anUnregisteredModuleHasNoRow() throws {
    let composite = CompositeDelegate(sleep: { _ in throw CancellationError() })
    for name in ["A", "B"] { try composite.register(name) { Plain() } }
    try composite.register("Shop") {
      let shop = CompositeDelegate()
      try shop.register("Cart") { Plain() }
      return shop
    }
    var list = ModuleList()
    func read() {
      list = ModuleList()
      for case .module(let entry) in composite.journal.reader().readAny() { list.apply(entry) }
      list.settle()
    }
    try composite.remove("A", forgetting: true)
    read()
    #expect(list.rows.map(\.name) == ["B", "Shop", "Cart"] && list.rows.map(\.order) == [1, 2, 1])
    try composite.remove("Shop", forgetting: true)
    try composite.register("A") { Plain() }
    read()
    #expect(list.rows.map(\.name) == ["B", "A"] && list.rows.map(\.order) == [1, 2])
    #expect(list.count == 2 && list.counts.present == 2 && list.counts.active == 2)
  }
}
