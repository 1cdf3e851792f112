#if CommandLine
import ModuleLifecycle
import OrderedCollections

extension Roster {
  /// Why a module that handles an event is not called with it.
  enum Absence: Equatable {
    case removed
    case off
    /// It is in a nested composite that is switched off.
    case within(String)

    /// Whether switching something on ends it.
    var isOff: Bool { self != .removed }

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

  /// The events that a module handles, or that those of a nested composite do, in the order of their modules.
  func handledEvents(of row: Row) -> [String] {
    guard isComposite(row) else { return row.handles }
    var events = OrderedSet(row.handles)
    for inner in rows where ancestors(of: inner).contains(where: { $0.id == row.id }) {
      events.formUnion(inner.handles)
    }
    return Array(events)
  }

  /// A module's name after those of the composites that it is in, and before it their places: `2.1 Shop/Cart`.
  func path(of row: Row) -> String {
    let path = ancestors(of: row).reversed() + [row]
    return "\(path.map { "\($0.order)" }.joined(separator: ".")) \(path.map(\.name).joined(separator: "/"))"
  }

  /// Which place a module has among how many: `place 2 of 3`, `place 1 of 2 in Shop`.
  func place(of row: Row) -> String {
    let within = ancestors(of: row).first.map { " in \($0.name)" } ?? ""
    return "place \(Words.number(row.order)) of \(Words.number(siblingCount(of: row)))\(within)"
  }

  /// The nested composites that a module is in, from the inside.
  private func ancestors(of row: Row) -> [Row] {
    var ancestors: [Row] = []
    var parent = row.parent
    while let id = parent, let row = self[id], ancestors.count < Self.mostNested {
      ancestors.append(row)
      parent = row.parent
    }
    return ancestors
  }
}
#endif
