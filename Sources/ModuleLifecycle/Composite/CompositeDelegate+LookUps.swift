extension CompositeDelegate {
  /// Returns the first present module of a type, in the order of the calls, including those of nested composites. `nil`
  /// when there is none. Checks each module before it.
  ///
  /// The type can be a protocol, so that a module can find another without knowing its class:
  /// `composite.module((any Basket).self)?.add(item)`.
  ///
  /// The journal records which module asked for which, once in a launch for each pair, as a sign that one needs the other.
  /// That costs an entry the first time, and then a look in a set. A module that finds itself is not recorded.
  public func module<Wanted>(_ type: Wanted.Type) -> Wanted? {
    guard let (module, slot) = firstModule(type) else {
      application.explainMissing.take()?(type)
      return nil
    }
    application.noteLookUp(of: slot)
    return module
  }

  /// Returns the module of this composite with that name and type. `nil` when there is none or it was removed. Doesn't
  /// search nested composites. Recorded like `module(_:)`.
  public func module<Wanted: Module>(_ type: Wanted.Type, named name: String) -> Wanted? {
    guard let slot = slotIndex[name], let module = slot.module as? Wanted else {
      application.explainMissing.take()?(type)
      return nil
    }
    application.noteLookUp(of: slot)
    return module
  }

  /// Says at the first look-up that finds nothing why the application has no modules.
  package func missesModules(because explain: @escaping @MainActor (Any.Type) -> Void) {
    application.explainMissing = explain
  }

  private func firstModule<Wanted>(_ type: Wanted.Type) -> (Wanted, ModuleSlot)? {
    for slot in slots {
      if let module = slot.module as? Wanted { return (module, slot) }
      for composite in slot.composites { if let found = composite.firstModule(type) { return found } }
    }
    return nil
  }
}

/// Which module asked for which. Code outside of the modules has no `asker`.
struct LookUp: Hashable {
  let asker: ModuleID?
  let found: ModuleID

  /// How many of them are remembered: composites that are created again and again have new modules each time.
  static let most = 16_384
}

extension Application {
  /// Records that a module was found, once for each pair.
  fileprivate func noteLookUp(of slot: ModuleSlot) {
    guard journal.isEnabled else { return }
    let asker = asker
    let pair = LookUp(asker: asker?.id, found: slot.id)
    guard pair.asker != pair.found, lookUps.insert(pair).inserted else { return }
    if lookUps.count > LookUp.most { lookUps = [pair] }
    journal.append(
      .lookUp(
        LookUpEntry(
          module: slot.name, moduleID: slot.id, by: asker?.name, byID: asker?.id, dispatch: stack.innermost?.id,
          atNanoseconds: journal.now)))
  }

  /// The module whose code is running; `nil` for code outside of this application's modules.
  private var asker: ModuleRecord? {
    guard let caller = stack.caller, caller.ownership === ownership else { return nil }
    return caller.record
  }
}
