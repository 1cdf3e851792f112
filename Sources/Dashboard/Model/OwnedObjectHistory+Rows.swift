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
      case .heading(let owner): RowID(owner: owner.id)
      case .open(let owner, let object): RowID(owner: owner.id, number: object.number)
      case .cleaned(let owner, let row): RowID(owner: owner.id, number: row.released.number)
      }
    }
  }

  /// What a row is about; it stays the same when rows move, and when an open object is cleaned.
  struct RowID: Hashable, Sendable {
    let owner: UInt64
    /// The object's number; `nil` of the owner's heading.
    var number: Int?
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
    guard let group = shown.firstIndex(of: row.owner) else { return nil }
    return owners[row.owner]?.index(of: row.number).map { starts[group] + $0 }
  }

  /// An object's row that fits a query.
  struct Match: Equatable {
    let row: RowID
    /// The how-manieth it is, from one.
    let place: Int
    let count: Int
  }

  /// The next object that fits a query below a row, or above it; after the last comes the first. It looks at every row,
  /// as setting a filter does.
  func match(for query: String, from index: Int, by step: Int) -> Match? {
    var fitting = self
    if filter == nil { fitting.setFilter(query) }
    let indices = zip(shown, starts).flatMap { id, start in
      // Where all rows are shown, those that fit stand in their places among them.
      (fitting.owners[id]?.fitting ?? []).enumerated().dropFirst().compactMap { index, place in
        filter == nil ? owners[id]?.index(ofPlace: place).map { start + $0 } : start + index
      }
    }
    guard !indices.isEmpty else { return nil }
    let next = step > 0 ? indices.prefixCount { $0 <= index } : indices.prefixCount { $0 < index } - 1
    let place = (next + indices.count) % indices.count
    return row(at: indices[place]).map { Match(row: $0.id, place: place + 1, count: indices.count) }
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

/// An owner's rows have places: its heading 0, then what is open still, last acquired first, then what was cleaned, oldest
/// first. A filter leaves some of them, and of a flood of equal ones the first.
extension OwnedObjectHistory.Owner {
  /// How many of its objects have rows, whatever the filter.
  var objectCount: Int { openCount + cleaned.count }

  /// How many rows are to be seen, the heading included; none where a filter leaves nothing.
  var visibleCount: Int { fitting?.count ?? objectCount + 1 }

  /// The row that is the how-manieth to be seen.
  func row(at index: Int) -> OwnedObjectHistory.Row? {
    guard index < visibleCount else { return nil }
    let (place, open) = (fitting.map { $0[index] } ?? index, openCount)
    if place == 0 { return .heading(self) }
    if place <= open { return live[openNumbers[open - place]].map { .open(self, $0) } }
    let position = cleaned.positionsKept.lowerBound + place - open - 1
    return cleaned.positionsKept.contains(position) ? .cleaned(self, cleaned[position]) : nil
  }

  /// The how-manieth to be seen an object's row is, or without a number the heading; `nil` if it is not seen.
  func index(of number: Int?) -> Int? {
    place(of: number).flatMap { index(ofPlace: start(of: $0)) }
  }

  /// The how-manieth to be seen the row at a place is.
  func index(ofPlace place: Int) -> Int? {
    guard let fitting else { return place }
    let index = fitting.prefixCount { $0 < place }
    return index < fitting.count && fitting[index] == place ? index : fold == .all ? 0 : nil
  }

  /// The place of the first object of those that share a row.
  private func start(of place: Int) -> Int {
    if place <= openCount { return openFloods?.start(of: place) ?? place }
    let first = cleaned.positionsKept.lowerBound - openCount - 1
    return (cleaned.floods.start(of: place + first) ?? place + first) - first
  }

  /// How many equal objects a row stands for.
  func count(of row: OwnedObjectHistory.Row) -> Int {
    switch row {
    case .heading: return 1
    case .open(_, let object):
      guard let openFloods, let place = place(of: object.number) else { return 1 }
      return (openFloods.end(of: place) ?? openCount + 1) - place
    case .cleaned(_, let row):
      guard let start = cleaned.position(of: row.released.number) else { return 1 }
      return (cleaned.floods.end(of: start) ?? cleaned.positionsKept.upperBound) - start
    }
  }

  /// Whether some rows stand for several objects.
  private var hasFloods: Bool {
    cleaned.floods.starts.count < cleaned.count || openFloods.map { $0.starts.count < openCount } ?? false
  }

  /// How many objects have rows that are seen.
  var fittingCount: Int {
    guard hasFloods else { return max(0, visibleCount - 1) }
    return (0..<visibleCount).dropFirst().reduce(0) { $0 + (row(at: $1).map(count) ?? 0) }
  }

  private func place(of number: Int?) -> Int? {
    guard let number else { return 0 }
    if let index = openNumbers.place(of: number) { return openCount - index }
    return cleaned.position(of: number).map { openCount + 1 + $0 - cleaned.positionsKept.lowerBound }
  }

  /// Looks which rows a filter leaves: those with all words in the owner's name, their kind, name and reason. A heading stays
  /// with what is below it, or by itself where there is nothing. Costs a look at each row.
  mutating func apply(_ filter: RowFilter?) {
    foldOpen()
    guard filter != nil || hasFloods || fold == .all else {
      fitting = nil
      return
    }
    let wanted = filter.map { $0.missing($0.all, in: name) } ?? 0
    func fits(_ kind: String, _ name: String, _ word: String) -> Bool {
      guard let filter, wanted != 0 else { return true }
      return filter.missing(filter.missing(filter.missing(wanted, in: kind), in: name), in: word) == 0
    }
    var places = [0]
    for place in stride(from: 1, through: openCount, by: 1) where start(of: place) == place {
      guard let object = live[openNumbers[openCount - place]] else { continue }
      let word = OwnedObjectHistory.word(for: object, of: self)
      if fits(object.kind, Phrases.name(of: object), word) { places.append(place) }
    }
    let (starts, first) = (cleaned.floods.starts, cleaned.positionsKept.lowerBound - openCount - 1)
    for index in 0..<starts.count {
      let row = cleaned[starts[index]]
      let (released, word) = (row.released, OwnedObjectHistory.word(for: row.released))
      if fits(released.kind, Phrases.name(of: row), released.isLateRelease ? "\(word) late" : word) {
        places.append(starts[index] - first)
      }
    }
    let isEmpty = filter != nil && places.count == 1 && (objectCount > 0 || wanted != 0)
    fitting = isEmpty ? [] : fold == .all ? [0] : places
  }
}
#endif
