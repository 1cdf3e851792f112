import RollcallTestingAdditions
import Testing

@testable import ModuleLifecycle

/// The journal tells what a user fires from what the application sends.
@MainActor @Suite(.inTurn, .serialized) struct FiredEventTests {
  private let composite = CompositeDelegate()

  private var fired: [String] {
    composite.journal.dispatches.map { "\($0.event)\($0.isFired ? " fired" : "")" }
  }

  @Test func onlyTheEventThatAUserFiresIsFired() throws {
    try composite.register("Feed") { [unowned composite] in
      Probe("Feed") { $0.on(DidReceiveMemoryWarning.self) { _, _ in composite.send(Tick()) } }
    }
    composite.send(DidReceiveMemoryWarning())
    composite.fire(any: DidReceiveMemoryWarning())
    composite.enqueue(fired: Tick())
    composite.enqueue(Tick())
    expectEqual(
      fired,
      [
        "tick", "didReceiveMemoryWarning", "tick", "didReceiveMemoryWarning fired", "tick fired", "tick",
      ])
  }

  @Test func eventsThatFollowFromAFiredOneAreNotFired() {
    composite.send(DidFinishLaunching())
    composite.fire(any: SceneDidBecomeActive(scene: "main"))
    expectEqual(fired.suffix(2), ["sceneDidBecomeActive fired", "didBecomeActive"])
  }
}
