import DelegateReferences
import ModuleLifecycle

extension Experiment {
  static let weak = Experiment(
    "weak", title: "A weak delegate",
    question: "What does a weak reference give before, at and after its delegate's death?"
  ) { notebook, _ in
    let reference = DelegateReference<Listener>(.weak)
    Policies.follow(reference, notebook) {
      reference.delegate == nil ? "Reading the reference gives nil already." : "Reading the reference still gives it."
    }
    notebook.result("After: \(Policies.reading(reference)); a message through ?. goes to nobody.")
    Policies.weigh(.weak, notebook)
    notebook.note("This is what a delegate should be: nobody is kept, and nobody dead is called.")
  }

  static let unowned = Experiment(
    "unowned", title: "An unowned delegate",
    question: "What does an unowned reference give when its delegate did not outlive it?"
  ) { notebook, cases in
    let reference = DelegateReference<Listener>(.unowned)
    Policies.follow(reference, notebook) { nil }
    notebook.result("After: the reference is \(reference.isSet ? "still set, to a dead delegate" : "not set").")
    await notebook.show(.unownedInDeinit, in: cases, "reading it in the delegate's deinit")
    await notebook.show(.unownedAfterDeath, in: cases, "reading it after the delegate's death")
    Policies.weigh(.unowned, notebook)
    notebook.note("It is for delegates that are certain to live longer; being wrong ends the program, in every build.")
  }

  static let unownedUnsafe = Experiment(
    "unowned-unsafe", title: "An unowned(unsafe) delegate",
    question: "What does an unchecked reference give after its delegate's death?"
  ) { notebook, cases in
    let reference = unsafe DelegateReference<Listener>(.unownedUnsafe)
    Policies.follow(reference, notebook) { nil }
    notebook.result("After: the reference \(reference.isSet ? "still has the dead delegate's address" : "is empty").")
    await notebook.show(.unownedUnsafeAfterDeath, in: cases, "reading it after the delegate's death")
    await notebook.show(
      .unownedUnsafeReused, in: cases, "reading it after others were given the delegate's memory, each with number 99")
    notebook.note("Nobody checks. A crash is the lucky case; the other one is a message to whoever lives there now.")
  }

  static let strong = Experiment(
    "strong", title: "A strong delegate", question: "When does a delegate die that is held strongly?"
  ) { notebook, _ in
    let reference = DelegateReference<Listener>(.strong)
    Policies.follow(reference, notebook) { nil }
    notebook.result("Nothing died: \(Policies.reading(reference)).")
    notebook.time("The reference is cleared.") { reference.clear() }
    notebook.result("After: \(Policies.reading(reference)).")
    notebook.note("Whoever holds a delegate strongly decides when it dies, and has to remember to.")
  }

  static let strongUntilInvalidated = Experiment(
    "strong-until-invalidated", title: "Strong until invalidated",
    question: "In which order do invalidation, the last message and the release happen?"
  ) { notebook, _ in
    let reference = DelegateReference<Listener>(.strongUntilInvalidated)
    Policies.follow(reference, notebook) { nil }
    notebook.result("Nothing died: \(Policies.reading(reference)).")
    notebook.time("The holder is invalidated.") {
      reference.invalidate { listener in
        let state = reference.isInvalidated ? "invalid" : "valid"
        notebook.result(
          "\(listener.name) hears: did become invalid. It is \(state) by now, and \(Policies.reading(reference)).")
      }
    }
    notebook.result("After: \(Policies.reading(reference)).")
    notebook.note("Invalid, message, release, in this order. Who forgets to invalidate keeps the delegate for ever.")
  }
}

/// What the pages of the policies have in common.
private enum Policies {
  /// Sets the reference, reads it, and has the delegate's only keeper let go.
  static func follow(_ reference: DelegateReference<Listener>, _ notebook: Notebook, atDeath: @escaping () -> String?) {
    let keeper = Keeper(Listener("Ada", notebook, atDeath: atDeath))
    reference.delegate = keeper.object
    notebook.step("A reference of policy \(reference.policy) is set to Ada. One keeper holds her.")
    notebook.result("Before: \(reading(reference)).")
    notebook.time("The keeper lets go.") { keeper.letGo() }
  }

  /// What reading gives, in words. Not to be asked of a reference that may be dangling.
  static func reading(_ reference: DelegateReference<Listener>) -> String {
    "reading gives \(reference.delegate?.name ?? "nil")"
  }

  /// Looks whether a big delegate's memory is given back when it dies, and when the reference is cleared.
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
      "Memory: a delegate of \(BigObject.megabytes) MB dies while such a reference is set. Its death gives back "
        + "\(max(0, full - dead)) MB, clearing the reference \(max(0, dead - cleared)) MB.")
  }
}
