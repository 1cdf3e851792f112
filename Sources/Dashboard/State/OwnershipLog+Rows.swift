#if CommandLine
import DequeModule
import ModuleLifecycle
import OrderedCollections

extension OwnershipLog {
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
    var (low, high) = (0, starts.count)
    while high - low > 1 {
      let middle = (low + high) / 2
      if starts[middle] <= index { low = middle } else { high = middle }
    }
    return owners[shown[low]]?.row(at: index - starts[low])
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

extension OwnershipLog.Owner {
  private var openVisible: Int { matches?.open.count ?? openCount }
  private var cleanedVisible: Int { matches?.cleaned.count ?? cleaned.count }

  /// How many rows are to be seen, the heading included; none where a filter leaves nothing.
  var visibleCount: Int {
    let objects = openVisible + cleanedVisible
    if objects == 0, let matches, !(matches.hasHeading && openCount + cleaned.count == 0) { return 0 }
    return objects + 1
  }

  /// The heading, then what is open still, last acquired first, then what was cleaned, oldest first.
  func row(at place: Int) -> OwnershipLog.Row? {
    let open = openVisible
    if place == 0 { return .heading(self) }
    if place <= open {
      let number = matches?.open[open - place] ?? openNumbers[open - place]
      return live[number].map { .open(self, $0) }
    }
    let index = place - open - 1
    guard index < cleanedVisible else { return nil }
    return .cleaned(self, cleaned[matches?.cleaned[index] ?? cleaned.positionsKept.lowerBound + index])
  }

  /// Where an object stands below the heading, if it is to be seen.
  func place(of number: Int) -> Int? {
    let open = openVisible
    if open > 0, let index = (matches?.open ?? openNumbers).place(of: number) { return open - index }
    guard let position = cleaned.position(of: number) else { return nil }
    guard let matches else { return open + 1 + position - cleaned.positionsKept.lowerBound }
    var (low, high) = (0, matches.cleaned.count)
    while low < high {
      let middle = (low + high) / 2
      if matches.cleaned[middle] < position { low = middle + 1 } else { high = middle }
    }
    return low < matches.cleaned.count && matches.cleaned[low] == position ? open + 1 + low : nil
  }
}

extension OwnershipLog {
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
    var (low, high) = (0, fitting.rowCount)
    while low < high {
      let middle = (low + high) / 2
      let place = fitting.row(at: middle).flatMap { self.index(of: $0.id) } ?? 0
      if step > 0 ? place <= index : place < index { low = middle + 1 } else { high = middle }
    }
    let found =
      step > 0
      ? fitting.object(from: low, by: 1) ?? fitting.object(from: 0, by: 1)
      : fitting.object(from: low - 1, by: -1) ?? fitting.object(from: fitting.rowCount - 1, by: -1)
    guard let found, let row = fitting.row(at: found) else { return nil }
    return Match(row: row.id, place: found + 1 - fitting.headingCount(upTo: found), count: fitting.matchCount)
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
}
#endif
