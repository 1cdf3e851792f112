#if canImport(ObjectiveC)
import ObjectiveC
#endif

/// A module's slot in a composite: what stays when the module is removed, and the factory to create it again.
@MainActor final class ModuleSlot {
  typealias Factory = @MainActor () throws -> (module: AnyObject, made: HandlerTable)

  /// What the journal knows of the module, also on other threads.
  let record: ModuleRecord
  /// The module's type, and whether the module is named after it.
  let type: any Module.Type
  let isNamedAfterType: Bool
  /// The modules that must be called before this one.
  let after: [String]
  /// Whether the launch is aborted when the module throws in it.
  let isRequired: Bool
  private let factory: Factory
  /// The count of changes when it was switched on again. Events that were in progress then skip it.
  var onSince = 0

  /// A module that is present.
  struct Instance {
    fileprivate(set) var module: AnyObject
    /// The module, if it is a composite.
    let nested: CompositeDelegate?
    let handlers: HandlerTable
    let owner: Owner
    let creation: Creation
  }

  /// When a module's creation began, how long it took in nanoseconds, and its processor times.
  struct Creation {
    let start, took: UInt64
    let times: ThreadTimes
  }

  /// What an experiment does to the module: it leaves the module out, or creates it later.
  var experiment: ModuleEntry.Cause?

  /// `nil` before the module's creation and after its removal.
  private var instance: Instance?
  /// The composites that were made in its factory: the module itself, or composites that it keeps.
  private var made: [WeakReference] = []

  init(
    _ record: ModuleRecord, type: any Module.Type, isNamedAfterType: Bool, after: [String], isRequired: Bool,
    factory: @escaping Factory
  ) {
    (self.record, self.type, self.isNamedAfterType) = (record, type, isNamedAfterType)
    (self.after, self.isRequired, self.factory) = (after, isRequired, factory)
  }

  var id: ModuleID { record.id }
  var name: String { record.name }
  /// Whether the module is the main module of its composite.
  var isMain: Bool { record.isMain }
  var isOn: Bool { record.isOn }
  /// Whether the module is switched off and has no instance.
  var isMissing: Bool { instance == nil && !isOn }
  var module: AnyObject? { instance?.module }
  var nested: CompositeDelegate? { instance?.nested }
  var handlers: HandlerTable { instance?.handlers ?? HandlerTable() }
  var owner: Owner? { instance?.owner }
  var creation: Creation? { instance?.creation }

  /// The composites inside the module, in the order of their creation: the module itself, or composites that it keeps.
  var composites: [CompositeDelegate] {
    if instance == nil || made.isEmpty { return [] }
    return made.compactMap { $0.target as? CompositeDelegate }
  }

  /// Notes a composite that the factory has made.
  func noteMade(_ composite: CompositeDelegate) { made.append(WeakReference(composite)) }

  /// Creates the module, which belongs to `owner` from its first line on. Times come from the journal's clock.
  func createModule(
    for owner: Owner, _ journal: Journal, catalog: () -> EventCatalog, measuring meter: ProcessorMeter?
  ) throws -> Creation {
    made = []
    let measured = meter?.begin()
    let start = journal.now
    let result = Result { try owner.construct { try factory() } }
    let took = journal.now - start
    let times = measured?.endAll() ?? .notMeasured
    let (module, handlers) = try result.get()
    if let duplicate = handlers.duplicate {
      throw CompositeError.duplicateHandler(module: name, event: duplicate)
    }
    // Modules inside it have added their events.
    try catalog().check(handlers.entries.map(\.event))
    // A composite that doesn't know where it is nested could not report changes of its modules to the outer one.
    let nested = module as? CompositeDelegate
    if let nested, nested.ownerAsModule !== owner { throw CompositeError.madeElsewhere(name) }
    let creation = Creation(start: start, took: took, times: times)
    record.handles = handlers.entries.map { $0.event.name }
    instance = Instance(module: module, nested: nested, handlers: handlers, owner: owner, creation: creation)
    return creation
  }

  /// Whether other code holds the module. Always `false` for a composite, because the slot itself holds it twice; and
  /// for an Objective-C object, of which the runtime does not know.
  var isHeldElsewhere: Bool {
    guard var present = instance.take() else { return false }
    defer { instance = present }
    #if canImport(ObjectiveC)
    if present.module is NSObject { return false }
    #endif
    return present.nested == nil && !isKnownUniquelyReferenced(&present.module)
  }

  /// Empties the slot and returns the module and its handlers. They are not released in here, where they would find a
  /// half-empty slot, but by the caller, unless other code holds them.
  func takeInstance() -> Instance? { instance.take() }
}

/// Finds a module's slot by name or id in constant time, and the modules of a type.
struct SlotIndex {
  private var byName: [String: ModuleSlot] = [:]
  private var byID: [ModuleID: ModuleSlot] = [:]
  private var byType: [ObjectIdentifier: [ModuleID: ModuleSlot]] = [:]
  private(set) var main: ModuleSlot?

  subscript(name: String) -> ModuleSlot? { byName[name] }
  subscript(id: ModuleID) -> ModuleSlot? { byID[id] }
  /// The modules of exactly that type.
  subscript(type: any Module.Type) -> [ModuleID: ModuleSlot] { byType[ObjectIdentifier(type)] ?? [:] }

  /// Adds a slot. Its name must not be in use.
  @MainActor mutating func add(_ slot: ModuleSlot) {
    byName[slot.name] = slot
    byID[slot.id] = slot
    byType[ObjectIdentifier(slot.type), default: [:]][slot.id] = slot
    if slot.isMain { main = slot }
  }

  /// Removes a slot, which must not be the main module's.
  @MainActor mutating func remove(_ slot: ModuleSlot) {
    byName[slot.name] = nil
    byID[slot.id] = nil
    byType[ObjectIdentifier(slot.type)]?[slot.id] = nil
  }
}
