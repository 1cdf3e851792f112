/// A weak reference that any thread can test. Only the main actor can take the object out of it.
///
/// Unchecked, because the runtime loads and stores weak references atomically, and the object itself is used only where
/// its owner allows that.
package final class WeakReference: @unchecked Sendable {
  private weak let object: AnyObject?

  package init(_ object: AnyObject?) { self.object = object }

  package var isAlive: Bool { object != nil }

  package func refers(to other: AnyObject) -> Bool { object === other }

  @MainActor package var target: AnyObject? { object }
}
