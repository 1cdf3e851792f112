#if canImport(ObjectiveC)
import ObjectiveC
#endif

/// A module's slot in a composite: the data that stays when the module is removed, and the factory to create it again.
@MainActor final class ModuleSlot {
  typealias Factory = @MainActor () throws -> (module: AnyObject, made: HandlerTable)

  /// How many modules are being created, one inside another.
  private(set) static var constructions = 0

  let id: ModuleID
  let name: String
  let isMain: Bool
  var order: Int
  /// The modules that must be called before this one.
  let after: [String]
  /// Whether the launch is aborted when the module throws in it.
  let isRequired: Bool
  let factory: Factory
  /// The name, in memory that a signal handler can read.
  let signalSafeName: InternedCString
  /// Totals of what all instances together have owned.
  let totals = OwnershipTotals()
  var isOn: Bool
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

  /// The events that the module handles, or handled before it was removed.
  private(set) var events: [any LifecycleEvent.Type] = []
  /// `nil` before the module's creation and after its removal.
  private var instance: Instance?

  init(
    id: ModuleID, name: String, isMain: Bool, order: Int, after: [String], isRequired: Bool, isOn: Bool,
    factory: @escaping Factory
  ) {
    self.id = id
    self.name = name
    self.isMain = isMain
    self.order = order
    self.after = after
    self.isRequired = isRequired
    self.isOn = isOn
    self.factory = factory
    signalSafeName = InternedCString.of(name)
  }

  var module: AnyObject? { instance?.module }
  var nested: CompositeDelegate? { instance?.nested }
  var handlers: HandlerTable { instance?.handlers ?? HandlerTable() }
  var owner: Owner? { instance?.owner }
  var creation: Creation? { instance?.creation }

  /// Creates the module, which belongs to `owner` from its first line on. Times come from the journal's clock.
  func fill(for owner: Owner, _ journal: Journal, measuring meter: ProcessorMeter?) throws -> Creation {
    Self.constructions += 1
    defer { Self.constructions -= 1 }
    let measured = meter?.begin()
    let start = journal.now
    let result = Result { try owner.construct { try factory() } }
    let took = journal.now - start
    let times = measured?.endAll() ?? .notMeasured
    let (module, handlers) = try result.get()
    if let duplicate = handlers.duplicate {
      throw CompositeError.duplicateHandler(module: name, event: duplicate)
    }
    // A composite that doesn't know where it is nested could not report changes of its modules to the outer one.
    let nested = module as? CompositeDelegate
    if let nested, nested.parentModule != id { throw CompositeError.madeElsewhere(name) }
    let creation = Creation(start: start, took: took, times: times)
    events = handlers.entries.map(\.event)
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
  func empty() -> Instance? { instance.take() }
}
