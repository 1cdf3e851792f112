#if CommandLine
import ModuleLifecycle
import OrderedCollections
import RollcallRecordings
import RollcallTerminalUI
import RollcallTextFormatting

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
/// its cleaned ones, oldest first. The last row is the newest. Below the open objects of an overdue owner are lines about
/// what may hold it. Many owners of one name that went as they should, such as requests of a server, share a heading.
///
/// A filter leaves the rows that contain all of its words, with their headings, and owners without objects whose names
/// do, or that are overdue. The rows are built when objects, filter, folds or width have changed, at about 1 µs each.
struct CleanupRows: Sendable, Equatable, PaneRows {
  /// What the rows depend on.
  struct Key: Sendable, Equatable {
    var generation: Int
    var filter: RowFilter?
    var folds: [OwnerID: OwnerFold] = [:]
    /// The names of owners that share no heading.
    var unfolded: Set<String> = []
    /// The columns for lines between the rows.
    var width = Int.max
  }

  struct Row: Sendable, Equatable {
    let owner: OwnedObjectHistory.Owner
    /// The object, cleaned or open; `nil` for the heading.
    var object: OwnedObjectHistory.Object?
    /// How all owners that share the heading went.
    var end = ""

    var id: RowID { .object(owner.id, object?.number) }

    /// What the pane says of an object besides its number and times: the same for objects that are alike.
    fileprivate var words: [String] {
      guard let object else { return [] }
      let late = object.released?.isLateRelease == true ? "late" : ""
      return [object.kind, object.name, object.owned?.detail ?? "", object.word(of: owner), late]
    }

    /// The texts that a filter looks at.
    fileprivate var texts: [String] { [owner.name, object?.calling ?? ""] + words }

    /// The texts of a heading that a filter looks at: an overdue owner is found by that word, as its objects are.
    fileprivate var headingTexts: [String] { [owner.name, owner.isOverdue ? "overdue" : ""] }
  }

  enum Line: Sendable, Equatable {
    /// A row by its index, and how many equal objects or owners it stands for.
    case row(Int, count: Int)
    /// A line about an overdue owner. The last one names the key that helps.
    case hint(String, of: OwnerID, isLast: Bool)
  }

  /// The fewest equal objects or owners that share a row.
  static let fewest = 8
  /// The most lines about an owner.
  private static let mostHints = 4

  let key: Key
  private(set) var rows: [Row] = []
  private(set) var lines: [Line] = []
  /// The names of many owners, which share a heading unless the user unfolded it.
  private(set) var manyNames: Set<String> = []
  /// The number of open and cleaned objects, regardless of the filter.
  private(set) var objectCount = 0
  /// The number of objects with rows.
  private(set) var matchCount = 0
  /// The indices of the rows, also by the objects that share one.
  private var places: [RowID: Int] = [:]
  /// The lines of the rows.
  private var ownLines: [Int] = []

  init(_ key: Key, of ownership: OwnedObjectHistory) {
    self.key = key
    let owners = ownership.shown.compactMap { ownership.owners[$0] }
    let many =
      key.filter == nil
      ? Dictionary(grouping: owners.filter(\.isGoneForGood), by: \.name).filter { $1.count >= Self.fewest } : [:]
    manyNames = Set(many.keys)
    for owner in owners {
      guard owner.isGoneForGood, !key.unfolded.contains(owner.name), let kin = many[owner.name] else {
        add(owner, ownership)
        continue
      }
      objectCount += owner.cleaned.count
      guard owner.id == kin.last?.id else { continue }
      // The newest stands for all: it is kept longest.
      let end = kin.allSatisfy(\.isFreed) ? "freed" : "gone"
      add(kin.reversed().map { Row(owner: $0, end: end) })
    }
  }

  static let (noun, scope) = ("row", "its owner, kind, name or reason")

  func counts(in state: DashboardState) -> (fitting: Int, all: Int) { (matchCount, objectCount) }

