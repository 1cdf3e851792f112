import Foundation
import ModuleLifecycle
import RollcallMaps
import RollcallRecordings
import RollcallTestingAdditions
import Testing

@testable import RollcallSampleModules

/// The modules that leak on purpose do leak, are explained, and can be freed.
@MainActor @Suite(.inTurn, .serialized, .timeLimit(.minutes(10))) struct LeakTests {
  @Test(arguments: [
    ("LeakyObserver", "observer userDidLogOut holds it in its closure", "cancel", 2),
    ("LeakyClient", "session api holds its delegate until it is invalidated", "invalidate", 2),
    ("LeakyLoop", "task poll holds it in its closure", "cancel", 2),
    ("LeakyPair", "delegate player holds the module that holds the player", "break", 2),
  ])
  func aLeakyModuleIsOverdueAfterItsRemovalAndTheHintHelps(name: String, hint: String, remedy: String, owned: Int)
    async throws
  {
    let registry = ModuleRegistry.samples(center: NotificationCenter())
    let map = try ModuleMap.parse("main: Scene\nmodules:\n  - Scene\n  - \(name): { off: yes }", registry: registry)
    let composite = try registry.makeComposite(from: map, releaseGrace: .milliseconds(1))
    expectEqual(composite.modules.map(\.isPresent), [true, false])
    try composite.set(name, isOn: true)
    try expectEqual(composite.ownedObjects(of: name).count, owned)
    // The loop holds its module once it has started.
    if name == "LeakyLoop" { await eventually { composite.module(LeakyLoop.self, named: name)?.polls != 0 } }
    try composite.remove(name)
    await eventually { composite.overdue(name) != nil }
    let entry = try #require(composite.overdue(name))
    expectEqual(entry.hints.first?.clause, hint)
    expectEqual(entry.hints.first?.remedy, remedy)
    try expectEqual(composite.ownedObjects(of: name).map(\.state), Array(repeating: .overdue, count: owned))

    #expect(composite.cancel(try #require(entry.hints.first?.object)))
    await eventually { composite.freed(name) != nil }
    expectEqual(composite.freed(name)?.isLateRelease, true)
    // A cancelled task's row ends when the task returns, which can be after its module has been freed.
    await eventually { (try? composite.ownedObjects(of: name).isEmpty) != false }
    #expect(try composite.ownedObjects(of: name).isEmpty)
    composite.tearDown()
  }
}

extension CompositeDelegate {
  fileprivate func overdue(_ name: String) -> OverdueEntry? {
    entries.lazy.compactMap { if case .overdue(let entry) = $0, entry.name == name { entry } else { nil } }.last
  }

  /// Returns the entry of a module's death, if there is one.
  fileprivate func freed(_ name: String) -> ModuleEntry? {
    entries.lazy.compactMap { entry in
      if case .module(let entry) = entry, entry.change == .freed, entry.name == name { entry } else { nil }
    }.last
  }
}
