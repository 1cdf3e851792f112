#if CommandLine
import RollcallInspection
import ModuleLifecycle
import OrderedCollections

/// A fix for an overdue owner: cleaning the object that may hold it.
struct LeakFix: Sendable, Equatable {
  let object: OwnedObjectID
  /// The overdue owner. The object can belong to another owner.
  let owner: OwnerID
  /// The verb for cleaning the object, such as `invalidate`.
  let verb: String
  /// The object, if no hint names it; `nil` for the object of a hint, which the hint describes.
  let title: String?

  /// The verb, and the object that no hint names.
  var words: String { [verb, title].compactMap(\.self).joined(separator: " ") }

  /// Creates a fix that cleans an object because of an overdue owner.
  init(_ object: OwnedObjectID, for owner: OwnedObjectHistory.Owner) {
    (self.object, self.owner) = (object, owner.id)
    let hint = owner.hints.first { $0.object == object }
    verb = hint?.remedy ?? "cancel"
    title = hint == nil ? owner.object(object.number)?.title : nil
  }
}

extension DashboardState {
  /// Returns the fix for the selected object, or for the owner of the selected row. Throws why there is nothing to do.
  func findLeakFix() throws(PlainProblem) -> LeakFix {
    if let problem = problem(with: .control) { throw PlainProblem(problem) }
    let overdue = application.ownership.overdueOwners.last.flatMap { application.ownership.owners[$0] }
    let elsewhere = overdue.map { "Nothing here is overdue; \($0.name) in the cleanup pane is." }
    let notOverdue = PlainProblem(elsewhere ?? "Nothing here is overdue.")
    guard focus == .cleanup else {
      guard let owner = overdueInstance(of: selectedModule) else { throw notOverdue }
      return try findLeakFix(for: owner)
    }
    guard let row = selectedCleanupRow, row.owner.isOverdue else { throw notOverdue }
    guard let object = row.object else { return try findLeakFix(for: row.owner) }
    guard row.owner.isOverdue(object) else { throw notOverdue }
    return LeakFix(OwnedObjectID(owner: row.owner.id, number: object.number), for: row.owner)
  }

  /// The fix for the selection; `nil` if there is none.
  var leakFix: LeakFix? { try? findLeakFix() }

  /// Why there is no fix for the selection, in a sentence; `nil` if there is one.
  var leakFixProblem: String? {
    do throws(PlainProblem) { _ = try findLeakFix() } catch { return error.text }
    return nil
  }

  mutating func apply(_ fix: LeakFix) -> [Effect] {
    awaitedLeakFix = fix
    return [.perform(.cancel(fix.object))]
  }

  /// The latest overdue instance of a module.
  func overdueInstance(of module: ModuleID?) -> OwnedObjectHistory.Owner? {
    guard let module else { return nil }
    let ownership = application.ownership
    return ownership.overdueOwners.reversed().lazy.compactMap { ownership.owners[$0] }.first { $0.module == module }
  }

  func findLeakFix(for owner: OwnedObjectHistory.Owner) throws(PlainProblem) -> LeakFix {
    for hint in owner.hints {
      guard let object = hint.object, let holder = application.ownership.owners[object.owner],
        holder.live[object.number] != nil
      else { continue }
      return LeakFix(object, for: owner)
    }
    throw PlainProblem(
      owner.overdueCount > 0
        ? "The holder is unknown. On a row of the cleanup pane, i cleans that object."
        : "The holder is unknown: there is no owned object to clean.")
  }
}

extension OwnedObjectHistory {
  /// Whether an owner that a warning can be about is still overdue. Equal warnings are shown as one.
  func isOverdue(_ warning: WarningEntry) -> Bool {
    overdueOwners.contains { id in
      guard let owner = owners[id] else { return false }
      return warning.moduleID == nil ? owner.name == warning.owner : owner.module == warning.moduleID
    }
  }

  /// Whether the object that a hint names was cleaned since. If the overdue owner is still alive, the hint was wrong.
  func isRefuted(_ hint: HolderHint) -> Bool {
    guard let object = hint.object else { return false }
    return owners[object.owner]?.object(object.number)?.released != nil
  }
}

#endif
