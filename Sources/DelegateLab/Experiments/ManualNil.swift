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
    notebook.start("The careful delegate's keeper lets go.")
    careful.letGo()
    notebook.stop()
    notebook.result("After: the slot gives \(manager.delegate.delegate == nil ? "nil" : "a delegate").")

    let forgetful = Keeper(ForgetfulTracker(notebook))
    manager.delegate.delegate = forgetful.object
    notebook.start("Now one that forgets it. Its keeper lets go.")
    forgetful.letGo()
    notebook.stop()
    notebook.result(
      "After: the slot \(manager.delegate.isSet ? "still has the dead delegate's address" : "is empty").")
    await notebook.show(.manualNilForgotten, in: cases, "the manager calling its forgetful delegate")
    manager.delegate.clear()
    notebook.note("One line in deinit is all it takes, in every delegate, for ever. A weak slot needs none.")
  }
}

/// Has the kind of slot that `CLLocationManager` had: nobody is retained, and nothing is checked.
final class LocationManager {
  let delegate = unsafe DelegateReference<AnyObject>(.unownedUnsafe)
}

private final class CarefulTracker {
  private let manager: LocationManager
  private let notebook: Notebook

  init(_ manager: LocationManager, _ notebook: Notebook) {
    self.manager = manager
    self.notebook = notebook
  }

  deinit {
    manager.delegate.clear()
    notebook.result("Its deinit runs, and has set the slot to nil.")
  }
}

private final class ForgetfulTracker {
  private let notebook: Notebook

  init(_ notebook: Notebook) { self.notebook = notebook }

  deinit { notebook.result("Its deinit runs, and does nothing about the slot.") }
}
