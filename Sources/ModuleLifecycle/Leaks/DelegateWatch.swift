import Synchronization

/// A look at a reference whose delegate may die unnoticed; the code that made it keeps it for as long as there is something to
/// see.
package final class DelegateWatch: Sendable {
  /// The module that made the reference.
  fileprivate let owner: Owner?
  /// What to warn of, once for each delegate; `nil` while it lives.
  fileprivate let takeWarning: @Sendable () -> WarningEntry.DanglingReference?

  private init(owner: Owner?, _ takeWarning: @escaping @Sendable () -> WarningEntry.DanglingReference?) {
    self.owner = owner
    self.takeWarning = takeWarning
  }

  /// Has the composite look whose module is being created; `nil` where none is.
  package static func ofModuleInTheMaking(_ takeWarning: @escaping @Sendable () -> WarningEntry.DanglingReference?)
    -> DelegateWatch?
  {
    guard let owner = Owner.underConstruction else { return nil }
    let watch = DelegateWatch(owner: owner, takeWarning)
    owner.add(watch)
    return watch
  }

  /// Has a composite look.
  @MainActor package static func of(
    _ composite: CompositeDelegate, _ takeWarning: @escaping @Sendable () -> WarningEntry.DanglingReference?
  ) -> DelegateWatch {
    let watch = DelegateWatch(owner: nil, takeWarning)
    composite.scope.delegateWatches.add(watch)
    return watch
  }
}

/// The references that a composite looks at.
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

  /// Whether there was none at the last look.
  var isEmpty: Bool { count.load(ordering: .relaxed) == 0 }

  /// The references that have been added and live.
  var living: [DelegateWatch] { all.withLock { $0.compactMap(\.watch) } }
}

extension OwnershipScope {
  /// Warns once of each reference that points to a delegate that has died.
  func warnOfDanglingDelegates() {
    for watch in delegateWatches.living {
      guard let reference = watch.takeWarning() else { continue }
      journal.warn(.delegateDangling) { warning in
        warning.reference = reference
        (warning.module, warning.moduleID) = (watch.owner?.name, watch.owner?.instance?.id)
      }
    }
  }
}
