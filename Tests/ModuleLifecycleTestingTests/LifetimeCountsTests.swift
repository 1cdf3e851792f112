import ModuleLifecycle
import ModuleLifecycleTesting
import RollcallTestingAdditions
import Testing

@Suite(.inTurn, .serialized) struct LifetimeCountsTests {
  private final class Player {}
  private final class Screen {}

  private let lifetimes = LifetimeTracker()

  @Test func liveObjectsAreCountedByName() throws {
    var players = (0..<3).map { _ in lifetimes.track(Player()) }
    let screen = lifetimes.track(Screen())
    expectEqual(lifetimes.liveCounts, ["Player": 3, "Screen": 1])
    try lifetimes.expectAlive(atMost: 3)
    try lifetimes.expectAlive(atMost: 1, named: "Screen")
    let error = LifetimeTracker.LimitError(counts: ["Player": 3], limit: 2)
    #expect(throws: error) { try lifetimes.expectAlive(atMost: 2) }
    expectEqual(error.description, "Alive: 3 × Player; at most 2 of each allowed.")
    players.removeLast()
    try lifetimes.expectAlive(atMost: 2)
    #expect(throws: LifetimeTracker.AliveError(names: ["Player", "Player", "Screen"])) {
      try lifetimes.expectAllReleased()
    }
    players = []
    expectEqual(lifetimes.liveCounts, ["Screen": 1])
    withExtendedLifetime(screen) {}
  }
}
