import ModuleLifecycle

/// A random test's own record of one registration, kept independently of the composite.
@MainActor final class RandomNode {
  let name: String
  let isMain: Bool
  /// The events that it handles, of `RandomWorld.events`. A composite handles its modules' events.
  let handles: Set<Int>
  let isComposite: Bool
  private(set) weak var parent: RandomNode?
  var id: ModuleID?
  var isOn: Bool
  /// How often it has been switched off.
  var timesOff = 0
  /// The number of the current instance. `nil` while there is none.
  var instance: Int?
  /// The modules of the current instance, if it is a composite.
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

  /// Whether all enclosing composites are present.
  var isWithinReach: Bool { parent.map { $0.instance != nil && $0.isWithinReach } ?? true }
}

/// A module that a dispatch must call, after its enclosing composites, each with the instance at that time.
@MainActor struct RandomTarget {
  let path: [(node: RandomNode, instance: Int, timesOff: Int)]

  /// Whether the whole path is unchanged, so that the module must be called.
  var isReachable: Bool {
    path.allSatisfy { $0.node.isOn && $0.node.instance == $0.instance && $0.node.timesOff == $0.timesOff }
  }

  var leaf: RandomNode { path[path.count - 1].node }

  func leads(to node: RandomNode, _ instance: Int) -> Bool {
    leaf === node && path[path.count - 1].instance == instance
  }

  /// Returns the modules that now handle an event, in order.
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

/// A row that the journal must contain: a call or a named part of one, timed by the test.
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

/// The test's own record of a dispatch.
@MainActor struct RandomDispatch {
  let event: Int
  let targets: [RandomTarget]
  let start: UInt64
  var end: UInt64 = 0
  /// How many targets have been called or skipped.
  var passed = 0
  /// Whether an answer has ended the event.
  var isClaimed = false
  var ballots: [(module: String, isMain: Bool, vote: Int)] = []
  var rows: [RandomRow] = []
  /// The time spent in events that handlers sent.
  var nested: UInt64 = 0
}
