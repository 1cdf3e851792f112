/// The differences between two sets of launches besides their times, by name.
package struct InventoryChanges: Sendable, Equatable {
  /// A name that occurs in a different share of the launches.
  package struct Change: Sendable, Equatable {
    package let name: String
    /// The number of launches of each side in which the name occurs.
    package let base, head: Int
    /// A module's median time in the launches that it is in, in nanoseconds; `nil` for other names.
    package var nanoseconds: UInt64?
  }

  /// Modules that are only in the head's launches, or in a larger share of them.
  package private(set) var new: [Change] = []
  /// Modules that are only in the base's launches, or in a larger share of them.
  package private(set) var gone: [Change] = []
  /// Modules that are called in another position, relative to the other modules that both sides have.
  package private(set) var moved: [String] = []
  /// Objects that are alive at the end in a larger or smaller share of the launches.
  package private(set) var alive: [Change] = []
  /// Warnings that occur in a larger or smaller share of the launches.
  package private(set) var warnings: [Change] = []

  init(_ base: [LaunchSample], _ head: [LaunchSample]) {
    let modules = Self.changes(base.map { Set($0.order) }, head.map { Set($0.order) }).map { change in
      var change = change
      change.nanoseconds = (base + head).compactMap { $0.modules[change.name]?.nanoseconds }.median
      return change
    }
    new = modules.filter { $0.isMore(in: base.count, head.count) }
    gone = modules.filter { !$0.isMore(in: base.count, head.count) }
    alive = Self.changes(base.map { Set($0.alive.keys) }, head.map { Set($0.alive.keys) })
    warnings = Self.changes(base.map { Set($0.warnings.keys) }, head.map { Set($0.warnings.keys) })
    if let first = base.first?.order, let last = head.first?.order { moved = Self.moved(first, last) }
  }

  /// The names whose share of the launches differs between the sides.
  private static func changes(_ base: [Set<String>], _ head: [Set<String>]) -> [Change] {
    let names = (base + head).reduce(into: Set<String>()) { $0.formUnion($1) }
    return names.sorted().compactMap { name in
      let change = Change(name: name, base: base.count { $0.contains(name) }, head: head.count { $0.contains(name) })
      return change.base * head.count == change.head * base.count ? nil : change
    }
  }

  /// The fewest names that must move to turn one order into the other: those outside the longest sequence of names that
  /// both have in the same order.
  private static func moved(_ base: [String], _ head: [String]) -> [String] {
    let common = Set(base).intersection(head)
    let difference = base.filter(common.contains).difference(from: head.filter(common.contains))
    return difference.removals.compactMap { if case .remove(_, let name, _) = $0 { name } else { nil } }
  }
}

extension InventoryChanges.Change {
  /// Whether the name is in a larger share of the head's launches.
  package func isMore(in baseCount: Int, _ headCount: Int) -> Bool { head * baseCount > base * headCount }
}
