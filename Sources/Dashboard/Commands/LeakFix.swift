#if CommandLine
import Inspection
import ModuleLifecycle
import OrderedCollections

/// What can be done about an owner that is overdue: clean the object that may hold it.
struct LeakFix: Sendable, Equatable {
  let object: OwnedObjectID
  /// The owner that is overdue; the object may be another's.
  let owner: UInt64
  /// What cleaning the object does to it: `invalidate`.
  let word: String

  /// Cleaning an object on account of an overdue owner.
  init(_ object: OwnedObjectID, for owner: OwnedObjectHistory.Owner) {
    (self.object, self.owner) = (object, owner.id)
    word = owner.hints.first { $0.object == object }?.remedy ?? "cancel"
  }
}

/// What there is to do about the selection.
enum LeakFixChoice: Equatable {
  case fix(LeakFix)
  /// Why there is nothing to do, in a sentence.
  case nothing(String)
}

extension DashboardState {
  /// What there is to do where the user is: about the selected object, or about the owner that the selected row is of.
  var leakFixChoice: LeakFixChoice {
    if let problem = problem(with: .control) { return .nothing(problem) }
    let overdue = application.ownership.overdueOwners.last.flatMap { application.ownership.owners[$0] }
    let elsewhere = overdue.map { "Nothing here is overdue; \($0.name) is, in the cleanup pane." }
    let notOverdue = LeakFixChoice.nothing(elsewhere ?? "Nothing here is overdue.")
    guard focus == .cleanup else {
      guard let owner = overdueInstance(of: selectedModule) else { return notOverdue }
      return leakFixChoice(for: owner)
    }
    switch application.ownership.row(at: cleanupRow) {
    case .heading(let owner) where owner.isOverdue: return leakFixChoice(for: owner)
    case .open(let owner, let object) where owner.isOverdue(object):
      return .fix(LeakFix(OwnedObjectID(owner: owner.id, number: object.number), for: owner))
    default: return notOverdue
    }
  }

  /// What there is to do where the user is, if there is anything.
  var leakFix: LeakFix? { if case .fix(let fix) = leakFixChoice { fix } else { nil } }

  /// The latest instance of a module that is overdue.
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
      return .nothing("Nobody knows who holds it. On a row of the cleanup pane, \(shown("i")) cleans that object.")
    }
    return .nothing("Nobody knows who holds it: there is no owned object to clean.")
  }
}

extension OwnedObjectHistory {
  /// Whether the object that a hint names was cleaned since. If its owner still lives, it was not that.
  func isRefuted(_ hint: HolderHint) -> Bool {
    guard let object = hint.object else { return false }
    return owners[object.owner]?.cleaned.position(of: object.number) != nil
  }
}

extension DashboardState {
  /// Acts on what is overdue where the user is.
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
