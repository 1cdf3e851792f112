#if CommandLine
import ModuleLifecycle
import OrderedCollections
import Recordings

/// How much of an owner the cleanup pane shows.
enum OwnerFold: Sendable, Equatable {
  /// Many equal objects in a row share one row.
  case shared
  /// Each object has a row.
  case none
  /// Only the heading is shown.
  case all
}

/// The rows of the cleanup pane, from the top: for each owner a heading, its open objects, the last acquired first, and
/// its cleaned ones, oldest first. The last row is the newest.
///
/// A filter leaves the rows that contain all of its words, with their headings, and owners without objects whose names
/// do. The rows are built when objects, filter or folds have changed, at about 1 µs each.
struct CleanupRows: Sendable, Equatable {
  /// What the rows depend on.
  struct Key: Sendable, Equatable {
    var generation: Int
    var filter: RowFilter?
    var folds: [OwnerID: OwnerFold] = [:]
  }

  enum Row: Sendable, Equatable {
    case heading(OwnedObjectHistory.Owner)
    /// An object that is being cleaned asynchronously, or an object of an owner that is gone or should be.
    case open(OwnedObjectHistory.Owner, OwnedEntry)
    case cleaned(OwnedObjectHistory.Owner, OwnedObjectHistory.Cleaned)
  }

  /// The identity of a row. It stays the same when rows move and when an open object is cleaned.
  struct ID: Hashable, Sendable {
    let owner: OwnerID
    /// The object's number; `nil` for the owner's heading.
    var number: Int?
  }

  /// The fewest equal objects that share a row.
  static let fewest = 8

  let key: Key
  private(set) var rows: [Row] = []
  /// The number of open and cleaned objects, regardless of the filter.
  private(set) var objectCount = 0
  /// The number of objects with rows.
  private(set) var matchCount = 0
  /// The indices of the rows. A shared row has the identity of its first object.
  private var places: [ID: Int] = [:]
  /// The numbers of the objects that share a row, by the row's index.
  private var shared: [Int: [Int]] = [:]

  init(_ key: Key, of ownership: OwnedObjectHistory) {
    self.key = key
    for id in ownership.shown { if let owner = ownership.owners[id] { add(owner) } }
    for (index, row) in rows.enumerated() { places[row.id] = index }
  }

  var count: Int { rows.count }

  /// How many equal objects a row stands for.
  func count(at index: Int) -> Int { shared[index]?.count ?? 1 }

  /// The index of a row, or of the row that its object shares; `nil` if it is not shown.
  func index(of id: ID) -> Int? {
    if let index = places[id] { return index }
    guard let number = id.number else { return nil }
    let found = shared.first { rows[$0.key].owner.id == id.owner && $0.value.contains(number) }
    return found?.key ?? (key.folds[id.owner] == .all ? places[ID(owner: id.owner)] : nil)
  }

  /// The indices of the objects' rows that contain all words.
  func matches(for filter: RowFilter) -> [Int] {
    rows.indices.filter { rows[$0].id.number != nil && rows[$0].fits(filter, besides: rows[$0].owner.name) }
  }

  // MARK: Building

  private mutating func add(_ owner: OwnedObjectHistory.Owner) {
    let (open, start, before) = (owner.open, rows.count, matchCount)
    objectCount += open.count + owner.cleaned.count
    rows.append(.heading(owner))
    add(open.map { .open(owner, $0) }, of: owner)
    add(owner.cleaned.map { .cleaned(owner, $0) }, of: owner)
    guard let filter = key.filter, matchCount == before else {
      if key.folds[owner.id] == .all { keepHeading(at: start, before) }
      return
    }
    let isMatch = open.isEmpty && owner.cleaned.isEmpty && filter.missing(filter.all, in: owner.name) == 0
    if !isMatch { rows.removeLast(rows.count - start) }
  }

