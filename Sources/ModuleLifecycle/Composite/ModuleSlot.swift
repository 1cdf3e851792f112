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

  private(set) var module: AnyObject?
  /// The module, if it is a composite.
  private(set) var nested: CompositeDelegate?
  private(set) var handlers = HandlerTable()
  private(set) var owner: Owner?
  /// When the creation of the module that is there began, and how long it took, in nanoseconds; `nil` while there is none.
  var creation: (start: UInt64, took: UInt64)?

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

  /// Makes the module, which belongs to `owner` from its first line on.
  func fill(for owner: Owner) throws {
    Self.constructions += 1
    defer { Self.constructions -= 1 }
    let (module, handlers) = try owner.construct { try factory() }
    if let duplicate = handlers.duplicate {
      throw CompositeError.duplicateHandler(module: name, event: duplicate)
    }
    // One that does not know where it is nested could not say there that its modules have changed.
    let nested = module as? CompositeDelegate
    if let nested, nested.parentModule != id { throw CompositeError.madeElsewhere(name) }
    self.module = module
    self.nested = nested
    self.handlers = handlers
    self.owner = owner
  }

  /// Whether something else holds the module; that of a composite is held here twice, and not looked at.
  var isHeldElsewhere: Bool { module != nil && nested == nil && !isKnownUniquelyReferenced(&module) }

  /// Lets go of the module and its handlers. Whether they die of that is up to the caller, and to other code that holds
  /// them; nothing dies in here, where it would find a slot that is half empty.
  func empty() -> (owner: Owner, module: AnyObject, handlers: HandlerTable)? {
    guard let module, let owner else { return nil }
    let handlers = handlers
    self.module = nil
    nested = nil
    self.handlers = HandlerTable()
    self.owner = nil
    creation = nil
    return (owner, module, handlers)
  }
}
