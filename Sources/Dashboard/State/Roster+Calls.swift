import ModuleLifecycle

extension Roster {
  /// Why a module that handles an event is not called with it.
  enum Absence: Equatable {
    case removed
    case off
    /// It is in a nested composite that is switched off.
    case within(String)

    var words: String {
      switch self {
      case .removed: "removed"
      case .off: "off"
      case .within(let composite): "\(composite) is off"
      }
    }
  }

  /// Why no event calls a module; `nil` where those that it handles do.
  func absence(of row: Row) -> Absence? {
    if !row.isPresent { return row.isOn ? .removed : .off }
    if !row.isOn { return .off }
    return ancestors(of: row).first { !$0.isOn || !$0.isPresent }.map { .within($0.name) }
  }

  /// Whether an event would call a module now.
  func calls(_ row: Row, with event: String) -> Bool { row.handles.contains(event) && absence(of: row) == nil }

  /// The events that would call somebody now.
  var handledEvents: Set<String> {
    rows.reduce(into: []) { events, row in
      if absence(of: row) == nil { events.formUnion(row.handles) }
    }
  }

  /// A module's name after those of the composites that it is in, and the place of the outermost: `2 Shop/Cart`.
  func path(of row: Row) -> String {
    let path = ancestors(of: row).reversed() + [row]
    return "\(path[0].order) \(path.map(\.name).joined(separator: "/"))"
  }

  /// The nested composites that a module is in, from the inside.
  private func ancestors(of row: Row) -> [Row] {
    var ancestors: [Row] = []
    var parent = row.parent
    while let id = parent, let row = self[id] {
      ancestors.append(row)
      parent = row.parent
    }
    return ancestors
  }
}
