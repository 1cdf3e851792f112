import ModuleLifecycle

/// What a random test knows of one registration: kept beside the composite, and by other means than the composite's.
@MainActor final class RandomNode {
  let name: String
  let isMain: Bool
  /// What it handles, of `RandomWorld.events`; a composite handles what its modules do.
  let handles: Set<Int>
  /// Whether it is a composite.
  let isComposite: Bool
  private(set) weak var parent: RandomNode?
  var id: ModuleID?
  var isOn: Bool
  /// How often it was switched off.
  var timesOff = 0
  /// The number of the present instance; `nil` while there is none.
  var instance: Int?
  /// The modules of the present instance, if it is a composite.
  var children: [RandomNode] = []
  weak var composite: CompositeDelegate?

  init(
    _ name: String, in parent: RandomNode?, isMain: Bool = false, isOn: Bool = true, isComposite: Bool = false,
    handles: Set<Int> = []
  ) {
    self.name = name
    self.parent = parent
    self.isMain = isMain
    self.isOn = isOn
    self.isComposite = isComposite
    self.handles = handles
  }

  /// Whether all the composites that it is in are there.
  var isWithinReach: Bool { parent.map { $0.instance != nil && $0.isWithinReach } ?? true }
}

/// Who a dispatch is to call: a module after the composites that it is in, each with the instance that was there.
@MainActor struct RandomTarget {
  let path: [(node: RandomNode, instance: Int, timesOff: Int)]

  /// Whether it has been there all the time, and is to be called.
  var isReachable: Bool {
    path.allSatisfy { $0.node.isOn && $0.node.instance == $0.instance && $0.node.timesOff == $0.timesOff }
  }

  var leaf: RandomNode { path[path.count - 1].node }

  func leads(to node: RandomNode, _ instance: Int) -> Bool {
    leaf === node && path[path.count - 1].instance == instance
  }

  /// Everybody who handles an event now, in order.
  static func all(handling event: Int, among nodes: [RandomNode]) -> [RandomTarget] {
    var targets: [RandomTarget] = []
    func add(_ nodes: [RandomNode], after path: [(node: RandomNode, instance: Int, timesOff: Int)]) {
      for node in nodes where node.isOn {
        guard let instance = node.instance else { continue }
        let path = path + [(node, instance, node.timesOff)]
        if node.isComposite {
          add(node.children, after: path)
        } else if node.handles.contains(event) {
          targets.append(RandomTarget(path: path))
        }
      }
    }
    add(nodes, after: [])
    return targets
  }
}

/// A row that the journal has to have: a call or a named part of one, timed by the test itself.
struct RandomRow: Equatable, CustomStringConvertible {
  let module: String
  let part: String?
  let start: UInt64
  var total: UInt64 = 0
  var own: UInt64 = 0
  var outcome = HandlerSpan.Outcome.returned

  var description: String {
    "\(module)\(part.map { " \($0)" } ?? "") at \(start) took \(total), itself \(own), \(outcome)"
  }
}

/// A dispatch, as the test follows it.
@MainActor struct RandomDispatch {
  let event: Int
  let targets: [RandomTarget]
  let start: UInt64
  var end: UInt64 = 0
  /// How many targets have been called or passed over.
  var passed = 0
  /// Whether an answer has settled the matter.
  var isClaimed = false
  var ballots: [(module: String, isMain: Bool, vote: Int)] = []
  var rows: [RandomRow] = []
  /// What the events that handlers sent took.
  var nested: UInt64 = 0
}
