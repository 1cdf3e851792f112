#if CommandLine
import ModuleLifecycle
import OrderedCollections
import Recordings

extension OwnedObjectHistory {
  /// One row of the cleanup pane.
  enum Row: Equatable {
    case heading(Owner)
    /// An object that is being cleaned asynchronously, or one of an owner that is gone, or should be.
    case open(Owner, OwnedEntry)
    case cleaned(Owner, Cleaned)

    var owner: Owner {
      switch self {
      case .heading(let owner), .open(let owner, _), .cleaned(let owner, _): owner
      }
    }

    var id: RowID {
      switch self {
      case .heading(let owner): .heading(owner.id)
      case .open(let owner, let object): .object(OwnedObjectID(owner: owner.id, number: object.number))
      case .cleaned(let owner, let row): .object(OwnedObjectID(owner: owner.id, number: row.released.number))
      }
    }
  }

  /// What a row is about; it stays the same when rows move, and when an open object is cleaned.
  enum RowID: Hashable, Sendable {
    case heading(UInt64)
    case object(OwnedObjectID)

    var owner: UInt64 {
      switch self {
      case .heading(let owner): owner
      case .object(let object): object.owner
      }
    }
  }

  /// The row at a place counted from the top; the newest is the last. Costs a search among the owners.
  func row(at index: Int) -> Row? {
    guard index >= 0, index < rowCount else { return nil }
    // The last owner that starts at or above the row; those without rows start where the next one does.
    let group = starts.prefixCount { $0 <= index } - 1
    return owners[shown[group]]?.row(at: index - starts[group])
  }

  /// The place of a row, if it is shown.
  func index(of row: RowID) -> Int? {
    guard let group = shown.firstIndex(of: row.owner), let owner = owners[row.owner], owner.visibleCount > 0 else {
      return nil
    }
    switch row {
    case .heading: return starts[group]
    case .object(let object): return owner.place(of: object.number).map { starts[group] + $0 }
    }
  }
}

extension OwnedObjectHistory.Owner {
  private var openVisible: Int { fold == .all ? 0 : matches?.open.count ?? openStarts.count }
  private var cleanedVisible: Int { fold == .all ? 0 : matches?.cleaned.count ?? cleaned.floods.starts.count }

  /// How many rows are to be seen, the heading included; none where a filter leaves nothing.
  var visibleCount: Int {
    if let matches, matches.count == 0, !(matches.hasHeading && openCount + cleaned.count == 0) { return 0 }
    return openVisible + cleanedVisible + 1
  }

  /// The heading, then what is open still, last acquired first, then what was cleaned, oldest first.
  func row(at place: Int) -> OwnedObjectHistory.Row? {
    let open = openVisible
    if place == 0 { return .heading(self) }
    if place <= open {
      let number = matches?.open[open - place] ?? openStarts[open - place]
      return live[number].map { .open(self, $0) }
    }
    let index = place - open - 1
    guard index < cleanedVisible else { return nil }
    return .cleaned(self, cleaned[matches?.cleaned[index] ?? cleaned.floods.starts[index]])
  }

  /// How many equal objects a row stands for.
  func count(of row: OwnedObjectHistory.Row) -> Int {
    switch row {
    case .heading: return 1
    case .open(_, let object):
      guard let openFloods else { return 1 }
      let end = openFloods.end(of: object.number) ?? .max
      return openNumbers.prefixCount(upTo: end - 1) - openNumbers.prefixCount(upTo: object.number - 1)
    case .cleaned(_, let row):
      guard let start = cleaned.position(of: row.released.number) else { return 1 }
      return (cleaned.floods.end(of: start) ?? cleaned.positionsKept.upperBound) - start
    }
  }

  /// How many objects a filter leaves.
  var matchingCount: Int {
    guard let matches else { return 0 }
    let hasFloods = openStarts.count < openCount || cleaned.floods.starts.count < cleaned.count
    guard hasFloods else { return matches.count }
    let open = (0..<matches.open.count).lazy.compactMap { live[matches.open[$0]] }
      .reduce(0) { $0 + count(of: .open(self, $1)) }
    return (0..<matches.cleaned.count).reduce(open) { $0 + count(of: .cleaned(self, cleaned[matches.cleaned[$1]])) }
  }

  /// Where an object stands below the heading, if it is to be seen.
  func place(of number: Int) -> Int? {
    if fold == .all { return openNumbers.place(of: number) ?? cleaned.position(of: number) == nil ? nil : 0 }
    let open = openVisible
    let isOpen = open > 0 && openNumbers.place(of: number) != nil
    if isOpen, let start = openFloods.map({ $0.start(of: number) }) ?? number,
      let index = (matches?.open ?? openStarts).place(of: start)
    {
      return open - index
    }
    guard let position = cleaned.position(of: number), let start = cleaned.floods.start(of: position) else {
      return nil
    }
    return (matches?.cleaned ?? cleaned.floods.starts).place(of: start).map { open + 1 + $0 }
  }
}

extension OwnedObjectHistory {
  /// An object's row that fits a query.
  struct Match: Equatable {
    let row: RowID
    /// The how-manieth it is, from one.
    let place: Int
    let count: Int
  }

