/// An owner without a bag. After each dispatch, the application checks whether it is still alive.
@MainActor final class ForeignOwner {
  let owner: Owner
  let bag: Bag
  private let object: WeakReference
  /// The last dispatch after which the object was alive.
  fileprivate(set) var aliveAfter: DispatchID

  init(_ object: AnyObject, owner: Owner, aliveAfter: DispatchID) {
    (self.object, self.owner, self.aliveAfter) = (WeakReference(object), owner, aliveAfter)
    bag = owner.openBag()
  }

  var isAlive: Bool { object.isAlive }

  func stands(for other: AnyObject) -> Bool { object.refers(to: other) }
}

extension CompositeDelegate {
  /// Registers something on behalf of an object that has no `OwnedObjects`.
  ///
  /// After each dispatch, the composite checks whether the object is still alive. When the object is found dead, what
  /// it owned is cleaned last acquired first, for the reason `swept`, and the journal records between which dispatches
  /// it died. If you can change the object's code, give it a bag instead: a bag knows the exact moment.
  ///
  /// ```swift
  /// composite.own(for: thumbnail, "cache", as: .file) { try? FileManager.default.removeItem(at: url) }
  /// ```
  ///
  /// - Parameters:
  ///   - object: The owner. Not kept alive.
  ///   - ownerName: The owner's name in the journal. Defaults to the name of its type. Only the first call for an owner
  ///     sets it.
  ///   - name: The name of the new object within its kind.
  ///   - kind: The kind of the new object.
  ///   - lifetime: How long the new object may live.
  ///   - detail: A few words about the new object for a reader of the log.
  ///   - cleanup: Gives it back. Called once, on the main actor, also if another thread cancels the object.
  /// - Returns: A handle that can clean the object sooner.
  @discardableResult
  public func own(
    for object: AnyObject, named ownerName: String? = nil, _ name: String, as kind: OwnedKind,
    lifetime: OwnedLifetime = .module, detail: String? = nil, cleanup: @escaping @MainActor @Sendable () -> Void
  ) -> OwnedObject {
    let foreign = application.foreignOwner(for: object, named: ownerName, within: ownerAsModule)
    return OwnedObjectRegistrar(owner: foreign.owner, bag: foreign.bag).own(
      name, as: kind, lifetime: lifetime, detail: detail, onMainActor: cleanup)
  }
}

extension Application {
  func foreignOwner(of object: AnyObject) -> ForeignOwner? {
    foreignOwners[ObjectIdentifier(object)].flatMap { $0.stands(for: object) ? $0 : nil }
  }

  func foreignOwner(for object: AnyObject, named name: String?, within part: Owner?) -> ForeignOwner {
    if let known = foreignOwner(of: object) { return known }
    // A dead owner may have had the same address.
    if foreignOwners[ObjectIdentifier(object)] != nil { sweepForeignOwners() }
    let owner =
      expectations.expectation(of: object)?.owner
      ?? Owner(
        name: name ?? String(describing: type(of: object)), journal: journal, ownership: ownership, within: part)
    let foreign = ForeignOwner(object, owner: owner, aliveAfter: stack.latestDispatch)
    foreignOwners[ObjectIdentifier(object)] = foreign
    return foreign
  }

  /// Cleans what dead objects owned. The newest owner comes first.
  func sweepForeignOwners() {
    var dead: [ForeignOwner] = []
    // A cleanup can send events. They are delivered later.
    let deadAfter = stack.dispatches.first?.id ?? stack.latestDispatch
    for (key, foreign) in foreignOwners {
      if foreign.isAlive {
        foreign.aliveAfter = stack.latestDispatch
      } else if foreignOwners[key] === foreign {
        foreignOwners[key] = nil
        dead.append(foreign)
      }
    }
    guard !dead.isEmpty else { return }
    stack.deferringQueuedEvents {
      stack.after(nil) {
        for foreign in dead.sorted(by: { $0.owner.id > $1.owner.id }) {
          let sweep = Bag.Sweep(aliveAfter: foreign.aliveAfter, deadAfter: deadAfter)
          foreign.bag.close(.swept, sweep)
          foreign.owner.noteFreed(sweep)
        }
      }
    }
  }
}
