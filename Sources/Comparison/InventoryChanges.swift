/// What two sets of launches have beside their times, by name.
package struct InventoryChanges: Sendable, Equatable {
  /// Something that is there in a different number of launches.
  package struct Change: Sendable, Equatable {
    package let name: String
    /// In how many launches of each side it is.
    package let base, head: Int
  }

  /// Modules that are in launches of the head only, or in more of them.
  package private(set) var new: [Change] = []
  /// Modules that are in launches of the base only, or in more of them.
  package private(set) var gone: [Change] = []
  /// Modules that are called in another place, relative to the others that are in both.
  package private(set) var moved: [String] = []
  /// Objects that are alive at the end in more or fewer launches.
  package private(set) var alive: [Change] = []
  /// Warnings that come in more or fewer launches.
  package private(set) var warnings: [Change] = []

  init(_ base: [LaunchSample], _ head: [LaunchSample]) {
    let modules = Self.changes(base.map { Set($0.order) }, head.map { Set($0.order) })
    new = modules.filter { $0.isMore(in: base.count, head.count) }
    gone = modules.filter { !$0.isMore(in: base.count, head.count) }
    alive = Self.changes(base.map { Set($0.alive.keys) }, head.map { Set($0.alive.keys) })
    warnings = Self.changes(base.map { Set($0.warnings.keys) }, head.map { Set($0.warnings.keys) })
    if let first = base.first?.order, let last = head.first?.order { moved = Self.moved(first, last) }
  }

  /// What is not in as large a part of the launches of one side as of the other.
  private static func changes(_ base: [Set<String>], _ head: [Set<String>]) -> [Change] {
    let names = (base + head).reduce(into: Set<String>()) { $0.formUnion($1) }
    return names.sorted().compactMap { name in
      let change = Change(name: name, base: base.count { $0.contains(name) }, head: head.count { $0.contains(name) })
      return change.base * head.count == change.head * base.count ? nil : change
    }
  }

  /// The fewest names that have to be moved to make one order of the other: those outside of the longest row of names that
  /// both have in the same order.
  private static func moved(_ base: [String], _ head: [String]) -> [String] {
    let places = Dictionary(base.enumerated().map { ($1, $0) }, uniquingKeysWith: { first, _ in first })
    let common = head.compactMap { name in places[name].map { (name: name, place: $0) } }
    // Patience sorting: the last one of the best row of each length, and what comes before each.
    var (tails, before) = ([Int](), [Int?](repeating: nil, count: common.count))
    for index in common.indices {
      var (low, high) = (0, tails.count)
      while low < high {
        let middle = (low + high) / 2
        if common[tails[middle]].place < common[index].place { low = middle + 1 } else { high = middle }
      }
      before[index] = low > 0 ? tails[low - 1] : nil
      if low == tails.count { tails.append(index) } else { tails[low] = index }
    }
    var kept: Set<Int> = []
    var next = tails.last
    while let index = next {
      kept.insert(index)
      next = before[index]
    }
    return common.indices.filter { !kept.contains($0) }.map { common[$0].name }
  }
}

extension InventoryChanges.Change {
  /// Whether it is in a larger part of the head's launches.
  package func isMore(in baseCount: Int, _ headCount: Int) -> Bool { head * baseCount > base * headCount }
}
