/// The module that a factory makes, as those know it who are made with it.
package struct ModuleInTheMaking {
  /// The module's name.
  package let name: String
  /// Where its composite writes.
  package let journal: Journal?

  /// The one whose factory is running; `nil` where none is.
  package static var current: ModuleInTheMaking? {
    Owner.underConstruction.map { ModuleInTheMaking(name: $0.name, journal: $0.journal) }
  }

  /// Whether the application has launched already, so that the module is not called for that unless it catches up.
  @MainActor package static var hasMissedLaunch: Bool {
    CompositeDelegate.enclosing?.composite.stack.memory.launch != nil
  }
}

extension Journal {
  /// Writes down a warning of what happens now.
  package func warn(_ kind: WarningEntry.Kind, _ message: String, of module: String) {
    append(
      .warning(
        WarningEntry(kind: kind, message: message, module: module, dispatch: currentDispatch, atNanoseconds: now)))
  }
}

extension OwnedObject {
  /// Has the object cleaned because another one takes its place.
  package func giveWay() { release(.replaced) }
}
