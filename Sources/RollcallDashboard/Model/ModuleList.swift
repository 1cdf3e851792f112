#if CommandLine
import ModuleLifecycle
import OrderedCollections
import RollcallTextFormatting

/// The modules in call order. Removed modules keep their positions, and the modules of a nested composite follow it.
struct ModuleList: Sendable, Equatable {
  /// The status of a module; for a removed one, that of its last instance.
  typealias Row = ModuleStatus

  private var byID: OrderedDictionary<ModuleID, Row> = [:]
  /// Changes whenever the rows or their order change.
  private(set) var generation = 0
  /// Whether any module has been in a nested composite.
  private var hasNesting = false
  /// Whether the order is that of before the last entries; see `settle`.
  private var needsSort = false
  /// The generation for which `contents` was computed.
  private var indexed = -1
  /// What nested composites contain, at any depth.
  private var contents: [ModuleID: Contents] = [:]

  private struct Contents: Sendable, Equatable {
    var count = 0
    var events: OrderedSet<String> = []
  }

  init(_ modules: [ModuleStatus] = []) {
    for module in modules { byID[module.id] = module }
    hasNesting = modules.contains { $0.parent != nil }
    boundDepths()
    index()
  }

  /// Replaces the modules with those of the composite after changes were missed.
  mutating func rejoin(_ modules: [ModuleStatus]) {
    let before = self
    self = ModuleList(modules)
    generation = before.generation + 1
    index()
    // Keep what was known of the last instance of a removed module.
    for row in rows where !row.isPresent && row.createdNanoseconds == nil {
      guard let known = before[row.id], row.owner == nil || row.owner == known.owner else { continue }
      byID[row.id]?.owner = known.owner
      byID[row.id]?.createdNanoseconds = known.createdNanoseconds
      byID[row.id]?.creationNanoseconds = known.creationNanoseconds
    }
  }

  /// The number of modules by status. Nested composites are not counted, but their modules are.
  struct Counts: Equatable {
    /// All registered modules.
    var all = 0
    /// The modules that exist, on or off.
    var present = 0
    /// The modules that exist and are on.
    var active = 0
    /// The modules that are off, by themselves or with a nested composite, including those that were never created.
    var off = 0
  }

  private(set) var counts = Counts()

  var count: Int { byID.count }
  subscript(index: Int) -> Row { byID.elements[index].value }
  subscript(id: ModuleID) -> Row? { byID[id] }
  func index(of id: ModuleID) -> Int? { byID.index(forKey: id) }
  var rows: some RandomAccessCollection<Row> { byID.values.elements }

  /// The most levels of nested composites, which is more than any real application has.
  static let mostNested = 16

  /// The number of nested composites that contain a module.
  func depth(of row: Row) -> Int { ancestors(of: row).count }

  /// Whether a module is a nested composite with modules of its own.
  func isComposite(_ row: Row) -> Bool { contents[row.id] != nil }

  /// The number of modules in the module's composite, including the module itself.
  func siblingCount(of row: Row) -> Int { rows.count { $0.parent == row.parent } }

  /// Applies one entry. After the last one, the caller must call `settle()`.
  mutating func apply(_ entry: ModuleEntry) {
    let before = byID[entry.id]
    if let stage = entry.stage {
      guard before?.isPresent == true, before?.owner == entry.owner else { return }
      byID[entry.id]?.stage = stage
      byID[entry.id]?.stageNanoseconds = entry.atNanoseconds
      return
    }
    switch entry.change {
    case .switchedOn where before?.owner == entry.owner: byID[entry.id]?.isOn = true
    case .switchedOff:
      byID[entry.id]?.isOn = false
      byID[entry.id]?.experiment = entry.cause
    case .registered, .broughtBack, .switchedOn:
      let isNew = entry.change == .registered
      byID[entry.id] = Row(
        id: entry.id, name: entry.name, order: entry.order, isMain: entry.isMain, isPresent: entry.owner != 0,
        isOn: entry.isOn, owner: entry.owner, after: isNew ? entry.after : before?.after ?? [],
        isRequired: isNew ? entry.isRequired : before?.isRequired ?? false, parent: entry.parent,
        handles: entry.handles,
        createdNanoseconds: entry.atNanoseconds, creationNanoseconds: entry.tookNanoseconds)
      byID[entry.id]?.experiment = entry.owner == 0 ? entry.cause : nil
      // The modules of a composite are registered before it. A known row may have moved before this entry was read.
      let isElsewhere = before.map { $0.order != entry.order } ?? false
      hasNesting = hasNesting || entry.parent != nil
      needsSort = needsSort || isElsewhere || hasNesting
    case .removed:
      byID[entry.id]?.isPresent = false
      byID[entry.id]?.isOn = true
      if hasNesting { removeModules(in: entry.id) }
    case .moved:
      byID[entry.id]?.order = entry.order
      needsSort = true
    case .unregistered: byID[entry.id] = nil
    default: return
    }
    generation += 1
  }

  /// Brings the modules into call order. Visits each module, if that has changed or there are nested composites.
  mutating func settle() {
    if needsSort { sort() }
    needsSort = false
    if indexed != generation { index() }
  }

