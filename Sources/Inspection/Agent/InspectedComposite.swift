package import ModuleLifecycle

/// What an agent needs of a composite, read on the main actor once, so that an inspector can come while that actor hangs.
///
/// The composite's owner keeps it alive. If another thread did, the modules might die there, after the main actor has gone.
package struct InspectedComposite: Sendable {
  private weak let kept: CompositeDelegate?
  let name: String
  let journal: Journal
  let running: CurrentHandler
  let catalog: EventCatalog
  let budgets: Budgets

  @MainActor package init(_ composite: CompositeDelegate, name: String? = nil) {
    kept = composite
    self.name = name ?? composite.name
    (journal, running) = (composite.journal, composite.running)
    (catalog, budgets) = (composite.catalog, composite.budgets)
  }

  /// It may die before a command's turn comes: after the connection has ended. To be read on the main actor only, so that
  /// it can't die on another thread.
  @MainActor var composite: CompositeDelegate? { kept }
}