  /// Adds the rows of an owner's objects that fit, with one row for many that are alike.
  private mutating func add(_ objects: [Row], of owner: OwnedObjectHistory.Owner) {
    var first = 0
    while first < objects.count {
      var end = first + 1
      while end < objects.count, objects[end].isLike(objects[first]) { end += 1 }
      let isShared = end - first >= Self.fewest && key.folds[owner.id] != OwnerFold.none
      if key.filter.map({ objects[first].fits($0, besides: owner.name) }) ?? true {
        if isShared { shared[rows.count] = objects[first..<end].compactMap(\.id.number) }
        rows += isShared ? [objects[first]] : Array(objects[first..<end])
        matchCount += end - first
      }
      first = end
    }
  }

  /// Removes the rows below a heading.
  private mutating func keepHeading(at start: Int, _ matchesBefore: Int) {
    for index in (start + 1)..<max(start + 1, rows.count) { shared[index] = nil }
    rows.removeLast(rows.count - start - 1)
    matchCount = matchesBefore
  }
}

extension CleanupRows.Row {
  var owner: OwnedObjectHistory.Owner {
    switch self {
    case .heading(let owner), .open(let owner, _), .cleaned(let owner, _): owner
    }
  }

  var id: CleanupRows.ID {
    switch self {
    case .heading(let owner): CleanupRows.ID(owner: owner.id)
    case .open(let owner, let object): CleanupRows.ID(owner: owner.id, number: object.number)
    case .cleaned(let owner, let row): CleanupRows.ID(owner: owner.id, number: row.released.number)
    }
  }

  /// Whether another row of the same owner has the same text except for its number and times.
  fileprivate func isLike(_ other: Self) -> Bool {
    switch (self, other) {
    case (.open(let owner, let one), .open(_, let other)):
      one.kind == other.kind && one.name == other.name && one.detail == other.detail
        && one.isLasting == other.isLasting
        && (owner.releasing[one.number] == nil) == (owner.releasing[other.number] == nil)
    case (.cleaned(_, let one), .cleaned(_, let other)):
      one.released.kind == other.released.kind && one.released.name == other.released.name
        && one.released.reason == other.released.reason && one.released.isLateRelease == other.released.isLateRelease
        && one.owned?.detail == other.owned?.detail
    default: false
    }
  }

  /// Whether each word is in a text, or in the object's kind, name or reason.
  fileprivate func fits(_ filter: RowFilter, besides text: String) -> Bool {
    let (kind, name, word) =
      switch self {
      case .heading: ("", "", "")
      case .open(let owner, let object):
        (object.kind, Phrases.name(of: object), OwnedObjectHistory.word(for: object, of: owner))
      case .cleaned(_, let row):
        (
          row.released.kind, Phrases.name(of: row),
          OwnedObjectHistory.word(for: row.released) + (row.released.isLateRelease ? " late" : "")
        )
      }
    return filter.fits([text, kind, name, word])
  }
}

extension DashboardState {
  private var cleanupKey: CleanupRows.Key {
    CleanupRows.Key(generation: application.ownership.generation, filter: cleanupFilter, folds: ownerFolds)
  }

  var cleanupRows: CleanupRows {
    let key = cleanupKey
    if let builtCleanupRows, builtCleanupRows.key == key { return builtCleanupRows }
    return CleanupRows(key, of: application.ownership)
  }

  /// Builds the rows anew if anything that they depend on has changed. Without a screen, forgets them.
  mutating func refreshCleanupRows() { builtCleanupRows = hasScreen ? cleanupRows : nil }

  /// The index of the selected row, from the top; the newest row unless the user chose another.
  var cleanupRow: Int { selectedCleanup.flatMap { cleanupRows.index(of: $0) } ?? max(0, cleanupRows.count - 1) }

  /// The selected row; `nil` if there are no rows.
  var selectedCleanupRow: CleanupRows.Row? { cleanupRows.count > 0 ? cleanupRows.rows[cleanupRow] : nil }
}
#endif
