/// A composite is a module itself: its modules are called in its place, their calls stand under its own in the journal, and
/// their votes count like all others. Only the outermost composite's main module is the main module.
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
/// An event that is sent to it, and not to the outermost one, is for its modules alone: the application stays where it is,
/// and a launch that a required module aborts is theirs and not the others'.
///
/// Make it in the factory, without a journal of its own: there it shares the outer one's, so that all rows are in one
/// place. One that was made elsewhere is refused.
extension CompositeDelegate: Module {
  /// The composite whose factory is running, and the module that it makes.
  struct Enclosing {
    let composite: CompositeDelegate
    let slot: ModuleID
    let owner: Owner
  }

  /// Where a composite that is made now will be nested.
  static var enclosing: Enclosing?

  /// Runs something that is no part of the creation under way, though it happens within it: what is made meanwhile belongs
  /// to no module.
  static func outsideOfConstruction<Result>(_ body: () -> Result) -> Result {
    let inner = enclosing
    enclosing = nil
    defer { enclosing = inner }
    return Owner.outsideOfConstruction(body)
  }

  /// The modules have changed: all plans are worked out anew, those of the composites around this one too.
  func noteChange() {
    // They may be the last to hold a handler, and what dies with that may send an event.
    let old = plans
    planCache.removeAll()
    plans = [:]
    stack.noteChange()
    outer?.noteChange()
    withExtendedLifetime(old) {}
  }

  /// A composite among the modules has come or gone, or they have another order.
  func collectNested() { nested = slots.compactMap(\.nested) }

  /// The outermost of the composites that this one is in; itself where it is in none.
  var root: CompositeDelegate { parentModule == nil ? self : outer?.root ?? self }

  /// Makes an event known by name, here and in the composites around this one.
  func learn(_ event: any LifecycleEvent.Type) {
    catalog.add(event)
    outer?.learn(event)
  }

  /// The composite, inside this one, that has the module; `nil` for a module of its own.
  func nestedHolder(of id: ModuleID) -> CompositeDelegate? {
    guard slotIndex[id] == nil else { return nil }
    for composite in nested {
      if composite.slotIndex[id] != nil { return composite }
      if let holder = composite.nestedHolder(of: id) { return holder }
    }
    return nil
  }
}
