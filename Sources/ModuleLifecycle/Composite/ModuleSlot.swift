/// A module's place in a composite: what stays when the module is removed, and how to make it anew.
@MainActor final class ModuleSlot {
  typealias Factory = @MainActor () throws -> (module: AnyObject, made: HandlerTable)

  /// How many modules are being created, one within the other.
  private(set) static var constructions = 0

  let id: ModuleID
  let name: String
  let isMain: Bool
  var order: Int
  /// The modules that must be called before this one.
  let after: [String]
  /// Whether launch is aborted when it throws there.
  let isRequired: Bool
  let factory: Factory
  /// The name where a signal handler may read it.
  let signalSafeName: InternedCString
  /// What all instances together have owned.
  let totals = OwnershipTotals()
  /// Whether it is to be called.
  var isOn: Bool
  /// How often modules had changed when it was switched on again: events that were under way then leave it out.
  var onSince = 0

  /// A module that is there.
  struct Instance {
    fileprivate(set) var module: AnyObject
    /// The module, if it is a composite.
    let nested: CompositeDelegate?
    let handlers: HandlerTable
    let owner: Owner
    let creation: Creation
  }

  /// When a module's creation began, how long that took, in nanoseconds, and what it used of the processor.
  struct Creation {
    let start, took: UInt64
    let times: ThreadTimes
  }

  /// The events that the module handles, or did before it was removed.
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

  /// Makes the module, which belongs to `owner` from its first line on. The journal tells the time.
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
    // One that does not know where it is nested could not say there that its modules have changed.
    let nested = module as? CompositeDelegate
    if let nested, nested.parentModule != id { throw CompositeError.madeElsewhere(name) }
    let creation = Creation(start: start, took: took, times: times)
    events = handlers.entries.map(\.event)
    instance = Instance(module: module, nested: nested, handlers: handlers, owner: owner, creation: creation)
    return creation
  }

  /// Whether something else holds the module; that of a composite is held here twice, and not looked at.
  var isHeldElsewhere: Bool {
    guard var present = instance.take() else { return false }
    defer { instance = present }
    return present.nested == nil && !isKnownUniquelyReferenced(&present.module)
  }

  /// Lets go of the module and its handlers. Whether they die of that is up to the caller, and to other code that holds
  /// them; nothing dies in here, where it would find a slot that is half empty.
  func empty() -> Instance? { instance.take() }
}
