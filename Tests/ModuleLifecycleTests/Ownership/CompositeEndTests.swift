import RollcallTestingAdditions
import Testing

@testable import ModuleLifecycle

/// However a composite ends, its modules are released first, in reverse order, then the objects with the application's
/// lifetime.
@Suite(.inTurn, .serialized) @MainActor struct CompositeEndTests {
  private let log = Log()
  private let journal = Journal()

  /// Creates a composite with two modules, one of them in a nested composite, and their owned objects.
  private func makeComposite() throws -> CompositeDelegate {
    let composite = CompositeDelegate(journal: journal)
    func probe(_ name: String) -> Probe {
      let probe = Probe(name)
      probe.owned.own("for the application", as: "thing", lifetime: .application) { [log] in
        log.add("\(name) application")
      }
      probe.owned.own("anywhere", as: "thing") { [log] in log.add("\(name) anywhere") }
      probe.owned.own("on main", as: "thing", onMainActor: { [log] in log.add("\(name) main") })
      return probe
    }
    try composite.register("A") { probe("A") }
    try composite.register("Mall") {
      let mall = CompositeDelegate()
      try mall.register("Shop") { probe("Shop") }
      return mall
    }
    return composite
  }

  private static let order = [
    "Shop main", "Shop anywhere", "A main", "A anywhere", "Shop application", "A application",
  ]

  @Test func aCompositeThatIsTornDownReleasesInOrder() throws {
    let composite = try makeComposite()
    composite.tearDown()
    expectEqual(log.lines, Self.order)
  }

  @Test func aCompositeThatDiesReleasesInThatOrder() throws {
    var composite: CompositeDelegate? = try makeComposite()
    composite?.send(Tick())
    composite = nil
    expectEqual(log.lines, Self.order)
  }

  @Test(.timeLimit(.minutes(10))) func aCompositeThatDiesOffTheMainActorReleasesInThatOrder() async throws {
    var composite: CompositeDelegate? = try makeComposite()
    composite?.send(Tick())
    let last = Locked(composite)
    composite = nil
    await Task.detached {
      let composite = last.withLock { last -> CompositeDelegate? in
        defer { last = nil }
        return last
      }
      withExtendedLifetime(composite) {}
    }.value
    await eventually { log.lines.count == Self.order.count }
    expectEqual(log.lines, Self.order)
    expectEqual(journal.released.map(\.reason).suffix(2), [.applicationEnd, .applicationEnd])
  }
}
