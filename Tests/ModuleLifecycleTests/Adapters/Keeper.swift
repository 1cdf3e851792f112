import Foundation
import ModuleLifecycle
import Synchronization

/// Somebody with a bag; its death is what the tests are about.
final class Keeper: Sendable {
  let owned: OwnedObjects
  init(_ journal: Journal = Journal()) { owned = OwnedObjects(owner: "Keeper", journal: journal) }
}

/// A count that any thread may raise.
final class Count: Sendable {
  private let count = Atomic(0)
  var value: Int { count.load(ordering: .sequentiallyConsistent) }
  func raise() { _ = raised() }
  /// Raises it, and gives what it is then.
  func raised() -> Int { count.add(1, ordering: .sequentiallyConsistent).newValue }
}

extension Journal {
  /// Kind, name and reason of everything that was released, in that order.
  var releases: [String] { released.map { "\($0.kind) \($0.name) \($0.reason)" } }
}

/// Waits until the condition holds; the test's time limit ends it otherwise.
@MainActor func eventually(_ condition: @MainActor () async -> Bool) async {
  while await !condition(), !Task.isCancelled { await Task.yield() }
}

/// Has several threads do something at once, and waits for all of them. They are threads of their own: those of tasks and
/// queues are as few as the processors, and a test that kept them busy would hold up every other test.
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

/// Tells whether an object lives, without keeping it alive.
@MainActor final class LifeSign {
  weak var object: AnyObject?
  var isAlive: Bool { object != nil }
}
