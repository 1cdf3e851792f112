#if CommandLine
import Inspection
import ModuleLifecycle
import OrderedCollections

/// A fix for an overdue owner: cleaning the object that may hold it.
struct LeakFix: Sendable, Equatable {
  let object: OwnedObjectID
  /// The overdue owner. The object can belong to another owner.
  let owner: OwnerID
  /// The verb for cleaning the object, such as `invalidate`.
  let word: String

  /// Creates a fix that cleans an object because of an overdue owner.
  init(_ object: OwnedObjectID, for owner: OwnedObjectHistory.Owner) {
    (self.object, self.owner) = (object, owner.id)
    word = owner.hints.first { $0.object == object }?.remedy ?? "cancel"
  }
}

/// The fix for the selection, if any.
enum LeakFixChoice: Equatable {
  case fix(LeakFix)
  /// A sentence about why there is nothing to do.
  case nothing(String)
}

extension DashboardState {
  /// The fix for the selected object, or for the owner of the selected row.
  var leakFixChoice: LeakFixChoice {
    if let problem = problem(with: .control) { return .nothing(problem) }
    let overdue = application.ownership.overdueOwners.last.flatMap { application.ownership.owners[$0] }
    let elsewhere = overdue.map { "Nothing here is overdue; \($0.name) in the cleanup pane is." }
    let notOverdue = LeakFixChoice.nothing(elsewhere ?? "Nothing here is overdue.")
    guard focus == .cleanup else {
      guard let owner = overdueInstance(of: selectedModule) else { return notOverdue }
      return leakFixChoice(for: owner)
    }
    switch selectedCleanupRow {
    case .heading(let owner) where owner.isOverdue: return leakFixChoice(for: owner)
    case .open(let owner, let object) where owner.isOverdue(object):
      return .fix(LeakFix(OwnedObjectID(owner: owner.id, number: object.number), for: owner))
    default: return notOverdue
    }
  }

  /// The fix for the selection; `nil` if there is none.
  var leakFix: LeakFix? { if case .fix(let fix) = leakFixChoice { fix } else { nil } }

  /// The latest overdue instance of a module.
  func overdueInstance(of module: ModuleID?) -> OwnedObjectHistory.Owner? {
    guard let module else { return nil }
    let ownership = application.ownership
    return ownership.overdueOwners.reversed().lazy.compactMap { ownership.owners[$0] }.first { $0.module == module }
  }

  func leakFixChoice(for owner: OwnedObjectHistory.Owner) -> LeakFixChoice {
    for hint in owner.hints {
      guard let object = hint.object, let holder = application.ownership.owners[object.owner],
        holder.live[object.number] != nil
      else { continue }
      return .fix(LeakFix(object, for: owner))
    }
    if owner.overdueCount > 0 {
      return .nothing("The holder is unknown. On a row of the cleanup pane, i cleans that object.")
    }
    return .nothing("The holder is unknown: there is no owned object to clean.")
  }
}

extension OwnedObjectHistory {
  /// Whether the object that a hint names was cleaned since. If the overdue owner is still alive, the hint was wrong.
  func isRefuted(_ hint: HolderHint) -> Bool {
    guard let object = hint.object else { return false }
    return owners[object.owner]?.place(ofCleaned: object.number) != nil
  }
}

extension DashboardState {
  /// Applies the fix for the selection.
  mutating func applyLeakFix() -> [Effect] {
    guard case .fix(let fix) = leakFixChoice else { return [] }
    return apply(fix)
  }

  mutating func apply(_ fix: LeakFix) -> [Effect] {
    awaitedLeakFix = fix
    return [.perform(.cancel(fix.object))]
  }
}
#endif
