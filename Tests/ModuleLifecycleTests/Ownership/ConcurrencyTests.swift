import Dispatch
import RollcallTestSupport
import RollcallTestingAdditions
import Synchronization
import Testing

@testable import ModuleLifecycle

/// Eight threads that use the same owners.
@Suite(.inTurn, .serialized, .timeLimit(.minutes(10))) struct ConcurrencyTests {
  /// The number of operations of all threads together.
  private static let operations = sized(1_000_000)
  private static let threads = 8

  private final class Holder: Sendable {
    let owned: OwnedObjects
    init(_ number: Int, _ journal: Journal) { owned = OwnedObjects(owner: "Owner \(number)", journal: journal) }
  }

  /// Counts how often each object was cleaned.
  private final class Tally: Sendable {
    private let counts: [Counter]
    init(_ count: Int) { counts = (0..<count).map { _ in Counter() } }
    func mark(_ index: Int) { counts[index].count.wrappingAdd(1, ordering: .relaxed) }
    var mistakes: Int { counts.count { $0.count.load(ordering: .relaxed) != 1 } }
    final class Counter: Sendable { let count = Atomic<Int>(0) }
  }

  @Test func eachObjectIsCleanedExactlyOnceWhateverTheThreadsDo() async {
    // Each object takes two operations: one registers it, one cancels it, finds it, or closes its owner.
    let objects = Self.operations / 2
    let tally = Tally(objects)
    let journal = Journal(capacity: 1 << 20)
    let owners = 64
    let holders = (0..<owners).map { Mutexed(Holder($0, journal)) }
    let registrars = holders.map { $0.value?.owned.registrar }
    await concurrently(Self.threads) { thread in
      var random = SplitMix(state: UInt64(thread))
      var handles: [OwnedObject] = []
      for index in stride(from: thread, to: objects, by: Self.threads) {
        let owner = Int(random.next() % UInt64(owners))
        // There are few names, so that threads also replace one another's objects.
        let name = random.next() % 4 == 0 ? "" : "name \(random.next() % 200)"
        if let object = registrars[owner]?.own(name, as: .file, cleanup: { tally.mark(index) }) {
          handles.append(object)
        }
        switch random.next() % 8 {
        case 0...3: handles.popLast()?.cancel()
        case 4: handles.randomElement(using: &random)?.finish()
        case 5: _ = holders[owner].value?.owned.object(.file, named: name)?.cancel()
        default: break
        }
        // Near the end the owners die one after the other, while threads use them.
        if index > objects / 4 * 3, index % (objects / 4 / owners) == 0 { holders[owner].value = nil }
      }
    }
    for holder in holders { holder.value = nil }
    expectEqual(tally.mistakes, 0)
  }

  @Test func ownersThatAreClosedByAllThreadsAtOnceAreClosedOnce() async {
    for round in 0..<200 {
      let tally = Tally(32)
      let holder = Mutexed(Holder(round, Journal(capacity: 1 << 16)))
      let handles = (0..<32).compactMap { index in
        holder.value?.owned.own("\(index)", as: .file) { tally.mark(index) }
      }
      await concurrently(Self.threads) { thread in
        if thread % 2 == 0 { holder.value = nil }
        for handle in handles { handle.cancel() }
      }
      expectEqual(tally.mistakes, 0)
    }
  }
}
