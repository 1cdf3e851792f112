/// How many objects somebody owns and has owned, by kind and by the reason of their release.
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

  /// Counts what is being cleaned asynchronously, which the bags have counted as cleaned.
  func noting(_ releasing: [ReleasingObject]) -> OwnedCounts {
    var counts = self
    for object in releasing {
      guard let index = kinds.firstIndex(where: { $0.kind == object.record.kind }),
        let reason = object.record.release?.cause.reason
      else { continue }
      counts.kinds[index].releasing += 1
      let count = counts.kinds[index].released[reason] ?? 0
      counts.kinds[index].released[reason] = count > 1 ? count - 1 : nil
    }
    return counts
  }

  mutating func add(_ tally: KindTally) {
    let index = kinds.firstIndex { $0.kind == tally.kind } ?? kinds.endIndex
    if index == kinds.endIndex { kinds.append(Kind(kind: tally.kind)) }
    kinds[index].live += tally.live
    for cause in ReleaseCause.allCases where tally.released[Int(cause.rawValue)] > 0 {
      kinds[index].released[cause.reason, default: 0] += tally.released[Int(cause.rawValue)]
    }
  }
}

/// The running count of one kind.
struct KindTally: Sendable {
  let kind: OwnedKind
  var live = 0
  /// By cause.
  var released = [Int](repeating: 0, count: ReleaseCause.allCases.count)
}
