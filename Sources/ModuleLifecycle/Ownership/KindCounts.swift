/// The kinds of objects that a bag owns and has owned, each with a small number and its counts.
///
/// Nothing is allocated for a bag's first kind. Releases are not counted once no code can ask for the counts.
struct KindCounts: Sendable {
  private struct Kind: Sendable {
    let kind: OwnedKind
    var acquired = 0
  }

  private struct Release: Sendable {
    let kind: UInt16
    let reason: ReleaseReason
    var count = 1
  }

  private var first: Kind?
  private var others: [Kind] = []
  private var releases: [Release] = []

  /// The kind with this number.
  subscript(number: UInt16) -> OwnedKind {
    if number == 0, let first { return first.kind }
    return others[Int(number) - 1].kind
  }

  /// The number of a kind, or `nil` if the bag has never owned one.
  func known(_ kind: OwnedKind) -> UInt16? {
    if let first, first.kind == kind { return 0 }
    return others.firstIndex { $0.kind == kind }.map { UInt16($0 + 1) }
  }

  /// The number of a kind, which is added if it is new. A bag can have 65,535 kinds.
  mutating func number(of kind: OwnedKind) -> UInt16 {
    if let known = known(kind) { return known }
    if first == nil {
      first = Kind(kind: kind)
    } else {
      others.append(Kind(kind: kind))
    }
    return UInt16(others.count)
  }

  mutating func noteAcquired(_ kind: UInt16) {
    if kind == 0 { first?.acquired += 1 } else { others[Int(kind) - 1].acquired += 1 }
  }

  mutating func noteReleased(_ kind: UInt16, _ reason: ReleaseReason) {
    if let place = releases.lastIndex(where: { $0.kind == kind && $0.reason == reason }) {
      releases[place].count += 1
    } else {
      releases.append(Release(kind: kind, reason: reason))
    }
  }

  /// The counts by kind, in the order of first acquisition.
  var counts: OwnedCounts {
    var kinds = ((first.map { [$0] } ?? []) + others).map { OwnedCounts.Kind(kind: $0.kind, live: $0.acquired) }
    for release in releases {
      kinds[Int(release.kind)].live -= release.count
      kinds[Int(release.kind)].released[release.reason] = release.count
    }
    return OwnedCounts(kinds: kinds)
  }
}
