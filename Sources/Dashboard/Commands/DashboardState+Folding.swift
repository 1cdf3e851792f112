#if CommandLine
import ModuleLifecycle
import OrderedCollections
import TerminalUI

/// Folding: a nested composite's modules, and an owner's objects.
extension DashboardState {
  /// The nested composite that would be folded: the selected module, or the one that it is in.
  private var foldable: ModuleList.Row? {
    guard let selected else { return nil }
    return application.modules.isComposite(selected) ? selected : selected.parent.flatMap { application.modules[$0] }
  }

  /// Why there is nothing to fold where the user is.
  var foldProblem: String? {
    switch focus {
    case .order, .timings: foldable == nil ? "\(selected?.name ?? "What is selected") is in no nested composite." : nil
    case .cleanup: application.ownership.rowCount == 0 ? "There is nothing to fold yet." : nil
    case .log: "In the log equal lines are folded by themselves."
    }
  }

  /// Folds what the selected row is of, or unfolds it. The row of a flood unfolds into one row for each object.
  mutating func toggleFold() {
    guard focus == .cleanup else {
      guard let composite = foldable?.id else { return }
      if foldedComposites.remove(composite) == nil {
        foldedComposites.insert(composite)
        selectedModule = composite
      }
      return
    }
    guard let row = application.ownership.row(at: cleanupRow) else { return }
    let owner = row.owner
    let isFlood = owner.count(of: row) > 1
    if selectedCleanup == nil || !isFlood {
      selectedCleanup = isFlood ? row.id : OwnedObjectHistory.RowID(owner: owner.id)
    }
    let fold: OwnerFold = isFlood ? .none : owner.fold == .all ? .floods : .all
    application.ownership.setFold(fold, of: owner.id)
  }
}
#endif
