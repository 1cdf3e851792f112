import TextFormatting

/// Computes an order of modules: the given order, changed only where a module must come after others.
package enum ModuleOrder {
  /// A module's requested position: in the given order, but after the modules that it names.
  package struct Placement: Sendable, Equatable {
    /// The module's name.
    package let name: String
    /// The modules that must be called before it.
    package let after: [String]

    /// Creates a module's placement.
    package init(_ name: String, after: [String] = []) {
      self.name = name
      self.after = after
    }
  }

  /// Returns the modules' names in the order of the calls.
  ///
  /// Of all modules that can come next, the one given first is chosen. The given order is therefore kept where
  /// possible. The time is proportional to the number of modules and placements, plus a little for each module that has to
  /// wait.
  ///
  /// - Throws: `ModuleOrderError` for a name that is not in the list, and for modules that wait for each other.
  package static func resolve(_ placements: [Placement]) throws(ModuleOrderError) -> [String] {
    let places = Dictionary(placements.enumerated().map { ($1.name, $0) }, uniquingKeysWith: { first, _ in first })
    for placement in placements {
      for other in placement.after where places[other] == nil {
        throw .unknown(other, in: placement.name, known: placements.map(\.name).filter { $0 != placement.name })
      }
    }
    var waiting = placements.map { Set($0.after).count }
    var followers: [Int: [Int]] = [:]
    for (index, placement) in placements.enumerated() {
      for other in Set(placement.after) { if let place = places[other] { followers[place, default: []].append(index) } }
    }
    var ready = LowestFirst(placements.indices.filter { waiting[$0] == 0 })
    var order: [String] = []
    while let next = ready.removeFirst() {
      order.append(placements[next].name)
      for follower in followers[next] ?? [] {
        waiting[follower] -= 1
        if waiting[follower] == 0 { ready.insert(follower) }
      }
    }
    if order.count < placements.count { throw .cycle(cycle(in: placements, places, waiting: waiting)) }
    return order
  }

  /// A cycle among the modules that wait forever, starting with the first of them.
  private static func cycle(in placements: [Placement], _ places: [String: Int], waiting: [Int]) -> [String] {
    guard var place = waiting.firstIndex(where: { $0 > 0 }) else { return [] }
    var path: [Int] = []
    while !path.contains(place) {
      path.append(place)
      let next = placements[place].after.compactMap { places[$0] }.first { waiting[$0] > 0 }
      guard let next else { return [] }
      place = next
    }
    let circle = path[(path.firstIndex(of: place) ?? 0)...]
    let first = circle.min() ?? place
    let start = circle.firstIndex(of: first) ?? circle.startIndex
    return (circle[start...] + circle[..<start]).map { placements[$0].name }
  }
}

/// Why an order can't be computed.
public enum ModuleOrderError: Error, Sendable, Equatable, CustomStringConvertible {
  /// The first name is not in the list, but the module named second must come after it. `known` lists the other names.
  case unknown(String, in: String, known: [String])
  /// Each of these modules must come after the next one, and the last after the first.
  case cycle([String])

  /// The error as one or two sentences, with the module's name and the cause.
  public var description: String {
    switch self {
    case .unknown(let name, let module, let known):
      return [
        "'\(module)' must come after '\(name)', which does not exist.", NearestName.suggestion(for: name, among: known),
      ]
      .filter { !$0.isEmpty }.joined(separator: " ")
    case .cycle(let names) where names.count == 1:
      return "'\(names[0])' must come after itself."
    case .cycle(let names):
      let chain = (names + names.prefix(1)).dropFirst().map { "after '\($0)'" }.joined(separator: ", which must come ")
      return "'\(names[0])' must come \(chain)."
    }
  }
}

/// A binary heap that returns the lowest number first.
private struct LowestFirst {
  private var heap: [Int]

  /// - Parameter sorted: The initial numbers, in ascending order.
  init(_ sorted: [Int]) { heap = sorted }

  mutating func insert(_ number: Int) {
    heap.append(number)
    var child = heap.count - 1
    while child > 0, heap[child] < heap[(child - 1) / 2] {
      heap.swapAt(child, (child - 1) / 2)
      child = (child - 1) / 2
    }
  }

  mutating func removeFirst() -> Int? {
    guard let first = heap.first, let last = heap.popLast() else { return nil }
    guard !heap.isEmpty else { return first }
    heap[0] = last
    var parent = 0
    while true {
      let children = [2 * parent + 1, 2 * parent + 2].filter { $0 < heap.count }
      guard let least = children.min(by: { heap[$0] < heap[$1] }), heap[least] < heap[parent] else { return first }
      heap.swapAt(parent, least)
      parent = least
    }
  }
}
