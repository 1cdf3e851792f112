#if Maps
import RollcallTextFormatting

/// Computes an order of modules: the given order, changed only where a module must come after others.
enum ModuleOrder {
  /// A module's requested position: in the given order, but after the modules that it names.
  struct Placement: Sendable, Equatable {
    /// The module's name.
    let name: String
    /// The modules that must be called before it.
    let after: [String]

    /// Creates a module's placement.
    init(_ name: String, after: [String] = []) {
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
  /// - Parameter placements: They name only modules that are in the list.
  static func resolve(_ placements: [Placement]) throws(ModuleCycle) -> [String] {
    let places = Dictionary(placements.enumerated().map { ($1.name, $0) }, uniquingKeysWith: { first, _ in first })
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
    if order.count < placements.count { throw ModuleCycle(names: cycle(in: placements, places, waiting: waiting)) }
    return order
  }

  /// A cycle among the modules that wait forever, starting with the first of them.
  private static func cycle(in placements: [Placement], _ places: [String: Int], waiting: [Int]) -> [String] {
    guard var place = waiting.firstIndex(where: { $0 > 0 }) else { return [] }
    var path: [Int] = []
    var visited: Set<Int> = []
    while visited.insert(place).inserted {
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

/// Modules that wait for each other: each must come after the next one, and the last after the first.
struct ModuleCycle: Error, Equatable, CustomStringConvertible {
  let names: [String]
  /// How many names the sentence has at most.
  private static let mostNames = 20

  /// The error as a sentence.
  var description: String {
    if names.count == 1 { return "'\(names[0])' must come after itself." }
    let more = names.count - Self.mostNames
    let shown = more > 0 ? Array(names.prefix(Self.mostNames)) : names + names.prefix(1)
    let chain = shown.dropFirst().map { "after '\($0)'" }.joined(separator: ", which must come ")
    let rest = more > 0 ? ", and so on: after \(CountText.format(more)) more, '\(names[0])' comes again" : ""
    return "'\(names[0])' must come \(chain)\(rest)."
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
#endif
