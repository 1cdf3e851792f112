import Foundation
import ModuleLifecycle
import Synchronization

/// An owner with a bag. The tests check what its death does.
final class Keeper: Sendable {
  let owned: OwnedObjects
  init(_ journal: Journal = Journal()) { owned = OwnedObjects(owner: "Keeper", journal: journal) }
}

/// A count that any thread can raise.
final class Count: Sendable {
  private let count = Atomic(0)
  var value: Int { count.load(ordering: .sequentiallyConsistent) }
  func raise() { _ = raised() }
  /// Raises the count and returns the new value.
  func raised() -> Int { count.add(1, ordering: .sequentiallyConsistent).newValue }
}

extension Journal {
  /// The kind, name and reason of each released object, in the order of the releases.
  var releases: [String] { released.map { "\($0.kind) \($0.name) \($0.reason)" } }
}

/// Waits until the condition holds. Otherwise the test's time limit ends the wait.
@MainActor func eventually(_ condition: @MainActor () async -> Bool) async {
  while await !condition(), !Task.isCancelled { await Task.yield() }
}

/// Runs a closure on several threads at once and waits for all of them. It starts dedicated threads: tasks and queues
/// have only as many as there are processors, and a test that kept those busy would hold up every other test.
func concurrently(_ threads: Int, _ body: @escaping @Sendable (_ thread: Int) -> Void) async {
  let ended = Count()
  await withCheckedContinuation { done in
    for thread in 0..<threads {
      Thread.detachNewThread {
        body(thread)
        if ended.raised() == threads { done.resume() }
      }
    }
  }
}

/// Reports whether an object is alive, without retaining it.
@MainActor final class LifeSign {
  weak var object: AnyObject?
  var isAlive: Bool { object != nil }
}
