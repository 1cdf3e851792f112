/// An object that owns things without having a bag: whether it lives is looked at after each dispatch.
@MainActor final class ForeignOwner {
  let owner: Owner
  let ledger: OwnershipLedger
  private weak var object: AnyObject?
  /// The last dispatch after which it was alive.
  var aliveAfter: UInt64

  init(_ object: AnyObject, owner: Owner, aliveAfter: UInt64) {
    self.object = object
    self.owner = owner
    ledger = owner.openBag()
    self.aliveAfter = aliveAfter
  }

  var isAlive: Bool { object != nil }

  func stands(for other: AnyObject) -> Bool { object === other }
}

extension CompositeDelegate {
  /// Takes charge of something on behalf of an object that has no `OwnedObjects` of its own.
  ///
  /// Whether the object lives is looked at after each dispatch. When it is found dead, what was owned for it is cleaned
  /// last acquired first, for the reason `swept`, and the journal says between which dispatches it died. An object that
  /// you can change gets a bag instead: that knows the moment.
  ///
  /// ```swift
  /// composite.own(for: thumbnail, .file, "cache") { try? FileManager.default.removeItem(at: url) }
  /// ```
  ///
  /// - Parameters:
  ///   - object: The owner. It is not kept alive.
  ///   - ownerName: What the journal calls it; its type's name unless another was given the first time.
  ///   - kind: What it is.
  ///   - name: Which one it is.
  ///   - lifetime: How long it may live.
  ///   - detail: What a reader of the log should know of it, in a few words.
  ///   - cleanup: Gives it back. Called once, on the main actor's thread.
  /// - Returns: A handle with which to clean it sooner.
  @discardableResult
  public func own(
    for object: AnyObject, named ownerName: String? = nil, _ kind: OwnedKind, _ name: String,
    lifetime: OwnedLifetime = .module, detail: String? = nil, cleanup: @escaping @Sendable () -> Void
  ) -> OwnedObject {
    foreignOwner(for: object, named: ownerName).ledger.own(
      kind, name, lifetime: lifetime, detail: detail, holding: nil, cleanup: .anywhere(cleanup))
  }

  func foreignOwner(of object: AnyObject) -> ForeignOwner? {
    foreignOwners[ObjectIdentifier(object)].flatMap { $0.stands(for: object) ? $0 : nil }
  }

  private func foreignOwner(for object: AnyObject, named name: String?) -> ForeignOwner {
    if let known = foreignOwner(of: object) { return known }
    // Another may have died at this address.
    if foreignOwners[ObjectIdentifier(object)] != nil { sweepForeignOwners() }
    let expectation = expectations.first { $0.object === object }
    let label = expectation?.label ?? OwnerLabel(name ?? String(describing: type(of: object)))
    let owner = Owner(label, journal: journal, scope: scope, within: ownerAsModule)
    expectation?.sweeps(owner)
    let foreign = ForeignOwner(object, owner: owner, aliveAfter: stack.latestDispatch)
    foreignOwners[ObjectIdentifier(object)] = foreign
    unsafe stack.progress.pointee.expected += 1
    return foreign
  }

  /// Cleans what dead objects have owned, those first that came last.
  func sweepForeignOwners() {
    var dead: [ForeignOwner] = []
    // A cleanup may send events; those come later.
    let deadAfter = stack.frames.first?.id ?? stack.latestDispatch
    for (key, foreign) in foreignOwners {
      if foreign.isAlive {
        foreign.aliveAfter = stack.latestDispatch
      } else if foreignOwners[key] === foreign {
        foreignOwners[key] = nil
        unsafe stack.progress.pointee.expected -= 1
        dead.append(foreign)
      }
    }
    guard !dead.isEmpty else { return }
    stack.deferringQueuedEvents {
      stack.after(nil) {
        for foreign in dead.sorted(by: { $0.owner.id > $1.owner.id }) {
          sweep(foreign, OwnershipLedger.Sweep(aliveAfter: foreign.aliveAfter, deadAfter: deadAfter))
        }
      }
    }
  }

  private func sweep(_ foreign: ForeignOwner, _ sweep: OwnershipLedger.Sweep) {
    foreign.ledger.close(.swept, sweep)
    journal.append(
      .owner(
        OwnerEntry(
          change: .freed, owner: foreign.owner.id, name: foreign.owner.name, atNanoseconds: journal.now,
          isLateRelease: foreign.owner.isOverdue, aliveAfter: sweep.aliveAfter, deadAfter: sweep.deadAfter)))
  }
}
