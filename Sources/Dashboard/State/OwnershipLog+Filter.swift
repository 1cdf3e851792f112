import DequeModule
import ModuleLifecycle
import OrderedCollections

extension OwnershipLog {
  /// What a filter leaves of one owner's rows.
  struct Matches: Sendable, Equatable {
    /// Whether it leaves the heading of an owner that has no rows.
    var hasHeading = false
    /// The numbers of the open objects.
    var open = SortedNumbers()
    /// The positions of the cleaned objects, ascending.
    var cleaned: Deque<Int> = []

    var count: Int { open.count + cleaned.count }
  }

  /// The word for where an open object stands.
  static func word(for object: OwnedEntry, of owner: Owner) -> String {
    if object.isLasting { return "until app ends" }
    return owner.isOverdue ? "OVERDUE" : "open"
  }

  /// The word for why an object was cleaned. One that only came to it with its overdue owner's late release says so.
  static func word(for released: ReleasedEntry) -> String {
    let cameWithOwner = released.reason == .ownerReleased || released.reason == .swept
    return released.isLateRelease && cameWithOwner ? "freed late" : released.reason.word
  }
}

extension OwnershipLog.Owner {
  /// What a column calls an object: its name, or what its owner said of it, or its number.
  static func name(_ name: String, detail: String?, number: Int) -> String {
    name.isEmpty ? detail ?? "no. \(number)" : name
  }

  /// Looks at all rows.
  mutating func match(_ filter: RowFilter?) {
    guard let filter else {
      matches = nil
      return
    }
    matches = OwnershipLog.Matches()
    let wanted = filter.missing(filter.all, in: name)
    // Rows that follow each other are often alike.
    var (kind, reason) = ("", ReleaseReason(rawValue: ""))
    var (ofKind, ofReason) = (wanted, wanted)
    for position in cleaned.positionsKept {
      guard wanted != 0 else {
        matches?.cleaned.append(position)
        continue
      }
      let row = cleaned[position]
      if row.released.isLateRelease {
        if fits(row, wanted, filter) { matches?.cleaned.append(position) }
        continue
      }
      if row.released.kind != kind {
        kind = row.released.kind
        ofKind = filter.missing(wanted, in: kind)
      }
      if row.released.reason != reason {
        reason = row.released.reason
        ofReason = filter.missing(wanted, in: reason.word)
      }
      if filter.missing(ofKind & ofReason, in: Self.name(of: row)) == 0 { matches?.cleaned.append(position) }
    }
    matchOpen(filter)
  }

  /// Looks at the open rows again, whose words change with what becomes of the owner.
  mutating func matchOpen(_ filter: RowFilter) {
    let wanted = filter.missing(filter.all, in: name)
    matches?.open = SortedNumbers()
    if isGone { for place in 0..<live.numbers.count { matchOpen(live.numbers[place], wanted, filter) } }
    matches?.hasHeading = wanted == 0
  }

  private mutating func matchOpen(_ number: Int, _ wanted: RowFilter.Words, _ filter: RowFilter) {
    guard let object = live[number] else { return }
    let name = Self.name(object.name, detail: object.detail, number: number)
    let texts = [object.kind, name, OwnershipLog.word(for: object, of: self)]
    if texts.reduce(wanted, { filter.missing($0, in: $1) }) == 0 { matches?.open.insert(number) }
  }

  /// Takes the row that was cleaned last into account.
  mutating func matchLatest(_ filter: RowFilter) {
    guard let position = cleaned.positionsKept.last else { return }
    let row = cleaned[position]
    matches?.open.remove(row.released.number)
    if fits(row, filter.missing(filter.all, in: name), filter) { matches?.cleaned.append(position) }
  }

  /// Takes an object into account that was acquired just now.
  mutating func matchAcquired(_ number: Int, _ filter: RowFilter) {
    if isGone { matchOpen(number, filter.missing(filter.all, in: name), filter) }
  }

  private func fits(_ row: OwnershipLog.Cleaned, _ wanted: RowFilter.Words, _ filter: RowFilter) -> Bool {
    [row.released.kind, Self.name(of: row), OwnershipLog.word(for: row.released)]
      .reduce(wanted) { filter.missing($0, in: $1) } == 0
  }

  private static func name(of row: OwnershipLog.Cleaned) -> String {
    name(row.released.name, detail: row.owned?.detail, number: row.released.number)
  }

  /// Forgets the oldest rows.
  mutating func forgetOldest(_ count: Int) {
    forget(count)
    let first = cleaned.positionsKept.lowerBound
    while let position = matches?.cleaned.first, position < first { matches?.cleaned.removeFirst() }
  }
}