  /// Counts the modules, and computes what the nested composites contain.
  private mutating func index() {
    (contents, indexed) = ([:], generation)
    for row in byID.values where hasNesting {
      for composite in ancestors(of: row) {
        contents[composite.id, default: Contents()].count += 1
        contents[composite.id, default: Contents()].events.formUnion(row.handles)
      }
    }
    counts = rows.reduce(into: Counts()) { counts, row in
      guard !isComposite(row) else { return }
      counts.all += 1
      if row.isPresent { counts.present += 1 }
      if absence(of: row) == nil { counts.active += 1 } else if !row.isRemoved { counts.off += 1 }
    }
  }

  /// Removes the modules of a removed composite: when the composite comes back, it has new ones.
  private mutating func removeModules(in composite: ModuleID, depth: Int = 1) {
    for row in byID.values where row.parent == composite && byID.removeValue(forKey: row.id) != nil {
      if depth < Self.mostNested { removeModules(in: row.id, depth: depth + 1) }
    }
  }

  /// Moves what is nested deeper than `mostNested` levels to that level, and each module inside itself to the top. What
  /// a file or a peer states can be any graph. Costs a visit to each module.
  private mutating func boundDepths() {
    var depths: [ModuleID: Int] = [:]
    for id in byID.keys where depths[id] == nil {
      // Outwards, up to a module whose depth is known, or one that was passed before.
      var path: OrderedSet<ModuleID> = [id]
      while let parent = byID[path[path.count - 1]]?.parent, byID[parent] != nil, depths[parent] == nil {
        if !path.append(parent).inserted { break }
      }
      for id in path.reversed() {
        let parent = byID[id]?.parent.flatMap { byID[$0] }
        let depth = parent.flatMap { depths[$0.id] }
        // The depth of the module's composite is unknown if the composite is inside the module.
        if parent != nil, depth == nil { byID[id]?.parent = nil }
        if depth == Self.mostNested { byID[id]?.parent = parent?.parent }
        depths[id] = min(depth.map { $0 + 1 } ?? 0, Self.mostNested)
      }
    }
  }

  /// Sorts the modules of each composite and puts them below it.
  private mutating func sort() {
    boundDepths()
    let byParent = Dictionary(grouping: byID.values, by: \.parent).mapValues { $0.sorted { $0.order < $1.order } }
    var sorted = OrderedDictionary<ModuleID, Row>(minimumCapacity: byID.count)
    func add(_ parent: ModuleID?) {
      for row in byParent[parent] ?? [] {
        sorted[row.id] = row
        add(row.id)
      }
    }
    add(nil)
    // Modules whose composite is not known yet come last.
    for row in byID.values where sorted[row.id] == nil { sorted[row.id] = row }
    byID = sorted
  }
}

extension ModuleStatus {
  /// Whether the module was registered switched off, and therefore never created. A removed module counts as on.
  var wasNeverCreated: Bool { !isPresent && !isOn }
  var isRemoved: Bool { !isPresent && isOn }
  var canRemove: Bool { isPresent && !isMain }
  /// Whether the module can be switched off or on.
  var canSwitch: Bool { !isMain && !isRemoved }

  /// Whether an entry is about this module: by ID, or by name if the entry has no ID.
  func isMeant(by id: ModuleID?, named name: String?) -> Bool { id.map { $0 == self.id } ?? (name == self.name) }
}

extension ModuleList {
  /// Why no event calls a module, such as `removed`, `off` or `Shop is off`; `nil` if the events that it handles do.
  func absence(of row: Row) -> String? {
    if !row.isPresent { return row.isOn ? "removed" : "off" }
    if !row.isOn { return "off" }
    return ancestors(of: row).first { !$0.isOn || !$0.isPresent }.map { "\($0.name) is off" }
  }

  /// Whether an event would call a module now.
  func calls(_ row: Row, with event: String) -> Bool { row.handles.contains(event) && absence(of: row) == nil }

  /// The events that would call at least one module now.
  var handledEvents: Set<String> {
    rows.reduce(into: []) { events, row in
      if absence(of: row) == nil { events.formUnion(row.handles) }
    }
  }

  /// The events that a module handles. For a nested composite, those of its modules too, in module order.
  func handledEvents(of row: Row) -> [String] {
    contents[row.id].map { Array(OrderedSet(row.handles).union($0.events)) } ?? row.handles
  }

  /// A module's path with positions and names: `2.1 Shop/Cart`.
  func path(of row: Row) -> String {
    let path = ancestors(of: row).reversed() + [row]
    return "\(path.map { "\($0.order)" }.joined(separator: ".")) \(path.map(\.name).joined(separator: "/"))"
  }

  /// A module's position in its composite: `place 2 of 3`, `place 1 of 2 in Shop`.
  func place(of row: Row) -> String {
    let within = ancestors(of: row).first.map { " in \($0.name)" } ?? ""
    return "place \(Phrases.number(row.order)) of \(Phrases.number(siblingCount(of: row)))\(within)"
  }

  /// Whether a module is in one of the nested composites.
  func isInside(_ composites: Set<ModuleID>, _ row: Row) -> Bool {
    !composites.isEmpty && row.parent != nil && ancestors(of: row).contains { composites.contains($0.id) }
  }

  /// The number of modules in a nested composite, at any depth.
  func count(inside composite: ModuleID) -> Int { contents[composite]?.count ?? 0 }

  /// The nested composites that contain a module, innermost first.
  func ancestors(of row: Row) -> [Row] {
    var ancestors: [Row] = []
    var parent = row.parent
    while let id = parent, let row = self[id], ancestors.count < Self.mostNested {
      ancestors.append(row)
      parent = row.parent
    }
    return ancestors
  }
}
#endif
