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
/// Create the nested composite in the factory, without a journal. It then shares the outer composite's journal, which
/// holds all rows. A composite created elsewhere is refused.
extension CompositeDelegate: Module {
  /// The composite whose factory is running, and the module that the factory creates.
  struct Enclosing {
    let composite: CompositeDelegate
    let slot: ModuleID
    let owner: Owner
  }

  /// The place where a composite that is created now is nested.
  static var enclosing: Enclosing?

  /// Runs code that is not part of the creation in progress, although it runs during it. Objects created by it belong
  /// to no module.
  static func outsideOfConstruction<Result>(_ body: () -> Result) -> Result {
    let inner = enclosing
    enclosing = nil
    defer { enclosing = inner }
    return Owner.outsideOfConstruction(body)
  }

  /// Called when the modules have changed. Discards all plans, including those of the enclosing composites.
  func noteChange() {
    // The plans may hold the last reference to a handler, and releasing it may send an event.
    let old = plans
    planCache.removeAll()
    plans = [:]
    stack.noteChange()
    outer?.noteChange()
    withExtendedLifetime(old) {}
  }

  /// Updates `nested` after a composite was added, removed or moved.
  func collectNested() { nested = slots.compactMap(\.nested) }

  /// The outermost enclosing composite, or this one if it is not nested.
  var root: CompositeDelegate { parentModule == nil ? self : outer?.root ?? self }

  /// Adds an event to the catalogs of this composite and the enclosing ones.
  func learn(_ event: any LifecycleEvent.Type) {
    catalog.add(event)
    outer?.learn(event)
  }

  /// The nested composite that holds the module. `nil` if this composite holds it.
  func nestedHolder(of id: ModuleID) -> CompositeDelegate? {
    guard slotIndex[id] == nil else { return nil }
    for composite in nested {
      if composite.slotIndex[id] != nil { return composite }
      if let holder = composite.nestedHolder(of: id) { return holder }
    }
    return nil
  }
}