  var count: Int { rows.count }
  var lineCount: Int { lines.count }
  func id(of row: Int) -> RowID { rows[row].id }
  func module(of row: Int, in state: DashboardState) -> ModuleID? {
    rows[row].owner.module.flatMap { state.application.modules[$0]?.id }
  }
  func row(of id: RowID) -> Int? {
    guard case .object(let owner, _) = id else { return nil }
    return places[id]
      ?? places[.object(owner, nil)].flatMap { key.folds[owner] == .all || count(at: $0) > 1 ? $0 : nil }
  }
  func lines(of row: Int) -> ClosedRange<Int> {
    ownLines[row]...((row + 1 < count ? ownLines[row + 1] : lines.count) - 1)
  }
  func row(at line: Int) -> Int? { if case .row(let row, _) = lines[line] { row } else { nil } }
  func fits(_ row: Int, _ filter: RowFilter, in state: DashboardState) -> Bool {
    rows[row].object != nil && filter.fits(rows[row].texts)
  }

  /// How many equal objects or owners a row stands for.
  func count(at row: Int) -> Int { if case .row(_, let count) = lines[ownLines[row]] { count } else { 1 } }

  // MARK: Building

  private mutating func add(_ owner: OwnedObjectHistory.Owner, _ ownership: OwnedObjectHistory) {
    let (open, fold) = (owner.open.map { Row(owner: owner, object: $0) }, key.folds[owner.id])
    let cleaned = owner.cleaned.map { Row(owner: owner, object: $0) }
    objectCount += open.count + cleaned.count
    let (fittingOpen, fittingCleaned) = (fitting(open), fitting(cleaned))
    if let filter = key.filter, fittingOpen.isEmpty, fittingCleaned.isEmpty {
      guard open.isEmpty, cleaned.isEmpty, filter.fits(Row(owner: owner).headingTexts) else { return }
    }
    add([Row(owner: owner)])
    if fold != .all { add(fittingOpen, sharing: fold != OwnerFold.none) }
    addHints(about: owner, ownership)
    if fold != .all { add(fittingCleaned, sharing: fold != OwnerFold.none) }
  }

  private func fitting(_ objects: [Row]) -> [Row] {
    key.filter.map { filter in objects.filter { filter.fits($0.texts) } } ?? objects
  }

  /// Adds the rows of objects, with one row for many that are alike.
  private mutating func add(_ objects: [Row], sharing: Bool) {
    matchCount += objects.count
    var rest = objects[...]
    while let words = rest.first?.words {
      let alike = sharing ? rest.prefix { $0.words == words } : rest
      if sharing, alike.count >= Self.fewest { add(Array(alike)) } else { for row in alike { add([row]) } }
      rest = rest.dropFirst(alike.count)
    }
  }

  /// Adds a row for one or more objects or owners.
  private mutating func add(_ alike: [Row]) {
    for row in alike { places[row.id] = rows.count }
    ownLines.append(lines.count)
    lines.append(.row(rows.count, count: alike.count))
    rows.append(alike[0])
  }

  private mutating func addHints(about owner: OwnedObjectHistory.Owner, _ ownership: OwnedObjectHistory) {
    guard owner.isOverdue else { return }
    let texts = ownership.suspicion(about: owner).wrapped(toColumns: key.width).prefix(Self.mostHints)
    for (place, text) in texts.enumerated() {
      lines.append(.hint(text, of: owner.id, isLast: place == texts.count - 1))
    }
  }
}

extension OwnedObjectHistory {
  /// What may hold an overdue owner.
  fileprivate func suspicion(about owner: Owner) -> String {
    if let other = owner.mutedBy { return "because of \(other), itself overdue" }
    guard let hint = owner.hints.first(where: { !isRefuted($0) }) else {
      return owner.hints.isEmpty ? "no hint about what holds it" : "no other hint about what holds it"
    }
    return "\(hint.word): \(hint.clause)"
  }
}

extension DashboardState {
  var cleanupRows: CleanupRows {
    let width = hasScreen ? max(10, Layout(for: self).inside(.cleanup).width - 2) : .max
    let key = CleanupRows.Key(
      generation: application.ownership.generation, filter: lists[.cleanup].filter, folds: ownerFolds,
      unfolded: unfoldedOwners, width: width)
    if let builtCleanupRows, builtCleanupRows.key == key { return builtCleanupRows }
    return CleanupRows(key, of: application.ownership)
  }

  /// Builds the rows anew if anything that they depend on has changed. Without a screen, forgets them.
  mutating func refreshCleanupRows() { builtCleanupRows = hasScreen ? cleanupRows : nil }

  /// The selected row; `nil` if there are no rows.
  var selectedCleanupRow: CleanupRows.Row? { selectedRow(of: .cleanup).map { cleanupRows.rows[$0] } }
}
#endif
