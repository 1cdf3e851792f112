import Foundation
import RollcallTestSupport
import RollcallTestingAdditions
import Testing

@testable import ModuleLifecycle

/// Owners that own owners, nested too deeply for recursion on a stack.
@Suite(.inTurn, .serialized, .timeLimit(.minutes(10))) struct OwnerChainTests {
  /// Owns the next link of a chain.
  final class Link: Sendable {
    let owned: OwnedObjects
    init(_ next: Link?, journal: Journal, _ tally: Tally) {
      owned = OwnedObjects(owner: "Link", journal: journal)
      guard let next else { return }
      owned.own(next, "next", as: "link") { _ in tally.add() }
    }
  }

  /// Owns the next link in a box, which its cleanup empties.
  final class Boxed: Sendable {
    let owned: OwnedObjects
    init(_ next: Boxed?, journal: Journal, _ tally: Tally) {
      owned = OwnedObjects(owner: "Boxed", journal: journal)
      let box = Mutexed(next)
      owned.own("next", as: "link") {
        tally.add()
        box.value = nil
      }
    }
  }

  final class Tally: Sendable {
    private let stored = Locked(0)
    func add() { stored.withLock { $0 += 1 } }
    var count: Int { stored.withLock { $0 } }
  }

  /// Runs code on a thread with a small stack, and waits for it.
  private func onSmallStack(_ body: @escaping @Sendable () -> Void) async {
    await withCheckedContinuation { done in
      let thread = Thread {
        body()
        done.resume()
      }
      thread.stackSize = 512 << 10
      thread.start()
    }
  }

  @Test(arguments: isOptimised ? [10_000, 100_000] : [10_000])
  func aChainOfOwnersIsReleasedOnASmallStack(count: Int) async {
    let (tally, journal) = (Tally(), Journal(capacity: 1 << 16))
    await onSmallStack {
      var first = Link(nil, journal: journal, tally)
      for _ in 0..<count { first = Link(first, journal: journal, tally) }
    }
    expectEqual(tally.count, count)
  }

  @Test func aChainWhoseCleanupsReleaseTheNextLinkIsReleasedOnASmallStack() async {
    let (tally, journal) = (Tally(), Journal(capacity: 1 << 16))
    await onSmallStack {
      var first = Boxed(nil, journal: journal, tally)
      for _ in 0..<10_000 { first = Boxed(first, journal: journal, tally) }
    }
    expectEqual(tally.count, 10_001)
  }

  @Test func aChainIsReleasedWhenItsReplacementOrCancellationReturns() async {
    let (tally, journal, log) = (Tally(), Journal(capacity: 1 << 16), Log())
    await onSmallStack {
      let owned = OwnedObjects(owner: "First", journal: journal)
      for _ in 0..<2 {
        var first = Link(nil, journal: journal, tally)
        for _ in 0..<10_000 { first = Link(first, journal: journal, tally) }
        owned.own(first, "one", as: "chain") { _ in }
      }
      log.add("\(tally.count)")
      owned.object("chain", named: "one")?.cancel()
      log.add("\(tally.count)")
    }
    expectEqual(log.lines, ["10000", "20000"])
  }

  // MARK: The order

  /// An object of an owner.
  enum Item {
    case thing(String)
    /// An owner that dies with the object that holds it.
    case held(String, Plan)
    /// An owner that dies during the cleanup.
    case dropped(String, Plan)
    /// Two owners that one object holds.
    case pair(String, Plan, Plan)
    /// An object whose cleanup cancels the item before it, which holds an owner.
    case cancelling(String, held: String, Plan)
  }

  struct Plan {
    var items: [Item]
  }

  /// Holds two owners. The first one dies first.
  final class Pair: Sendable {
    let first: Node
    let second: Node
    init(_ first: Node, _ second: Node) {
      self.first = first
      self.second = second
    }
  }

  final class Node: Sendable {
    let owned: OwnedObjects

    init(_ plan: Plan, _ log: Log, _ journal: Journal) {
      owned = OwnedObjects(owner: "Node", journal: journal)
      for item in plan.items {
        switch item {
        case .thing(let name): owned.own(name, as: "thing") { log.add(name) }
        case .held(let name, let plan): owned.own(Node(plan, log, journal), name, as: "node") { _ in log.add(name) }
        case .dropped(let name, let plan):
          let box = Mutexed(Node(plan, log, journal))
          owned.own(name, as: "node") {
            log.add(name)
            box.value = nil
            log.add("end of \(name)")
          }
        case .pair(let name, let first, let second):
          let box = Mutexed(Pair(Node(first, log, journal), Node(second, log, journal)))
          owned.own(name, as: "node") {
            log.add(name)
            box.value = nil
          }
        case .cancelling(let name, let held, let plan):
          let object = owned.own(Node(plan, log, journal), held, as: "node") { _ in log.add(held) }
          owned.own(name, as: "thing") {
            object.cancel()
            log.add(name)
          }
        }
      }
    }
  }

  /// What the cleanups and the journal record if each bag is emptied when its owner dies.
  private func expected(_ plan: Plan) -> (log: [String], rows: [String]) {
    var (log, rows): ([String], [String]) = ([], [])
    func follow(_ plan: Plan) {
      let inner = expected(plan)
      log += inner.log
      rows += inner.rows
    }
    for item in plan.items.reversed() {
      switch item {
      case .thing(let name):
        log.append(name)
        rows.append(name)
      case .held(let name, let plan):
        log.append(name)
        rows.append(name)
        follow(plan)
      case .dropped(let name, let plan):
        log.append(name)
        follow(plan)
        log.append("end of \(name)")
        rows.append(name)
      case .pair(let name, let first, let second):
        log.append(name)
        follow(first)
        follow(second)
        rows.append(name)
      case .cancelling(let name, let held, let plan):
        log.append(held)
        rows.append(held)
        follow(plan)
        log.append(name)
        rows.append(name)
      }
    }
    return (log, rows)
  }

  /// Creates a random plan of a few items, with one path that reaches the depth.
  private func plan(_ random: inout SplitMix, depth: Int, _ path: String) -> Plan {
    let way = Int(random.next() % 3)
    return Plan(
      items: (0..<3).map { place in
        let name = "\(path)\(place)"
        guard place == way, depth > 0 else {
          guard depth > 0, random.next() % 4 == 0 else { return .thing(name) }
          return .held(name, plan(&random, depth: 0, "\(name)."))
        }
        let inner = plan(&random, depth: depth - 1, "\(name).")
        switch random.next() % 4 {
        case 0: return .held(name, inner)
        case 1: return .dropped(name, inner)
        case 2: return .pair(name, plan(&random, depth: 0, "\(name)-"), inner)
        default: return .cancelling(name, held: "\(name)*", inner)
        }
      })
  }

  @Test(arguments: 0..<40)
  func cleanupsAndTheirRowsComeInTheOrderOfTheOwnersDeaths(seed: UInt64) {
    var random = SplitMix(state: seed)
    let plan = plan(&random, depth: seed % 2 == 0 ? 20 : 90, "")
    let (log, journal) = (Log(), Journal(capacity: 1 << 20))
    _ = Node(plan, log, journal)
    // When a cleanup logs its end, a deeply nested bag has not been emptied yet.
    let order = expected(plan)
    expectEqual(log.lines.filter { !$0.hasPrefix("end") }, order.log.filter { !$0.hasPrefix("end") })
    expectEqual(journal.released.map(\.name), order.rows)
    if seed % 2 == 0 { expectEqual(log.lines, order.log) }
  }

  @Test func aDeeplyNestedBagIsEmptiedRightAfterItsOwnersMembers() {
    for (depth, expected) in [(31, ["a", "member", "after"]), (32, ["member", "a", "after"])] {
      let log = Log()
      let outer = Mutexed<any Sendable>(Last(log))
      for _ in 0..<depth { outer.value = Outer(outer.value, log) }
      outer.value = nil
      expectEqual(Array(log.lines.prefix(3)), expected)
    }
  }

  /// Its bag is declared before a member that logs its destruction.
  private final class Last: Sendable {
    let owned = OwnedObjects(owner: "Last", journal: Journal())
    let member: OrderTests.Member
    init(_ log: Log) {
      member = OrderTests.Member("member", log)
      owned.own("a", as: "thing") { log.add("a") }
    }
  }

  private final class Outer: Sendable {
    let owned = OwnedObjects(owner: "Outer", journal: Journal())
    init(_ inner: (any Sendable)?, _ log: Log) {
      owned.own("after", as: "thing") { log.add("after") }
      owned.own(inner, "inner", as: "inner") { _ in }
    }
  }
}
