import Testing

@testable import ModuleLifecycle

/// However a composite ends, its modules go first, the last one first, and then what was to live as long as the application.
@Suite @MainActor struct CompositeEndTests {
  private let log = Log()
  private let journal = Journal()

  /// A composite with two modules, one of them in a composite of its own, and what they own.
  private func makeComposite() throws -> CompositeDelegate {
    let composite = CompositeDelegate(journal: journal)
    func probe(_ name: String) -> Probe {
      let probe = Probe(name)
      probe.owned.own("thing", "for the application", lifetime: .application) { [log] in log.add("\(name) application")
      }
      probe.owned.own("thing", "anywhere") { [log] in log.add("\(name) anywhere") }
      probe.owned.own("thing", "on main", onMainActor: { [log] in log.add("\(name) main") })
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

  @Test func aCompositeThatIsTornDownLetsGoInOrder() throws {
    let composite = try makeComposite()
    composite.tearDown()
    #expect(log.lines == Self.order)
  }

  @Test func aCompositeThatDiesLetsGoInThatOrder() throws {
    var composite: CompositeDelegate? = try makeComposite()
    composite?.send(Tick())
    composite = nil
    #expect(log.lines == Self.order)
  }

  @Test(.timeLimit(.minutes(10))) func aCompositeThatDiesElsewhereLetsGoInThatOrder() async throws {
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
    #expect(log.lines == Self.order)
    #expect(journal.released.map(\.reason).suffix(2) == [.applicationEnd, .applicationEnd])
  }
}
