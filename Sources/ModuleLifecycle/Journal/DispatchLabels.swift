/// What a dispatch remembers of a module: enough to name it, nothing that keeps it alive.
struct ModuleLabel: Sendable {
  let id: ModuleID
  let name: String
  let order: Int
  let isMain: Bool
}

/// The names of all that a dispatch calls; shared by all dispatches of one plan.
final class DispatchLabels: Sendable {
  /// A composite that is nested in another, and the handlers that belong to it.
  struct Group: Sendable {
    let label: ModuleLabel
    var steps: Range<Int>
  }

  /// The modules, in the order of their calls.
  let modules: [ModuleLabel]
  /// Outer ones before those inside them.
  let groups: [Group]

  init(modules: [ModuleLabel], groups: [Group]) {
    self.modules = modules
    self.groups = groups
  }
}
