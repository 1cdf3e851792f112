import ModuleLifecycleTesting
import RollcallTestSupport
import RollcallTestingAdditions
import Testing

@testable import ModuleLifecycle

/// Properties that hold for all modules, whatever they do while they are called.
@MainActor @Suite(.inTurn, .serialized) struct DispatchPropertyTests {
  /// Other tests run between two seeds.
  private static let seeds = 1...UInt64(sized(300))

  /// Each module that was present when the event was sent is called once, in order, unless a change or a claim came
  /// first. No other module is called. The response is the policy's combination of the votes.
  @Test func eachModuleIsCalledOnceInOrderAndTheVotesAreCombined() async throws {
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
    #expect(calls > sized(3_000) && changes > sized(800), "\(calls) calls, \(changes) changes")
  }

  @Test func everyTimeInTheJournalIsTheTimeSpent() async throws {
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
        // No time is counted twice or lost: time outside the handlers' own was spent in events that they sent.
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
      // It contains only the entry about switching it off.
      try #require(worlds[1].composite.journal.entries.map(\.type) == ["journal"], "seed \(seed)")
    }
  }
}

extension HandlerSpan {
  /// Whether this is a call or a part of one, not a nested composite or a skipped module.
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
  /// The module of the first handler that began before the previous one had ended.
  fileprivate var overlap: String? {
    let calls = handlers.filter { $0.part == nil && !$0.module.hasPrefix("C") }
    return zip(calls, calls.dropFirst()).first { $1.startNanoseconds < $0.startNanoseconds + $0.totalNanoseconds }?.1
      .module
  }

  /// Whether every row lies within its parent.
  fileprivate var childrenFit: Bool {
    handlers.allSatisfy { row in
      guard let place = row.parent, row.outcome != .skipped else { return true }
      let parent = handlers[place]
      return row.startNanoseconds >= parent.startNanoseconds
        && row.startNanoseconds + row.totalNanoseconds <= parent.startNanoseconds + parent.totalNanoseconds
    }
  }
}
