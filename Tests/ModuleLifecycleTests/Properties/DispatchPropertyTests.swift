import ModuleLifecycleTesting
import Testing

@testable import ModuleLifecycle

/// What must hold for any modules, whatever they do while they are called.
@MainActor @Suite struct DispatchPropertyTests {
  /// Between two of them other tests have their turn.
  private static let seeds = 1...300 as ClosedRange<UInt64>

  /// Everybody who was there when the event was sent is called, once, in order, unless a change or a claim came before
  /// the turn; nobody else is; and the response is what the policy makes of the votes.
  @Test func everybodyIsCalledOnceInOrderAndTheVotesAreCombined() async throws {
    var (calls, changes) = (0, 0)
    for seed in Self.seeds {
      await Task.yield()
      let world = try RandomWorld(seed: seed)
      world.run()
      try #require(world.problems == [], "seed \(seed)\n\(world.log.joined(separator: "\n"))")
      world.composite.tearDown()
      try #require(world.composite.modulesStillAlive == [], "seed \(seed)")
      try #require(world.composite.ownedObjects.isEmpty, "seed \(seed)")
      calls += world.callCount
      changes += world.changeCount
    }
    // Otherwise the worlds were too quiet to prove anything.
    #expect(calls > 3_000 && changes > 800, "\(calls) calls, \(changes) changes")
  }

  @Test func everyTimeInTheJournalIsTheOneThatWasSpent() async throws {
    for seed in Self.seeds {
      await Task.yield()
      let world = try RandomWorld(seed: seed)
      world.run()
      let entries = world.composite.journal.dispatches
      try #require(entries.map(\.event) == world.done.map { RandomWorld.names[$0.event] }, "seed \(seed)")
      for (entry, dispatch) in zip(entries, world.done) {
        try #require(entry.handlers.filter(\.isCall).map(RandomRow.init) == dispatch.rows, "seed \(seed), \(entry)")
        try #require(entry.totalNanoseconds == dispatch.end - dispatch.start, "seed \(seed), \(entry)")
        try #require(entry.overlap == nil, "seed \(seed), \(entry)")
        // Nothing is counted twice and nothing is lost: what is nobody's own was spent in events that handlers sent.
        let own = entry.handlers.reduce(0) { $0 + $1.selfNanoseconds }
        try #require(own + dispatch.nested == entry.totalNanoseconds, "seed \(seed), \(entry)")
        try #require(entry.childrenFit, "seed \(seed), \(entry)")
      }
    }
  }

  @Test func theJournalChangesNothingWhetherOnOffOrToggled() async throws {
    for seed in Self.seeds {
      await Task.yield()
      let worlds = [
        try RandomWorld(seed: seed), try RandomWorld(seed: seed, journaled: false),
        try RandomWorld(seed: seed, toggling: true),
      ]
      for world in worlds { world.run() }
      try #require(worlds[1].log == worlds[0].log, "seed \(seed), switched off")
      try #require(worlds[2].log == worlds[0].log, "seed \(seed), toggled")
      try #require(worlds.flatMap(\.problems) == [], "seed \(seed)")
      // That it was switched off is all that it has.
      try #require(worlds[1].composite.journal.entries.map(\.type) == ["journal"], "seed \(seed)")
    }
  }
}

extension HandlerSpan {
  /// Whether it is a call that was made, or a part of one: no nested composite, nobody who was skipped.
  fileprivate var isCall: Bool { outcome != .skipped && !module.hasPrefix("C") }
}

extension RandomRow {
  fileprivate init(_ span: HandlerSpan) {
    self.init(
      module: span.module, part: span.part, start: span.startNanoseconds, total: span.totalNanoseconds,
      own: span.selfNanoseconds, outcome: span.outcome)
  }
}

extension DispatchEntry {
  /// The first of the handlers that began before the one before it had ended.
  fileprivate var overlap: String? {
    let calls = handlers.filter { $0.part == nil && !$0.module.hasPrefix("C") }
    return zip(calls, calls.dropFirst()).first { $1.startNanoseconds < $0.startNanoseconds + $0.totalNanoseconds }?.1
      .module
  }

  /// Whether every row lies inside the one that it is a part of.
  fileprivate var childrenFit: Bool {
    handlers.allSatisfy { row in
      guard let place = row.parent, row.outcome != .skipped else { return true }
      let parent = handlers[place]
      return row.startNanoseconds >= parent.startNanoseconds
        && row.startNanoseconds + row.totalNanoseconds <= parent.startNanoseconds + parent.totalNanoseconds
    }
  }
}