  /// The next object that fits a query below a row, or above it; after the last comes the first.
  ///
  /// It looks at every row, as setting a filter does, unless that is the filter already.
  func match(for query: String, from index: Int, by step: Int) -> Match? {
    var fitting = self
    if filter?.query != query { fitting.setFilter(query) }
    guard fitting.matchCount > 0 else { return nil }
    // The rows that fit stand in the same order as all rows.
    let low = (0..<fitting.rowCount).prefixCount { row in
      let place = fitting.row(at: row).flatMap { self.index(of: $0.id) } ?? 0
      return step > 0 ? place <= index : place < index
    }
    let found =
      step > 0
      ? fitting.object(from: low, by: 1) ?? fitting.object(from: 0, by: 1)
      : fitting.object(from: low - 1, by: -1) ?? fitting.object(from: fitting.rowCount - 1, by: -1)
    guard let found, let row = fitting.row(at: found) else { return nil }
    let rows = fitting.rowCount - fitting.headingCount(upTo: fitting.rowCount - 1)
    return Match(row: row.id, place: found + 1 - fitting.headingCount(upTo: found), count: rows)
  }

  /// The first row from one on that is no heading.
  private func object(from index: Int, by step: Int) -> Int? {
    var index = index
    while let row = row(at: index) {
      guard case .heading = row else { return index }
      index += step
    }
    return nil
  }

  private func headingCount(upTo index: Int) -> Int {
    zip(shown, starts).count { $1 <= index && (owners[$0]?.visibleCount ?? 0) > 0 }
  }

  /// What a filter leaves of one owner's rows.
  struct Matches: Sendable, Equatable {
    /// Whether it leaves the heading of an owner that has no rows.
    var hasHeading = false
    /// The numbers of the open objects.
    var open = SortedNumbers()
    /// The positions of the cleaned objects, ascending.
    var cleaned = SortedNumbers()

    var count: Int { open.count + cleaned.count }
  }

  /// The word for where an open object stands.
  static func word(for object: OwnedEntry, of owner: Owner) -> String {
    if owner.releasing[object.number] != nil { return "releasing" }
    return object.isLasting ? "until app ends" : owner.isOverdue ? "OVERDUE" : "open"
  }

  /// The word for why an object was cleaned. One that only came to it with its overdue owner's late release says so.
  static func word(for released: ReleasedEntry) -> String {
    let cameWithOwner = released.reason == .ownerReleased || released.reason == .swept
    return released.isLateRelease && cameWithOwner ? "freed late" : released.reason.word
  }
}

extension OwnedObjectHistory.Cleaned {
  /// Whether another one reads the same, but for its number and times.
  func isLike(_ other: Self) -> Bool {
    released.kind == other.released.kind && released.name == other.released.name
      && released.reason == other.released.reason && released.isLateRelease == other.released.isLateRelease
      && owned?.detail == other.owned?.detail
  }
}

extension OwnedObjectHistory.Owner {
  /// Looks at all rows.
  mutating func match(_ filter: RowFilter?) {
    matches = filter.map { _ in OwnedObjectHistory.Matches() }
    guard let filter else { return }
    matchCleaned(filter, from: cleaned.positionsKept.lowerBound)
    matchOpen(filter)
  }

  /// Looks at the open rows again, whose words change with what becomes of the owner.
  mutating func matchOpen(_ filter: RowFilter) {
    let wanted = filter.missing(filter.all, in: name)
    matches?.hasHeading = wanted == 0
    let objects = isGone ? Array(live.unordered) : (0..<releasing.count).compactMap { live[releasing.numbers[$0]] }
    let fitting = objects.filter { object in
      filter.misses(wanted, in: object.kind, OwnedObjectHistory.word(for: object, of: self), Phrases.name(of: object))
        == 0
    }
    // Equal objects fit alike.
    let open =
      wanted == 0 ? openStarts : SortedNumbers(fitting.map(\.number).filter { openStarts.place(of: $0) != nil })
    matches?.open = open
  }

  /// Takes the row that was cleaned last into account.
  mutating func matchLatest(_ filter: RowFilter) {
    guard cleaned.positionsKept.contains(latestPosition) else { return }
    matches?.open.remove(cleaned[latestPosition].released.number)
    matchCleaned(filter, from: latestPosition)
  }

  /// Looks at the cleaned rows from a position on.
  private mutating func matchCleaned(_ filter: RowFilter, from first: Int) {
    let wanted = filter.missing(filter.all, in: name)
    guard var fitting = matches?.cleaned else { return }
    // Taken out meanwhile: two that share their memory would be copied.
    matches?.cleaned = SortedNumbers()
    defer { matches?.cleaned = fitting }
    fitting.keep(0..<first)
    // Rows that follow each other are often alike but for their names.
    var (kind, reason, isLate, left) = ("", ReleaseReason(rawValue: ""), false, wanted)
    let starts = cleaned.floods.starts
    for place in starts.prefixCount(upTo: first - 1)..<starts.count {
      let position = starts[place]
      let row = cleaned[position]
      let released = row.released
      if released.kind != kind || released.reason != reason || released.isLateRelease != isLate {
        (kind, reason, isLate) = (released.kind, released.reason, released.isLateRelease)
        left = filter.misses(wanted, in: kind, OwnedObjectHistory.word(for: released), isLate ? "late" : "")
      }
      if filter.missing(left, in: Phrases.name(of: row)) == 0 { fitting.insert(position) }
    }
  }

  /// Forgets the oldest rows.
  mutating func forgetOldest(_ count: Int) {
    let first = cleaned.positionsKept.lowerBound + count
    // Of a flood the rest stays, and fits as the whole did.
    let fits = cleaned.floods.start(of: first).map { matches?.cleaned.place(of: $0) != nil } ?? false
    forget(count)
    matches?.cleaned.keep(cleaned.positionsKept)
    if fits, !cleaned.isEmpty { matches?.cleaned.insert(first) }
  }
}

extension RowFilter {
  /// Those of the words that are in none of the texts.
  fileprivate func misses(_ wanted: Words, in first: String, _ second: String, _ third: String) -> Words {
    missing(missing(missing(wanted, in: first), in: second), in: third)
  }
}
#endif
