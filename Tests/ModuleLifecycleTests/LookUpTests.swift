import RollcallTestingAdditions
import Testing

@testable import ModuleLifecycle

/// The journal tells which modules look up which.
@MainActor @Suite(.inTurn, .serialized, .timeLimit(.minutes(10))) struct LookUpTests {
  private final class Session: Module { let owned = OwnedObjects() }
  private final class Ads: Module { let owned = OwnedObjects() }

  /// A module that looks others up while it starts.
  private final class Feed: StartingModule {
    let owned = OwnedObjects()
    private let body: @MainActor () async -> Void
    init(_ body: @escaping @MainActor () async -> Void) { self.body = body }
    func start() async { await body() }
  }

  private let composite = CompositeDelegate()

  private var lookUps: [LookUpEntry] {
    composite.journal.entries.compactMap { if case .lookUp(let entry) = $0 { entry } else { nil } }
  }
  /// What asked for what, with a number sign if that was inside a dispatch.
  private var pairs: [String] {
    lookUps.map { "\($0.by ?? "-") \($0.module)\($0.dispatch == nil ? "" : " #")" }
  }

  @Test func aFactoryThatAsksIsNamed() throws {
    let session = try composite.register("Session") { Session() }
    let feed = try composite.register("Feed") { [unowned composite] in
      #expect(composite.module(Session.self) != nil)
      return Probe("Feed")
    }
    #expect(pairs == ["Feed Session"] && lookUps[0].moduleID == session && lookUps[0].byID == feed)
  }

  @Test func aHandlerThatAsksIsNamedWithItsDispatch() throws {
    try composite.register("Session") { Session() }
    try composite.register("Feed") { [unowned composite] in
      Probe("Feed") { $0.on(Tick.self) { _, _ in _ = composite.module(Session.self, named: "Session") } }
    }
    composite.send(Tick())
    #expect(pairs == ["Feed Session #"] && lookUps[0].dispatch == composite.journal.dispatches[0].id)
  }

  @Test func aFactoryInsideAHandlerAsksForItself() throws {
    try composite.register("Session") { Session() }
    try composite.register("Shop") { [unowned composite] in
      Probe("Shop") { handlers in
        handlers.on(Tick.self) { _, _ in
          try composite.register("Cart") {
            _ = composite.module(Session.self)
            return Probe("Cart")
          }
        }
      }
    }
    composite.send(Tick())
    expectEqual(pairs, ["Cart Session #"])
  }

  @Test func aModuleThatStartsAsksForItselfAlsoAfterAPause() async throws {
    try composite.register("Session") { Session() }
    try composite.register("Ads") { Ads() }
    try composite.register("Feed") { [unowned composite] in
      Feed {
        _ = composite.module(Session.self)
        await Task.yield()
        _ = composite.module(Ads.self)
      }
    }
    try await composite.launch()
    expectEqual(pairs, ["Feed Session", "Feed Ads"])
  }

  @Test func aHandlerThatAnswersLaterAsksForItselfAlsoWhenAStartSentTheEvent() async throws {
    try composite.register("Session") { Session() }
    try composite.register("Push") { [unowned composite] in
      Probe("Push") { handlers in
        handlers.answer(PerformFetch.self) { _, _ in
          await Task.yield()
          _ = composite.module(Session.self)
          return .noData
        }
      }
    }
    try composite.register("Feed") { [unowned composite] in Feed { await composite.send(PerformFetch()) } }
    try await composite.launch()
    expectEqual(pairs, ["Push Session"])
  }

  @Test func codeOutsideOfTheModulesHasNoName() throws {
    try composite.register("Session") { Session() }
    _ = composite.module(Session.self)
    #expect(pairs == ["- Session"] && lookUps[0].byID == nil)
  }

  @Test func aModuleOfAnotherApplicationHasNoName() throws {
    try composite.register("Session") { Session() }
    try CompositeDelegate().register("Feed") { [composite] in
      _ = composite.module(Session.self)
      return Probe("Feed")
    }
    expectEqual(pairs, ["- Session"])
  }

  @Test func neitherAFailureNorAModuleThatFindsItselfIsRecorded() throws {
    try composite.register("Feed") { [unowned composite] in
      Probe("Feed") { handlers in
        handlers.on(Tick.self) { _, _ in
          #expect(composite.module(Probe.self) != nil && composite.module(Session.self) == nil)
        }
      }
    }
    composite.send(Tick())
    #expect(composite.module(Probe.self, named: "Fed") == nil && pairs == [])
  }

  @Test func eachPairIsRecordedOnceInALaunch() throws {
    try composite.register("Session") { Session() }
    for name in ["Feed", "Shop"] {
      try composite.register(name) { [unowned composite] in
        Probe(name) { $0.on(Tick.self) { _, _ in _ = composite.module(Session.self) } }
      }
    }
    for _ in 0..<3 { composite.send(Tick()) }
    expectEqual(pairs, ["Feed Session #", "Shop Session #"])
    try composite.recreateModules()
    composite.send(Tick())
    expectEqual(pairs, ["Feed Session #", "Shop Session #", "Feed Session #", "Shop Session #"])
  }

  @Test func whatWasFoundWhileTheJournalWasOffIsRecordedLater() throws {
    try composite.register("Session") { Session() }
    composite.journal.isEnabled = false
    _ = composite.module(Session.self)
    composite.journal.isEnabled = true
    expectEqual(pairs, [])
    _ = composite.module(Session.self)
    expectEqual(pairs, ["- Session"])
  }

  @Test func aModuleOfANestedCompositeIsFoundOnce() throws {
    try composite.register("Shop") {
      let shop = CompositeDelegate()
      try shop.register("Session") { Session() }
      return shop
    }
    #expect(composite.module(Session.self) != nil)
    #expect(pairs == ["- Session"] && lookUps[0].moduleID == composite.modules[1].id)
  }
}
