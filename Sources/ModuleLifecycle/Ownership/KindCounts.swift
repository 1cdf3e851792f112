/// The kinds of what a bag owns and has owned, each under a small number, with their counts.
struct KindCounts: Sendable {
  private var kinds: [OwnedKind] = []
  private var numbers: [OwnedKind: UInt32] = [:]
  private var latest = 0
  /// How many there have been of each kind.
  private var acquired: [Int] = []
  /// How many were released of each kind, by cause.
  private var released: [Int] = []

  /// The kind of that number.
  subscript(number: UInt32) -> OwnedKind { kinds[Int(number)] }

  /// The number of a kind, if anything of it has been owned.
  mutating func known(_ kind: OwnedKind) -> UInt32? {
    if latest < kinds.count, kinds[latest] == kind { return UInt32(latest) }
    guard let known = numbers[kind] else { return nil }
    latest = Int(known)
    return known
  }

  /// The number of a kind.
  mutating func number(of kind: OwnedKind) -> UInt32 {
    if let known = known(kind) { return known }
    latest = kinds.count
    kinds.append(kind)
    acquired.append(0)
    released += repeatElement(0, count: ReleaseCause.allCases.count)
    numbers[kind] = UInt32(latest)
    return UInt32(latest)
  }

  mutating func noteAcquired(_ kind: UInt32) { acquired[Int(kind)] += 1 }

  mutating func noteReleased(_ kind: UInt32, _ cause: ReleaseCause) {
    released[Int(kind) * ReleaseCause.allCases.count + Int(cause.rawValue)] += 1
  }

  /// The counts by kind, in the order of their first acquisition.
  var tallies: [KindTally] {
    kinds.indices.map { kind in
      let released = released[kind * ReleaseCause.allCases.count..<(kind + 1) * ReleaseCause.allCases.count]
      return KindTally(kind: kinds[kind], live: acquired[kind] - released.reduce(0, +), released: Array(released))
    }
  }
}
