/// The module that a factory is creating, as seen by the objects that are created with it.
package struct ModuleInTheMaking {
  private let owner: Owner

  /// The module whose factory is running. `nil` when none is.
  package static var current: ModuleInTheMaking? {
    Owner.underConstruction.map(ModuleInTheMaking.init)
  }

  /// Whether the application has already launched. The module then misses the launch events unless it catches up.
  @MainActor package static var hasMissedLaunch: Bool {
    CompositeDelegate.enclosing?.composite.application.memory.launch != nil
  }

  /// Records a warning about the module.
  package func warn(_ kind: WarningEntry.Kind, _ fill: (inout WarningEntry) -> Void) {
    owner.journal?.warn(kind) { warning in
      (warning.module, warning.moduleID) = (owner.name, owner.record?.id)
      warning.dispatch = owner.journal?.currentDispatch
      fill(&warning)
    }
  }
}

extension OwnedObject {
  /// Cleans the object because another one replaces it.
  package func giveWay() { release(.replaced) }
}
