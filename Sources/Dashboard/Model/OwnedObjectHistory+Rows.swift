#if CommandLine
import ModuleLifecycle
import OrderedCollections
import Recordings

extension OwnedObjectHistory {
  /// One row of the cleanup pane.
  enum Row: Equatable {
    case heading(Owner)
    /// An object that is being cleaned asynchronously, or an object of an owner that is gone or should be.
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

  /// The identity of a row. It stays the same when rows move and when an open object is cleaned.
  struct RowID: Hashable, Sendable {
    let owner: OwnerID
    /// The object's number; `nil` for the owner's heading.
    var number: Int?
  }

  /// The row at an index from the top. The last row is the newest. Does a binary search over the owners.
  func row(at index: Int) -> Row? {
    guard index >= 0, index < rowCount else { return nil }
    // The last owner that starts at or above the row. An owner without rows has the same start as the next.
    let group = starts.prefixCount { $0 <= index } - 1
    return owners[shown[group]]?.row(at: index - starts[group])
  }

  /// The index of a row; `nil` if it is not shown.
  func index(of row: RowID) -> Int? {
    guard let group = shown.firstIndex(of: row.owner) else { return nil }
    return owners[row.owner]?.index(of: row.number).map { starts[group] + $0 }
  }

  /// An object's row that matches a query.
  struct Match: Equatable {
    let row: RowID
    /// The match's ordinal number, from 1.
    let place: Int
    let count: Int
  }

  /// The next match for a query below a row, or above it for a negative step, wrapping around at either end.
  ///
  /// Visits every row, as setting a filter does.
  func match(for query: String, from index: Int, by step: Int) -> Match? {
    var fitting = self
    if filter == nil { fitting.setFilter(query) }
    let indices = zip(shown, starts).flatMap { id, start in
      // Without a filter, matching rows keep their indices among all rows.
      (fitting.owners[id]?.fitting ?? []).enumerated().dropFirst().compactMap { index, place in
        filter == nil ? owners[id]?.index(ofPlace: place).map { start + $0 } : start + index
      }
    }
    guard !indices.isEmpty else { return nil }
    let next = step > 0 ? indices.prefixCount { $0 <= index } : indices.prefixCount { $0 < index } - 1
    let place = (next + indices.count) % indices.count
    return row(at: indices[place]).map { Match(row: $0.id, place: place + 1, count: indices.count) }
  }

  /// The word for an open object's status.
  static func word(for object: OwnedEntry, of owner: Owner) -> String {
    if owner.releasing[object.number] != nil { return "releasing" }
    return object.isLasting ? "until app ends" : owner.isOverdue ? "OVERDUE" : "open"
  }

  /// The word for why an object was cleaned; `freed late` if only the late release of its overdue owner cleaned it.
  static func word(for released: ReleasedEntry) -> String {
    let cameWithOwner = released.reason == .ownerReleased || released.reason == .swept
    return released.isLateRelease && cameWithOwner ? "freed late" : released.reason.word
  }
}

extension OwnedObjectHistory.Cleaned {
  /// Whether another row has the same text except for its number and times.
  func isLike(_ other: Self) -> Bool {
    released.kind == other.released.kind && released.name == other.released.name
      && released.reason == other.released.reason && released.isLateRelease == other.released.isLateRelease
      && owned?.detail == other.owned?.detail
  }
}

/// Each of an owner's rows has a position: the heading has 0, then come the open objects, last acquired first, then the
/// cleaned ones, oldest first.
///
/// A filter leaves some of the positions. A flood of equal objects leaves its first.
extension OwnedObjectHistory.Owner {
  /// The number of objects with rows, regardless of the filter.
  var objectCount: Int { openCount + cleaned.count }

  /// The number of visible rows, including the heading; 0 if the filter leaves nothing.
  var visibleCount: Int { fitting?.count ?? objectCount + 1 }

  /// The visible row at an index.
  func row(at index: Int) -> OwnedObjectHistory.Row? {
    guard index < visibleCount else { return nil }
    let (place, open) = (fitting.map { $0[index] } ?? index, openCount)
    if place == 0 { return .heading(self) }
    if place <= open { return live[openNumbers[open - place]].map { .open(self, $0) } }
    let position = cleaned.positionsKept.lowerBound + place - open - 1
    return cleaned.positionsKept.contains(position) ? .cleaned(self, cleaned[position]) : nil
  }

  /// The visible index of an object's row, or of the heading if the number is `nil`; `nil` if the row is not visible.
  func index(of number: Int?) -> Int? {
    place(of: number).flatMap { index(ofPlace: start(of: $0)) }
  }

  /// The visible index of the row at a position; `nil` if it is not visible.
  func index(ofPlace place: Int) -> Int? {
    guard let fitting else { return place }
    let index = fitting.prefixCount { $0 < place }
    return index < fitting.count && fitting[index] == place ? index : fold == .all ? 0 : nil
  }

  /// The position of the first object that shares a row with the one at `place`.
  private func start(of place: Int) -> Int {
    if place <= openCount { return openFloods?.start(of: place) ?? place }
    let first = cleaned.positionsKept.lowerBound - openCount - 1
    return (cleaned.floods.start(of: place + first) ?? place + first) - first
  }

  /// The number of equal objects that a row represents.
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

  /// Whether some rows represent several objects.
  private var hasFloods: Bool {
    cleaned.floods.starts.count < cleaned.count || openFloods.map { $0.starts.count < openCount } ?? false
  }

  /// The number of objects with visible rows.
  var fittingCount: Int {
    guard hasFloods else { return max(0, visibleCount - 1) }
    return (0..<visibleCount).dropFirst().reduce(0) { $0 + (row(at: $1).map(count) ?? 0) }
  }

  private func place(of number: Int?) -> Int? {
    guard let number else { return 0 }
    if let index = openNumbers.place(of: number) { return openCount - index }
    return cleaned.position(of: number).map { openCount + 1 + $0 - cleaned.positionsKept.lowerBound }
  }

  /// Computes the rows that a filter leaves: those with all words in the owner's name and their kind, name and reason.
  ///
  /// A heading stays if a row below it does, or if it matches by itself and the owner has no objects. Visits each row.
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
