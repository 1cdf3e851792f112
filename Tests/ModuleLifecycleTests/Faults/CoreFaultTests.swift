import Foundation
import ModuleLifecycleTesting
import RollcallTestingAdditions
import Testing

// `package` members: observers.
@testable import ModuleLifecycle

/// Dispatches, journal and memory.
@MainActor @Suite(.inTurn, .serialized, .timeLimit(.minutes(10))) struct CoreFaultTests {
  /// An owner with a bag.
  private final class Bag: Sendable {
    let owned: OwnedObjects
    init(_ owned: consuming OwnedObjects) { self.owned = owned }
  }

  private struct Gather: AsyncLifecycleEvent {
    typealias Vote = Int
    typealias Response = [Int]
    static var policy: ResponsePolicy<Int, [Int]> { .collect }
  }

  private struct Item: LifecycleEvent {
    var number: Int
  }

  /// An event that can't be fired by name.
  private struct WithoutExample: LifecycleEvent {
  }

  /// Wraps every call.
  @MainActor private final class Watcher: Observer {
    nonisolated var interests: ObserverInterests { .calls }
  }

  // MARK: Dispatches

  @Test func theEarlyResponseHasTheVotesThatHaveAlreadyArrived() throws {
    let composite = CompositeDelegate { _ in try await Task.sleep(for: .seconds(3_600)) }
    var pending: EventCompletion<Int>?
    try composite.register("Quick") {
      Probe("Quick") { $0.answerLater(Gather.self) { _, _, completion in completion(1) } }
    }
    try composite.register("Slow") {
      Probe("Slow") { $0.answerLater(Gather.self) { _, _, completion in pending = completion } }
    }
    let response = composite.send(any: Gather()) as? [Int]
    expectEqual(response, [1])
    pending?(2)
    expectEqual(composite.journal.dispatches.last?.response, .array([.integer(1), .integer(2)]))
  }

  @Test func manyQueuedEventsThatLeadToNothingAreNoChain() throws {
    let (composite, count) = (CompositeDelegate(), 20_000)
    var calls = 0
    try composite.register("Feed") { [unowned composite] in
      Probe("Feed") {
        $0.on(Item.self) { _, item in
          calls += 1
          if item.number == 0 { for number in 1...count { composite.enqueue(Item(number: number)) } }
        }
      }
    }
    composite.send(Item(number: 0))
    expectEqual(calls, 1 + count)
  }

  @Test func aHandlerCanChangeWhatIsMeasuredWhileADashboardWatchesWithoutAJournal() async {
    // Memory that was freed may look as before: only the address sanitizer is sure to notice.
    await #expect(processExitsWith: .success) { @MainActor in
      let composite = CompositeDelegate(measuring: .processor)
      composite.observers.add(Watcher())
      var others: [[UInt64]] = []
      try composite.register("Module") { [unowned composite] in
        Probe("Module") {
          $0.on(Tick.self) { _, _ in
            composite.measuring = .time
            // They take the memory that this has freed.
            for size in 1...64 { for _ in 0..<64 { others.append([UInt64](repeating: .max, count: size)) } }
          }
        }
      }
      composite.journal.isEnabled = false
      composite.send(Tick())
      withExtendedLifetime(others) {}
    }
  }

  // MARK: Journal

  @Test func aReaderCanLookAtTheModulesWhenItIsWoken() async {
    await #expect(processExitsWith: .success) { @MainActor in
      let composite = CompositeDelegate()
      try composite.register("Database") { StartingProbe() }
      let watching = Locked<JournalReader?>(nil)
      let wake: @Sendable () -> Void = { [unowned composite] in
        MainActor.assumeIsolated { _ = composite.modules }
        // A reader is woken once until it reads again.
        _ = watching.withLock { $0 }?.read()
      }
      let reader = composite.journal.reader(wake: wake)
      watching.withLock { $0 = reader }
      _ = reader.readAny()
      try await composite.launch()
      watching.withLock { $0 = nil }
    }
  }

  @Test func readingTheJournalNeedsNoExampleOfAnEvent() async {
    await #expect(processExitsWith: .success) { @MainActor in
      let composite = CompositeDelegate()
      composite.send(WithoutExample())
      _ = composite.journal.reader().readAny()
    }
  }

  // MARK: Memory

  @Test(.enabled(if: ResidentMemory.isKnown)) func anOwnerWithoutObjectsOfTheApplicationIsForgotten() async {
    await #expect(processExitsWith: .success) { @MainActor in
      let composite = CompositeDelegate()
      composite.journal.isEnabled = false
      await ResidentMemory.exitAfter(growingLessThan: 2 << 20) { _ in
        let owner = Bag(OwnedObjects(owner: "Owner", in: composite))
        owner.owned.own(as: "thing", lifetime: .application) {}.cancel()
      }
    }
  }

  @Test(.enabled(if: ResidentMemory.isKnown)) func theNameOfAnUnregisteredModuleIsForgotten() async {
    await #expect(processExitsWith: .success) { @MainActor in
      let composite = CompositeDelegate()
      composite.journal.isEnabled = false
      try await ResidentMemory.exitAfter(growingLessThan: 2 << 20) { number in
        let name = "Module with a long and unique name, which takes some memory: \(number)"
        try composite.register(name) { Probe("Module") }
        try composite.remove(name, forgetting: true)
      }
    }
  }

  @Test(.enabled(if: ResidentMemory.isKnown)) func aCancelledWaitForTheLaunchIsForgotten() async {
    await #expect(processExitsWith: .success) { @MainActor in
      let composite = CompositeDelegate()
      await ResidentMemory.exitAfter(growingLessThan: 2 << 20) { _ in
        let waiting = Task { try await composite.waitUntilLaunched() }
        waiting.cancel()
        _ = await waiting.result
      }
    }
  }
}
