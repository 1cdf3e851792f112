import ModuleLifecycle
import OrderedCollections

/// The modules in the order of the calls, removed ones in their old places.
struct Roster: Sendable, Equatable {
  struct Row: Sendable, Equatable {
    let id: ModuleID
    let name: String
    var order: Int
    let isMain: Bool
    var handles: [String]
    var isPresent: Bool
    var isOn: Bool
    /// The present instance, or the last one.
    var owner: UInt64
    var createdAt: UInt64?
    var creationTook: UInt64?

    /// Whether it was registered switched off, and so was never created. A removed module counts as switched on.
    var wasNeverCreated: Bool { !isPresent && !isOn }
    var isRemoved: Bool { !isPresent && isOn }

    func handles(_ event: String) -> Bool { isPresent && isOn && handles.contains(event) }
  }

  private var byID: OrderedDictionary<ModuleID, Row> = [:]
  private(set) var presentCount = 0
  /// How many take part: those that are there and switched on.
  var activeCount: Int { presentCount - (offCount - neverCreatedCount) }
  /// How many are switched off, those included that were never created.
  private(set) var offCount = 0
  private(set) var neverCreatedCount = 0

  init(_ modules: [ModuleStatus] = []) {
    for module in modules {
      byID[module.id] = Row(
        id: module.id, name: module.name, order: module.order, isMain: module.isMain, handles: module.handles,
        isPresent: module.isPresent, isOn: module.isOn, owner: module.owner ?? 0)
    }
    presentCount = modules.count(where: \.isPresent)
    offCount = modules.count { !$0.isOn }
    neverCreatedCount = modules.count { !$0.isOn && !$0.isPresent }
  }

  var count: Int { byID.count }
  subscript(index: Int) -> Row { byID.elements[index].value }
  subscript(id: ModuleID) -> Row? { byID[id] }
  func index(of id: ModuleID) -> Int? { byID.index(forKey: id) }
  var rows: some RandomAccessCollection<Row> { byID.values.elements }

  mutating func fold(_ entry: ModuleEntry) {
    let before = byID[entry.id]
    switch entry.change {
    case .switchedOn where byID[entry.id]?.owner == entry.owner:
      byID[entry.id]?.isOn = true
    case .registered, .broughtBack, .switchedOn:
      byID[entry.id] = Row(
        id: entry.id, name: entry.name, order: entry.order, isMain: entry.isMain, handles: entry.handles,
        isPresent: entry.owner != 0, isOn: entry.isOn, owner: entry.owner, createdAt: entry.atNanoseconds,
        creationTook: entry.tookNanoseconds)
    case .switchedOff:
      byID[entry.id]?.isOn = false
    case .removed:
      byID[entry.id]?.isPresent = false
      byID[entry.id]?.isOn = true
    case .moved:
      byID[entry.id]?.order = entry.order
      byID.sort { $0.value.order < $1.value.order }
    default:
      break
    }
    let after = byID[entry.id]
    presentCount += (after?.isPresent == true ? 1 : 0) - (before?.isPresent == true ? 1 : 0)
    offCount += (after?.isOn == false ? 1 : 0) - (before?.isOn == false ? 1 : 0)
    neverCreatedCount += (after?.wasNeverCreated == true ? 1 : 0) - (before?.wasNeverCreated == true ? 1 : 0)
  }
}
