/// How many objects an owner has and has had, by kind and by the reason of their release.
public struct OwnedCounts: Sendable, Equatable {
  /// The counts of one kind.
  public struct Kind: Sendable, Equatable {
    /// Which kind.
    public let kind: OwnedKind
    /// How many live now.
    public internal(set) var live = 0
    /// Of how many the asynchronous cleanup has begun and not ended.
    public internal(set) var releasing = 0
    /// How many were cleaned, by reason; reasons that never came up are missing.
    public internal(set) var released: [ReleaseReason: Int] = [:]
  }

  /// One element for each kind that was ever owned, in the order of their first acquisition.
  public private(set) var kinds: [Kind] = []

  /// How many live now.
  public var live: Int { kinds.reduce(0) { $0 + $1.live } }

  /// How many were cleaned.
  public var released: Int { kinds.reduce(0) { $0 + $1.released.values.reduce(0, +) } }

  /// The counts of a kind; zeros for one that was never owned.
  public subscript(kind: OwnedKind) -> Kind { kinds.first { $0.kind == kind } ?? Kind(kind: kind) }

  init(kinds: [Kind] = []) { self.kinds = kinds }

  /// Counts what is being cleaned asynchronously, which the bags have counted as cleaned.
  func noting(_ releasing: some Sequence<ReleasingObject>) -> OwnedCounts {
    var counts = self
    for object in releasing {
      guard let index = kinds.firstIndex(where: { $0.kind == object.record.kind }) else { continue }
      counts.kinds[index].releasing += 1
      let count = counts.kinds[index].released[object.reason] ?? 0
      counts.kinds[index].released[object.reason] = count > 1 ? count - 1 : nil
    }
    return counts
  }

  mutating func add(_ other: OwnedCounts) {
    for kind in other.kinds {
      if let index = kinds.firstIndex(where: { $0.kind == kind.kind }) {
        kinds[index].live += kind.live
        kinds[index].released.merge(kind.released, uniquingKeysWith: +)
      } else {
        kinds.append(kind)
      }
    }
  }
}

/// What all instances of a module have counted together in bags that are closed.
final class OwnershipTotals: Sendable {
  private let counts = Locked(OwnedCounts())

  func add(_ closed: OwnedCounts) { counts.withLock { $0.add(closed) } }

  /// The counts together with those of bags that are open.
  func counts(with open: [OwnedCounts]) -> OwnedCounts {
    var counts = counts.withLock { $0 }
    for other in open { counts.add(other) }
    return counts
  }
}
