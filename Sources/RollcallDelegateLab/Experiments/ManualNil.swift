import ModuleLifecycle
import RollcallDelegateReferences

extension Experiment {
  static let manualNil = Experiment(
    "manual-nil", title: "Setting it to nil by hand",
    question: "What must a delegate do for an unchecked slot, and what happens if it forgets?"
  ) { notebook, cases in
    let manager = LocationManager()
    let careful = Keeper(CarefulTracker(manager, notebook))
    manager.delegate.delegate = careful.object
    notebook.step("A location manager's slot is unowned(unsafe). Its delegate sets the slot to nil in its deinit.")
    notebook.time("The careful delegate's owner releases it.") { careful.letGo() }
    notebook.result("After: the slot returns \(manager.delegate.delegate == nil ? "nil" : "a delegate").")

    let forgetful = Keeper(Mortal(notebook, "Its deinit runs, and leaves the slot as it is."))
    manager.delegate.delegate = forgetful.object
    notebook.time("A forgetful delegate does not do this. Its owner releases it.") { forgetful.letGo() }
    notebook.result("After: the slot \(manager.delegate.isSet ? "still has the dead delegate's address" : "is empty").")
    await notebook.show(.manualNilForgotten, in: cases, "the manager calling its forgetful delegate")
    manager.delegate.clear()
    notebook.note("It takes only one line in deinit, but in every delegate. A weak slot needs none.")
  }
}

/// Has the kind of slot that `CLLocationManager` had: it retains nothing and checks nothing.
final class LocationManager {
  let delegate = unsafe DelegateReference<AnyObject>(.unownedUnsafe)
}

private final class CarefulTracker: Mortal {
  private let manager: LocationManager

  init(_ manager: LocationManager, _ notebook: Notebook) {
    self.manager = manager
    super.init(notebook, "Its deinit runs, and has set the slot to nil.")
  }

  deinit { manager.delegate.clear() }
}
