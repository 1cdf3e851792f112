/// The numbers of objects that an owner has and has had, by kind and by release reason.
public struct OwnedCounts: Sendable, Equatable {
  /// The counts of one kind.
  public struct Kind: Sendable, Equatable {
    /// The kind that the counts are for.
    public let kind: OwnedKind
    /// The number of objects that are live now.
    public internal(set) var live = 0
    /// The number of objects whose asynchronous cleanup has begun and not yet ended.
    public internal(set) var releasing = 0
    /// The numbers of cleaned objects by release reason. Reasons that never occurred are missing.
    public internal(set) var released: [ReleaseReason: Int] = [:]
  }

  /// The counts of each kind that was ever owned, in the order of first acquisition.
  ///
  /// Of an owner that had hundreds of kinds, those of which no object is live can be missing. A module counts 1,024 kinds of
  /// earlier instances.
  public private(set) var kinds: [Kind] = []
  private var places: [OwnedKind: Int] = [:]

  /// The number of objects that are live now.
  public var live: Int { kinds.reduce(0) { $0 + $1.live } }
  /// The number of objects that have been cleaned.
  public var released: Int { kinds.reduce(0) { $0 + $1.released.values.reduce(0, +) } }
  /// The counts of a kind. All are zero for a kind that was never owned.
  public subscript(kind: OwnedKind) -> Kind { places[kind].map { kinds[$0] } ?? Kind(kind: kind) }

  /// Counts objects of a kind that were acquired, or released for a reason.
  mutating func add(_ kind: OwnedKind, _ reason: ReleaseReason?, _ count: Int) {
    let index = places[kind] ?? kinds.endIndex
    if index == kinds.endIndex {
      kinds.append(Kind(kind: kind))
      places[kind] = index
    }
    guard let reason else {
      kinds[index].live += count
      return
    }
    kinds[index].live -= count
    kinds[index].released[reason, default: 0] += count
  }

  /// - Parameter most: The number of kinds from which on further ones are left out.
  mutating func add(_ other: OwnedCounts, mostKinds most: Int = .max) {
    for kind in other.kinds where kinds.count < most || places[kind.kind] != nil {
      add(kind.kind, nil, kind.live + kind.released.values.reduce(0, +))
      for (reason, count) in kind.released { add(kind.kind, reason, count) }
    }
  }

  /// Moves objects that are being cleaned asynchronously to `releasing`. The bags have counted them as released.
  func noting(_ releasing: some Sequence<ReleasingObject>) -> OwnedCounts {
    var counts = self
    for object in releasing {
      // It may have been forgotten.
      counts.add(object.row.kind, nil, 0)
      guard let index = counts.places[object.row.kind] else { continue }
      counts.kinds[index].releasing += 1
      let count = counts.kinds[index].released[object.reason] ?? 0
      counts.kinds[index].released[object.reason] = count > 1 ? count - 1 : nil
    }
    return counts
  }
}
