package import ModuleLifecycle

/// What an agent needs of a composite, read on the main actor when the application begins to listen, so that an inspector
/// can come while that actor hangs.
package struct InspectedComposite: Sendable {
  /// To be read on the main actor only, so that it can't die on another thread.
  weak let composite: CompositeDelegate?
  let name: String
  let journal: Journal
  let running: CurrentHandler
  let catalog: EventCatalog
  let budgets: Budgets

  @MainActor package init(_ composite: CompositeDelegate, name: String? = nil) {
    self.composite = composite
    self.name = name ?? composite.name
    (journal, running) = (composite.journal, composite.running)
    (catalog, budgets) = (composite.catalog, composite.budgets)
  }
}
