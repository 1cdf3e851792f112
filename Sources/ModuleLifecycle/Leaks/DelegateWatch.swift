import Synchronization

/// Watches a reference whose delegate can die unnoticed. The code that created the reference keeps the watch for as
/// long as it has something to check.
package final class DelegateWatch: Sendable {
  /// The module that created the reference.
  fileprivate let owner: Owner?
  /// Returns what to warn about, once for each dead delegate. `nil` while the delegate is alive.
  fileprivate let takeWarning: @Sendable () -> WarningEntry.DanglingReference?

  private init(owner: Owner?, _ takeWarning: @escaping @Sendable () -> WarningEntry.DanglingReference?) {
    self.owner = owner
    self.takeWarning = takeWarning
  }

  /// Adds a watch to the composite whose module is being created. `nil` if no module is being created.
  package static func ofModuleInTheMaking(_ takeWarning: @escaping @Sendable () -> WarningEntry.DanglingReference?)
    -> DelegateWatch?
  {
    guard let owner = Owner.underConstruction else { return nil }
    let watch = DelegateWatch(owner: owner, takeWarning)
    owner.ownership?.delegateWatches.add(watch)
    return watch
  }

  /// Adds a watch to a composite.
  @MainActor package static func of(
    _ composite: CompositeDelegate, _ takeWarning: @escaping @Sendable () -> WarningEntry.DanglingReference?
  ) -> DelegateWatch {
    let watch = DelegateWatch(owner: nil, takeWarning)
    composite.ownership.delegateWatches.add(watch)
    return watch
  }
}

/// The references that a composite watches.
final class DelegateWatches: Sendable {
  private struct Watched: Sendable {
    weak var watch: DelegateWatch?
  }

  private let all = Locked<[Watched]>([])
  private let count = Atomic<Int>(0)

  func add(_ watch: DelegateWatch) {
    all.withLock { all in
      all.removeAll { $0.watch == nil }
      all.append(Watched(watch: watch))
      count.store(all.count, ordering: .relaxed)
    }
  }

  /// Whether no watch has ever been added.
  var isEmpty: Bool { count.load(ordering: .relaxed) == 0 }

  /// The watches that are still alive.
  var living: [DelegateWatch] { all.withLock { $0.compactMap(\.watch) } }
}

extension Ownership {
  /// Warns once about each reference to a delegate that has died.
  func warnOfDanglingDelegates() {
    for watch in delegateWatches.living {
      guard let reference = watch.takeWarning() else { continue }
      journal.warn(.delegateDangling) { warning in
        warning.reference = reference
        (warning.module, warning.moduleID) = (watch.owner?.name, watch.owner?.record?.id)
      }
    }
  }
}
