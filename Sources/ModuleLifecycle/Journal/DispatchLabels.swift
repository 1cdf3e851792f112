/// What a dispatch keeps of a module: enough to name it, and nothing that keeps it alive.
struct ModuleLabel: Sendable {
  let id: ModuleID
  let name: String
  let order: Int
  let isMain: Bool
}

/// The names of everything that a dispatch calls. All dispatches of one plan share them.
final class DispatchLabels: Sendable {
  /// A nested composite, and the steps of its handlers.
  struct Group: Sendable {
    let label: ModuleLabel
    var steps: Range<Int>
  }

  /// The modules, in the order of their calls.
  let modules: [ModuleLabel]
  /// Outer groups come before the groups inside them.
  let groups: [Group]

  init(modules: [ModuleLabel], groups: [Group]) {
    self.modules = modules
    self.groups = groups
  }
}
