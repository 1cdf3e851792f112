#if CommandLine
import DequeModule
import ModuleLifecycle

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
    owner.releasing[object.number] == nil ? word(forLasting: object.isLasting, of: owner) : releasing
  }

  /// The word for an object whose asynchronous cleanup has begun and not ended.
  fileprivate static let releasing = "releasing"

  fileprivate static func word(forLasting isLasting: Bool, of owner: Owner) -> String {
    if isLasting { return "until app ends" }
    return owner.isOverdue ? "OVERDUE" : "open"
  }

  /// The word for why an object was cleaned. One that only came to it with its overdue owner's late release says so.
  static func word(for released: ReleasedEntry) -> String {
    let cameWithOwner = released.reason == .ownerReleased || released.reason == .swept
    return released.isLateRelease && cameWithOwner ? "freed late" : released.reason.word
  }
}

extension OwnershipLog.Owner {
  /// Looks at all rows, or, for a filter that leaves no more than the one before, at those that it has left.
  mutating func match(_ filter: RowFilter?, narrowing: Bool = false) {
    guard let filter else {
      matches = nil
      return
    }
    var reader = RowReader(filter, owner: self)
    let kept = matches
    matches = OwnershipLog.Matches()
    if narrowing, let kept {
      for position in kept.cleaned where reader.fitsAll || reader.fits(cleaned[position]) {
        matches?.cleaned.append(position)
      }
      narrowOpen(kept.open, &reader)
    } else {
      for position in cleaned.positionsKept where reader.fitsAll || reader.fits(cleaned[position]) {
        matches?.cleaned.append(position)
      }
      matchOpen(&reader)
    }
  }

  /// Looks at the open rows again, whose words change with what becomes of the owner.
  mutating func matchOpen(_ filter: RowFilter) {
    var reader = RowReader(filter, owner: self)
    matchOpen(&reader)
  }

  private mutating func matchOpen(_ reader: inout RowReader) {
    matches?.hasHeading = reader.fitsAll
    if reader.fitsAll {
      let open = openNumbers
      matches?.open = open
    } else if isGone {
      let open = live.numbers { reader.fits($0) }
      matches?.open = open
    } else {
      narrowOpen(releasing.numbers, &reader, always: true)
    }
  }

  private mutating func narrowOpen(_ numbers: SortedNumbers, _ reader: inout RowReader, always: Bool = false) {
    guard always || numbers.count < live.count / 2 else { return matchOpen(&reader) }
    matches?.hasHeading = reader.fitsAll
    var open = SortedNumbers()
    for place in 0..<numbers.count {
      let number = numbers[place]
      if live[number].map({ reader.fits($0) }) == true { open.insert(number) }
    }
    matches?.open = open
  }

  /// Takes the row that was cleaned last into account.
  mutating func matchLatest(_ filter: RowFilter) {
    guard cleaned.positionsKept.contains(latestPosition) else { return }
    matches?.open.remove(cleaned[latestPosition].released.number)
    while let last = matches?.cleaned.last, last >= latestPosition { matches?.cleaned.removeLast() }
    var reader = RowReader(filter, owner: self)
    for position in latestPosition..<cleaned.positionsKept.upperBound where reader.fits(cleaned[position]) {
      matches?.cleaned.append(position)
    }
  }

  /// Takes an object into account that was acquired just now.
  mutating func matchAcquired(_ number: Int, _ filter: RowFilter) {
    guard isGone, let object = live[number] else { return }
    var reader = RowReader(filter, owner: self)
    if reader.fits(object) { matches?.open.insert(number) }
  }

  /// Forgets the oldest rows.
  mutating func forgetOldest(_ count: Int) {
    forget(count)
    let first = cleaned.positionsKept.lowerBound
    while let position = matches?.cleaned.first, position < first { matches?.cleaned.removeFirst() }
  }
}

/// Reads the rows of one owner for a filter. Rows that follow each other are often alike, so it remembers what it has
/// found in the kind and the reason of the last one.
private struct RowReader {
  private let filter: RowFilter
  /// The words that are not in the owner's name.
  private let wanted: RowFilter.Words
  private let hasLasting: Bool
  private var kind: (text: String, missing: RowFilter.Words)
  private var reason: (reason: ReleaseReason, isLate: Bool, missing: RowFilter.Words)
  /// The same words without those that stand where an open object does.
  private var open: (lasting: RowFilter.Words, releasing: RowFilter.Words, others: RowFilter.Words)
  private let releasing: ReleasingObjects

  init(_ filter: RowFilter, owner: OwnershipLog.Owner) {
    self.filter = filter
    wanted = filter.missing(filter.all, in: owner.name)
    hasLasting = owner.lastingCount > 0
    releasing = owner.releasing
    kind = ("", wanted)
    reason = (ReleaseReason(rawValue: ""), false, wanted)
    open = (
      filter.missing(wanted, in: OwnershipLog.word(forLasting: true, of: owner)),
      filter.missing(wanted, in: OwnershipLog.releasing),
      filter.missing(wanted, in: OwnershipLog.word(forLasting: false, of: owner))
    )
  }

  /// Whether the owner's name has all words.
  var fitsAll: Bool { wanted == 0 }

  mutating func fits(_ row: OwnershipLog.Cleaned) -> Bool {
    let released = row.released
    if reason.reason != released.reason || reason.isLate != released.isLateRelease {
      let late = released.isLateRelease ? " late" : ""
      let missing = filter.missing(wanted, in: OwnershipLog.word(for: released) + late)
      reason = (released.reason, released.isLateRelease, missing)
    }
    let left = missing(inKind: released.kind) & reason.missing
    return left == 0 || filter.missing(left, in: Words.name(of: row)) == 0
  }

  mutating func fits(_ object: OwnedEntry) -> Bool {
    let isReleasing = releasing.count > 0 && releasing[object.number] != nil
    let isLasting = hasLasting && object.isLasting
    let left =
      missing(inKind: object.kind) & (isReleasing ? open.releasing : isLasting ? open.lasting : open.others)
    return left == 0 || filter.missing(left, in: Words.name(of: object)) == 0
  }

  private mutating func missing(inKind text: String) -> RowFilter.Words {
    if kind.text != text { kind = (text, filter.missing(wanted, in: text)) }
    return kind.missing
  }
}
#endif
