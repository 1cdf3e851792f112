/// What a module's registration tells the journal, from any thread.
final class ModuleRecord: Sendable {
  private struct State: Sendable {
    var order: Int
    var isOn: Bool
    /// The names of the events that the module handles, or handled before it was removed.
    var handles: [String] = []
  }

  let id = Identifiers.nextModule()
  let name: String
  let isMain: Bool
  /// The module that contains this one's composite.
  let parent: ModuleID?
  private let state: Locked<State>

  init(name: String, isMain: Bool, parent: ModuleID?, order: Int, isOn: Bool) {
    (self.name, self.isMain, self.parent) = (name, isMain, parent)
    state = Locked(State(order: order, isOn: isOn))
  }

  /// The module's position in its composite, starting at 1.
  var order: Int {
    get { state.withLock(\.order) }
    set { state.withLock { $0.order = newValue } }
  }

  var isOn: Bool {
    get { state.withLock(\.isOn) }
    set { state.withLock { $0.isOn = newValue } }
  }

  var handles: [String] {
    get { state.withLock(\.handles) }
    set { state.withLock { $0.handles = newValue } }
  }

  var label: ModuleLabel { ModuleLabel(id: id, name: name, order: order, isMain: isMain && parent == nil) }

  /// A journal entry about the module.
  func entry(_ change: ModuleEntry.Change, owner: OwnerID, at time: UInt64, took: UInt64? = nil) -> ModuleEntry {
    let state = state.withLock { $0 }
    return ModuleEntry(
      change: change, id: id, name: name, order: state.order, isMain: isMain, isOn: state.isOn, owner: owner,
      parent: parent, atNanoseconds: time, tookNanoseconds: took, handles: state.handles)
  }
}

/// The module that a factory is creating, as seen by the objects that are created with it.
package struct ModuleInTheMaking {
  private let owner: Owner

  /// The module whose factory is running. `nil` when none is.
  package static var current: ModuleInTheMaking? {
    Owner.underConstruction.map(ModuleInTheMaking.init)
  }

  /// Whether the application has already launched. The module then misses the launch events unless it catches up.
  @MainActor package static var hasMissedLaunch: Bool {
    CompositeDelegate.enclosing?.composite.application.life.isLaunched == true
  }

  /// Records a warning about the module.
  package func warn(_ kind: WarningEntry.Kind, _ fill: (inout WarningEntry) -> Void) {
    owner.journal?.warn(kind) { warning in
      (warning.module, warning.moduleID) = (owner.name, owner.record?.id)
      warning.dispatch = owner.journal?.currentDispatch
      fill(&warning)
    }
  }
}

extension OwnedObject {
  /// Cleans the object because another one replaces it.
  package func giveWay() { release(.replaced) }
}
