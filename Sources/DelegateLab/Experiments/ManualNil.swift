import DelegateReferences
import ModuleLifecycle

extension Experiment {
  static let manualNil = Experiment(
    "manual-nil", title: "Setting it to nil by hand",
    question: "What does an unchecked delegate slot need from its delegate, and what if it is forgotten?"
  ) { notebook, cases in
    let manager = LocationManager()
    let careful = Keeper(CarefulTracker(manager, notebook))
    manager.delegate.delegate = careful.object
    notebook.step("A location manager's slot is unowned(unsafe). Its delegate sets it to nil in its own deinit.")
    notebook.time("The careful delegate's keeper lets go.") { careful.letGo() }
    notebook.result("After: the slot gives \(manager.delegate.delegate == nil ? "nil" : "a delegate").")

    let forgetful = Keeper(Mortal(notebook, "Its deinit runs, and does nothing about the slot."))
    manager.delegate.delegate = forgetful.object
    notebook.time("Now one that forgets it. Its keeper lets go.") { forgetful.letGo() }
    notebook.result("After: the slot \(manager.delegate.isSet ? "still has the dead delegate's address" : "is empty").")
    await notebook.show(.manualNilForgotten, in: cases, "the manager calling its forgetful delegate")
    manager.delegate.clear()
    notebook.note("One line in deinit is all it takes, in every delegate, for ever. A weak slot needs none.")
  }
}

/// Has the kind of slot that `CLLocationManager` had: nobody is retained, and nothing is checked.
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
