package import ModuleLifecycle

/// What an agent needs of a composite, read on the main actor once, so that an inspector can come while that actor hangs.
///
/// The composite's owner keeps it alive. If another thread did, the modules might die there, after the main actor has gone.
package struct InspectedComposite: Sendable {
  private weak let kept: CompositeDelegate?
  let name: String
  let journal: Journal
  let running: CurrentHandler
  weak let watchdog: Watchdog?
  let catalog: EventCatalog
  let budgets: Budgets
  /// What all inspectors of the composite share: one event at a time is fired repeatedly.
  let repetition: RepetitionSlot

  @MainActor package init(_ composite: CompositeDelegate, name: String? = nil) {
    kept = composite
    self.name = name ?? composite.name
    (journal, running, watchdog) = (composite.journal, composite.running, composite.watchdog)
    (catalog, budgets) = (composite.catalog, composite.budgets)
    if let slot = composite.companions.lazy.compactMap({ $0 as? RepetitionSlot }).first {
      repetition = slot
    } else {
      repetition = RepetitionSlot()
      composite.companions.append(repetition)
    }
  }

  /// It may die before a command's turn comes: after the connection has ended. To be read on the main actor only, so that
  /// it can't die on another thread.
  @MainActor var composite: CompositeDelegate? { kept }
}

/// What an application that can be inspected grants.
struct InspectionTerms: Sendable {
  let inspected: InspectedComposite
  /// The most that an inspector may do.
  let role: InspectionRole
  /// What may leave of texts; `nil` for all.
  let redaction: Redaction?
  /// Says when to send a beat, and when an inspector that says nothing is sent away.
  let clock: MonotonicClock
}
