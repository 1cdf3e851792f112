import ModuleLifecycle
import RollcallDelegateReferences

extension Experiment {
  static let weak = Experiment(
    "weak", title: "A weak delegate",
    question: "What does a weak reference return before, during and after its delegate's death?"
  ) { notebook, _ in
    let reference = DelegateReference<Listener>(.weak)
    Policies.follow(reference, notebook) {
      reference.delegate == nil ? "The reference already returns nil." : "The reference still returns it."
    }
    notebook.result("After: \(Policies.reading(reference)); a call through ?. does nothing.")
    Policies.weigh(.weak, notebook)
    notebook.note("Delegates should be weak: the reference keeps nothing alive and never calls a dead object.")
  }

  static let unowned = Experiment(
    "unowned", title: "An unowned delegate",
    question: "What does an unowned reference do when its delegate dies first?"
  ) { notebook, cases in
    let reference = DelegateReference<Listener>(.unowned)
    Policies.follow(reference, notebook) { nil }
    notebook.result("After: the reference is \(reference.isSet ? "still set to a dead delegate" : "not set").")
    await notebook.show(.unownedInDeinit, in: cases, "reading it in the delegate's deinit")
    await notebook.show(.unownedAfterDeath, in: cases, "reading it after the delegate's death")
    Policies.weigh(.unowned, notebook)
    notebook.note("It is for delegates that are certain to live longer. A mistake ends the program, in every build.")
  }

  static let unownedUnsafe = Experiment(
    "unowned-unsafe", title: "An unowned(unsafe) delegate",
    question: "What does an unchecked reference return after its delegate's death?"
  ) { notebook, cases in
    let reference = unsafe DelegateReference<Listener>(.unownedUnsafe)
    Policies.follow(reference, notebook) { nil }
    notebook.result("After: the reference \(reference.isSet ? "still has the dead delegate's address" : "is empty").")
    await notebook.show(.unownedUnsafeAfterDeath, in: cases, "reading it after the delegate's death")
    await notebook.show(
      .unownedUnsafeReused, in: cases, "reading it after the delegate's memory was reused by objects with number 99")
    notebook.note("Nothing is checked. A crash is the lucky case; otherwise, the call goes to the memory's new user.")
  }

  static let strong = Experiment(
    "strong", title: "A strong delegate", question: "When does a strongly held delegate die?"
  ) { notebook, _ in
    let reference = DelegateReference<Listener>(.strong)
    Policies.follow(reference, notebook) { nil }
    notebook.result("The delegate is alive: \(Policies.reading(reference)).")
    notebook.time("The reference is cleared.") { reference.clear() }
    notebook.result("After: \(Policies.reading(reference)).")
    notebook.note("The holder of a strong delegate decides when it dies, and must remember to release it.")
  }

  static let strongUntilInvalidated = Experiment(
    "strong-until-invalidated", title: "Strong until invalidated",
    question: "In what order do invalidation, the last message and the release happen?"
  ) { notebook, _ in
    let reference = DelegateReference<Listener>(.strongUntilInvalidated)
    Policies.follow(reference, notebook) { nil }
    notebook.result("The delegate is alive: \(Policies.reading(reference)).")
    notebook.time("The holder is invalidated.") {
      reference.invalidate { listener in
        let state = reference.isInvalidated ? "invalid" : "valid"
        notebook.result(
          "\(listener.name) receives: did become invalid. It is \(state) by now, and \(Policies.reading(reference)).")
      }
    }
    notebook.result("After: \(Policies.reading(reference)).")
    notebook.note("The order is: invalid, message, release. Without invalidation, the delegate is kept forever.")
  }
}

/// The steps that the policy experiments share.
private enum Policies {
  /// Sets the reference, reads it, and lets the delegate's only owner release it.
  static func follow(_ reference: DelegateReference<Listener>, _ notebook: Notebook, atDeath: @escaping () -> String?) {
    let keeper = Keeper(Listener("Ada", notebook, atDeath: atDeath))
    reference.delegate = keeper.object
    notebook.step("A reference with policy \(reference.policy) is set to Ada. One owner holds Ada.")
    notebook.result("Before: \(reading(reference)).")
    notebook.time("The owner releases Ada.") { keeper.letGo() }
  }

  /// Describes what the reference returns. Do not call this for a reference that may dangle.
  static func reading(_ reference: DelegateReference<Listener>) -> String {
    "the reference returns \(reference.delegate?.name ?? "nil")"
  }

  /// Checks whether a big delegate's memory is freed when it dies, or when the reference is cleared.
  static func weigh(_ policy: DelegatePolicy, _ notebook: Notebook) {
    let reference = DelegateReference<AnyObject>(policy)
    let keeper = Keeper(BigObject.make())
    reference.delegate = keeper.object
    let full = ResidentMemory.megabytes
    keeper.letGo()
    let dead = ResidentMemory.megabytes
    reference.clear()
    guard let full, let dead, let cleared = ResidentMemory.megabytes else { return }
    notebook.result(
      "Memory: a delegate of \(BigObject.megabytes) MB dies while such a reference is set. Its death frees "
        + "\(max(0, full - dead)) MB; clearing the reference frees \(max(0, dead - cleared)) MB.")
  }
}
