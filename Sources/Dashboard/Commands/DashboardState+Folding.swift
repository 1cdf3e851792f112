#if CommandLine
import ModuleLifecycle
import OrderedCollections
import TerminalUI

/// Folding of a nested composite's modules, and of an owner's objects.
extension DashboardState {
  /// The nested composite to fold: the selected module, or the composite that contains it.
  private var foldable: ModuleList.Row? {
    guard let selected else { return nil }
    return application.modules.isComposite(selected) ? selected : selected.parent.flatMap { application.modules[$0] }
  }

  /// Why there is nothing to fold in the focused pane; `nil` if there is.
  var foldProblem: String? {
    switch focus {
    case .order, .timings: foldable == nil ? "\(selected?.name ?? "The selection") is in no nested composite." : nil
    case .cleanup: cleanupRows.count == 0 ? "There is nothing to fold yet." : nil
    case .log: "The log folds equal lines by itself."
    }
  }

  /// Folds or unfolds the composite or owner of the selected row. A flood's row unfolds into one row for each object.
  mutating func toggleFold() {
    guard focus == .cleanup else {
      guard let composite = foldable?.id else { return }
      if foldedComposites.remove(composite) == nil {
        foldedComposites.insert(composite)
        selectedModule = composite
      }
      return
    }
    guard let row = selectedCleanupRow else { return }
    let owner = row.owner.id
    let isShared = selectedRow(of: .cleanup).map { cleanupRows.count(at: $0) > 1 } ?? false
    if lists[.cleanup].selected == nil || !isShared {
      lists[.cleanup].selected = isShared ? row.id : .object(owner, nil)
    }
    ownerFolds[owner] = isShared ? OwnerFold.none : ownerFolds[owner] == .all ? .shared : .all
  }
}
#endif
