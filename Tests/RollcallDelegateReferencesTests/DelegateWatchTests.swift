import ModuleLifecycleTesting
import RollcallDelegateReferences
import RollcallRecordings
import RollcallTestingAdditions
import Testing

@testable import ModuleLifecycle

/// Warnings about references to delegates that have died.
@MainActor @Suite(.inTurn, .serialized) struct DelegateWatchTests {
  private final class Guest {}

  /// A module that has a reference from its creation on.
  private final class Player: Module {
    let delegate: DelegateReference<Guest>
    init(_ policy: DelegatePolicy) { delegate = DelegateReference(policy, named: "the player's delegate") }
  }

  private func dangling(_ composite: CompositeDelegate) -> [WarningEntry] {
    composite.journal.reader().readAny().compactMap(\.warning).filter { $0.kind == .delegateDangling }
  }

  @Test func aModulesReferenceIsWatchedFromItsCreationOn() throws {
    for policy in unsafe [DelegatePolicy.unowned, .unownedUnsafe] {
      let composite = CompositeDelegate()
      try composite.register("Player") { Player(policy) }
      let player = try #require(composite.module(Player.self, named: "Player"))
      var guest: Guest? = Guest()
      player.delegate.delegate = guest
      composite.send(DidBecomeActive())
      expectEqual(dangling(composite), [])
      withExtendedLifetime(guest) {}
      guest = nil
      composite.send(DidBecomeActive())
      composite.send(DidBecomeActive())
      expectEqual(
        dangling(composite).map(\.sentence),
        [
          "The player's delegate (\(policy)) still points to its Guest, which has been freed. "
            + "Reading it \(policy.readingAfterDeath)."
        ], "once, however often it is checked")
      expectEqual(dangling(composite).map(\.module), ["Player"])
      player.delegate.clear()
    }
  }

  @Test func aReferenceClearedInTimeCausesNoWarning() throws {
    let composite = CompositeDelegate()
    try composite.register("Player") { Player(.unowned) }
    let player = try #require(composite.module(Player.self, named: "Player"))
    var guest: Guest? = Guest()
    player.delegate.delegate = guest
    player.delegate.clear()
    withExtendedLifetime(guest) {}
    guest = nil
    composite.send(DidBecomeActive())
    expectEqual(dangling(composite), [])
  }

  @Test func theNextDelegateCausesAWarningToo() throws {
    let composite = CompositeDelegate()
    let reference = DelegateReference<Guest>(.unowned, named: "the feed's delegate")
    composite.watch(reference)
    composite.watch(reference)
    for count in 1...2 {
      reference.delegate = Guest()
      composite.send(DidBecomeActive())
      expectEqual(dangling(composite).count, count)
    }
    #expect(dangling(composite).allSatisfy { $0.module == nil })
    reference.clear()
  }

  @Test func referencesThatKnowOrKeepTheirDelegateAreNotWatched() throws {
    let composite = CompositeDelegate()
    for policy in [DelegatePolicy.weak, .strong, .strongUntilInvalidated] {
      let reference = DelegateReference<Guest>(policy)
      composite.watch(reference)
      reference.delegate = Guest()
      composite.send(DidBecomeActive())
      reference.clear()
    }
    expectEqual(dangling(composite), [])
  }

  @Test func aReleasedReferenceIsForgotten() throws {
    let composite = CompositeDelegate()
    do {
      let reference = DelegateReference<Guest>(.unowned)
      composite.watch(reference)
      reference.delegate = Guest()
    }
    composite.send(DidBecomeActive())
    expectEqual(dangling(composite), [])
  }
}
