package import ModuleLifecycle
import RollcallRecordings

/// The parts of a composite that an agent needs. They are read once on the main actor, so that an inspector can attach
/// while the main actor hangs.
///
/// Does not keep the composite alive: otherwise, its modules might be deallocated on another thread.
package struct InspectedComposite: Sendable {
  private weak let kept: CompositeDelegate?
  let name: String
  let journal: Journal
  let running: CurrentHandler
  weak let observers: Observers?
  let catalog: EventCatalog
  let budgets: EventBudgets
  /// Shared by all inspectors of the composite: only one event at a time is fired repeatedly.
  let repetition: RepetitionSlot

  @MainActor package init(_ composite: CompositeDelegate, name: String? = nil) {
    kept = composite
    self.name = name ?? composite.name
    (journal, running, observers) = (composite.journal, composite.running, composite.observers)
    (catalog, budgets) = (composite.catalog, composite.budgets)
    if let slot = composite.observers.first(RepetitionSlot.self) {
      repetition = slot
    } else {
      repetition = RepetitionSlot()
      composite.observers.add(repetition)
    }
  }

  /// The composite; `nil` if it was deallocated before a command's turn came. Read it on the main actor only, so that
  /// it can't be deallocated on another thread.
  @MainActor var composite: CompositeDelegate? { kept }
}

/// The conditions under which an application can be inspected.
struct InspectionTerms: Sendable {
  let inspected: InspectedComposite
  /// The maximum role of an inspector.
  let role: InspectionRole
  /// Replaces texts before they leave the application; `nil` for none.
  let redaction: Redaction?
  /// Determines when to send a beat, and when to reject an inspector that has not identified itself.
  let clock: MonotonicClock
}
