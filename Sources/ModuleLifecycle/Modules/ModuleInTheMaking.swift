/// The module that a factory makes, as those know it who are made with it.
package struct ModuleInTheMaking {
  private let owner: Owner

  /// The one whose factory is running; `nil` where none is.
  package static var current: ModuleInTheMaking? {
    Owner.underConstruction.map(ModuleInTheMaking.init)
  }

  /// Whether the application has launched already, so that the module is not called for that unless it catches up.
  @MainActor package static var hasMissedLaunch: Bool {
    CompositeDelegate.enclosing?.composite.stack.memory.launch != nil
  }

  /// Warns of something that concerns the module.
  package func warn(_ kind: WarningEntry.Kind, _ fill: (inout WarningEntry) -> Void) {
    owner.journal?.warn(kind) { warning in
      (warning.module, warning.moduleID) = (owner.name, owner.instance?.id)
      warning.dispatch = owner.journal?.currentDispatch
      fill(&warning)
    }
  }
}

extension OwnedObject {
  /// Has the object cleaned because another one takes its place.
  package func giveWay() { release(.replaced) }
}
