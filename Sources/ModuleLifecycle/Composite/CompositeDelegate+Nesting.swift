/// A composite can be a module of another one. Its modules are called in its position, their calls are listed under it
/// in the journal, and their votes count like all others. Only the main module of the outermost composite is the main
/// module.
///
/// ```swift
/// try composite.register("Shop") {
///   let shop = CompositeDelegate()
///   try shop.register("Cart") { Cart() }
///   try shop.register("Payments") { Payments() }
///   return shop
/// }
/// ```
///
/// An event sent directly to a nested composite reaches only its own modules. It doesn't change the application's
/// state, and if a required module aborts a launch, only these modules are released.
///
/// Create the nested composite in the factory, without a journal. It then belongs to the outer composite's application,
/// also if a module creates it and only keeps it. A composite created elsewhere is refused as a module.
extension CompositeDelegate: Module {
  /// The composite whose factory is running, and the module that the factory creates.
  struct Enclosing {
    let composite: CompositeDelegate
    let slot: ModuleSlot
    let owner: Owner
  }

  /// The place where a composite that is created now is nested.
  static var enclosing: Enclosing?

  /// Runs code that is not part of the creation in progress, although it runs during it. Objects created by it belong
  /// to no module.
  static func outsideOfConstruction<Result>(_ body: () -> Result) -> Result {
    guard let inner = enclosing else { return body() }
    enclosing = nil
    defer { enclosing = inner }
    return Owner.outsideOfConstruction(body)
  }

  /// The id of the module that contains this composite.
  var parentModule: ModuleID? { ownerAsModule?.record?.id }

  /// Whether it is part of a required module.
  var isWithinRequired: Bool {
    guard let outer, let slot = parentModule.flatMap({ outer.slotIndex[$0] }) else { return false }
    return slot.isRequired || outer.isWithinRequired
  }

  /// The slot of the module that it is, or is kept by. `nil` if that is not present.
  private var slotAround: ModuleSlot? {
    let slot = parentModule.flatMap { outer?.slotIndex[$0] }
    return slot?.owner === ownerAsModule ? slot : nil
  }

  /// Whether everything around it is present.
  var isPresent: Bool { isRoot || slotAround != nil && outer?.isPresent == true }
  /// Whether everything around it is present and switched on.
  var isWithinOn: Bool { isRoot || slotAround?.isOn == true && outer?.isWithinOn == true }

  /// Called when the modules have changed. Discards all plans, including those of the enclosing composites.
  func noteChange() {
    // The plans may hold the last reference to a handler, and releasing it may send an event.
    let old = plans
    (plans, latestPlan) = ([:], nil)
    stack.noteChange()
    outer?.noteChange()
    withExtendedLifetime(old) {}
  }

  /// The composite in this tree that holds a module.
  func holder(of id: ModuleID) -> CompositeDelegate? {
    if slotIndex[id] != nil { return self }
    for composite in slots.lazy.flatMap(\.composites) {
      if let holder = composite.holder(of: id) { return holder }
    }
    return nil
  }

  /// Calls a closure with each slot of this composite and those inside it, in the order of the calls.
  ///
  /// - Parameter body: Returns whether to go on with the composites inside the slot.
  func forEachSlot(_ body: (CompositeDelegate, ModuleSlot) -> Bool) {
    for slot in slots where body(self, slot) {
      for composite in slot.composites { composite.forEachSlot(body) }
    }
  }
}
