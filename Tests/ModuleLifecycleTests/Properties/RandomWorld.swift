import ModuleLifecycle
import ModuleLifecycleTesting
import RollcallTestSupport

/// Asks for numbers and collects them.
private struct Poll: LifecycleEvent {
  typealias Vote = Int
  typealias Response = [Int]
  static var policy: ResponsePolicy<Int, [Int]> { .collect }
}

/// Asks for the main module's number.
private struct Elect: LifecycleEvent {
  typealias Vote = Int
  typealias Response = Int
  static var policy: ResponsePolicy<Int, Int> { .mainElseFirst(default: -1) }
}

/// Stops at the first number that is divisible by three.
private struct Grab: LifecycleEvent {
  typealias Vote = Int
  typealias Response = Int
  static var policy: ResponsePolicy<Int, Int> {
    ResponsePolicy<Int, Int>.custom("the last vote") { Verdict($0.last?.vote ?? -1) }.stopping { $0 % 3 == 0 }
  }
}

/// A composite with random modules, some nested, that do random things when they are called: vote, abstain, throw, take
/// time, run named parts, send events, and remove, bring back, switch, move and register each other. The world tracks
/// every call and every time itself and records where the composite differs.
@MainActor final class RandomWorld {
  /// Tick has no votes. The others ask for numbers.
  static let events = 4
  static let names = ["tick", "poll", "elect", "grab"]

  let composite: CompositeDelegate
  let clock = ManualClock(start: 0)
  /// Every call and every response, in order.
  private(set) var log: [String] = []
  /// The composite's deviations from what is expected.
  private(set) var problems: [String] = []
  /// The dispatches in the order in which they ended.
  private(set) var done: [RandomDispatch] = []
  private(set) var callCount = 0
  private(set) var changeCount = 0

  private var random: SplitMix
  /// Decides when to switch the journal on and off, with separate random numbers.
  private var toggling: SplitMix?
  private var roots: [RandomNode] = []
  private var instances = 0
  private var registrations = 0
  private var dispatches: [RandomDispatch] = []
  /// The open calls and parts: indices into the dispatch's rows.
  private var open: [Int] = []

  init(seed: UInt64, journaled: Bool = true, toggling: Bool = false) throws {
    random = SplitMix(state: seed)
    self.toggling = toggling ? SplitMix(state: seed ^ 0xF00D) : nil
    composite = CompositeDelegate(
      journal: Journal(clock: clock.monotonic), sleep: { _ in throw CancellationError() })
    composite.journal.isEnabled = journaled
    for _ in 0..<(1 + draw(6)) { try register(in: nil, isMain: roots.isEmpty && oneIn(2)) }
  }

  /// Sends some events from outside, with changes between them.
  func run() {
    for _ in 0..<(2 + draw(5)) {
      if oneIn(3) { change() }
      send(draw(Self.events))
      clock.advance(by: .nanoseconds(draw(1_000)))
    }
  }

  private func draw(_ count: Int) -> Int { Int(random.next() % UInt64(count)) }
  private func oneIn(_ count: Int) -> Bool { draw(count) == 0 }
}

// MARK: - Modules

/// A module whose handlers ask the world what to do.
private final class RandomModule: Module {
  let owned = OwnedObjects()
  let node: RandomNode
  let instance: Int
  unowned let world: RandomWorld

  init(_ node: RandomNode, _ instance: Int, _ world: RandomWorld) {
    self.node = node
    self.instance = instance
    self.world = world
    owned.own("log", as: .file) {}
  }

  func instanceHandlers(_ handlers: inout ModuleHandlers<RandomModule>) {
    // In another order than the events' numbers: the order of handlers must not matter.
    if node.handles.contains(3) { handlers.answer(Grab.self) { module, _ in try module.called() } }
    if node.handles.contains(0) { handlers.on(Tick.self) { module, _ in _ = try module.called() } }
    if node.handles.contains(2) { handlers.answer(Elect.self) { module, _ in try module.called() } }
    if node.handles.contains(1) { handlers.answer(Poll.self) { module, _ in try module.called() } }
  }

  private func called() throws -> Int? { try world.call(of: node, instance) }
}

extension RandomWorld {
  private func register(in parent: RandomNode?, isMain: Bool = false) throws {
    guard let holder = parent.map({ $0.composite }) ?? composite else { return }
    registrations += 1
    let depth = sequence(first: parent, next: { $0?.parent }).prefix { $0 != nil }.count
    let isComposite = depth < 2 && !isMain && oneIn(4)
    let node = RandomNode(
      "\(isComposite ? "C" : "M")\(registrations)", in: parent, isMain: isMain, isOn: isMain || !oneIn(6),
      isComposite: isComposite, handles: Set((0..<Self.events).filter { _ in !oneIn(4) }))
    let modules = draw(4)
    if let parent { parent.children.append(node) } else { roots.append(node) }
    let role = isMain ? ModuleRole.main : .ordinary
    if isComposite {
      node.id = try holder.register(node.name, role: role, isOn: node.isOn) { [unowned self] in
        let composite = CompositeDelegate()
        node.composite = composite
        node.children = []
        for _ in 0..<modules { try register(in: node) }
        node.instance = nextInstance()
        return composite
      }
    } else {
      node.id = try holder.register(node.name, role: role, isOn: node.isOn) { [unowned self] in
        let instance = nextInstance()
        node.instance = instance
        return RandomModule(node, instance, self)
      }
    }
  }

  private func nextInstance() -> Int {
    instances += 1
    return instances
  }

  /// Makes a random change to a random module.
  private func change() {
    let nodes = all(roots).filter(\.isWithinReach)
    guard !nodes.isEmpty else { return }
    let node = nodes[draw(nodes.count)]
    changeCount += 1
    do {
      guard let id = node.id else { return }
      switch draw(5) {
      case 0 where node.instance != nil && !node.isMain:
        note("remove \(node.name)")
        (node.instance, node.isOn) = (nil, true)
        try composite.remove(id)
      case 0 where node.instance == nil && node.isOn, 1 where node.instance == nil && node.isOn:
        note("bring back \(node.name)")
        try composite.restore(id)
      case 1 where node.isOn && node.instance != nil && !node.isMain,
        2 where node.isOn && node.instance != nil && !node.isMain:
        note("switch off \(node.name)")
        node.isOn = false
        node.timesOff += 1
        try composite.set(id, isOn: false)
      case 1 where !node.isOn, 2 where !node.isOn:
        note("switch on \(node.name)")
        try composite.set(id, isOn: true)
        node.isOn = true
      case 3 where registrations < 24:
        let parent = node.isComposite && node.instance != nil ? node : node.parent
        note("register in \(parent?.name ?? "the root")")
        try register(in: parent)
      case 4:
        note("move \(node.name)")
        try composite.move(id, to: 1 + move(node))
      default: break
      }
    } catch {
      problems.append("A change failed: \(error)")
    }
  }

  /// Moves a node to another position among its siblings and returns that position.
  private func move(_ node: RandomNode) -> Int {
    var siblings = node.parent?.children ?? roots
    siblings.removeAll { $0 === node }
    let place = draw(siblings.count + 1)
    siblings.insert(node, at: place)
    if let parent = node.parent { parent.children = siblings } else { roots = siblings }
    return place
  }

  private func all(_ nodes: [RandomNode]) -> [RandomNode] { nodes.flatMap { [$0] + all($0.children) } }

  private func note(_ line: String) { log.append(line) }
}

// MARK: - Calls

extension RandomWorld {
  /// Sends an event to all modules, or to those of one composite, and checks the response against its policy.
  private func send(_ event: Int, to node: RandomNode? = nil) {
    guard let receiver = node.map({ $0.composite }) ?? composite else { return }
    dispatches.append(
      RandomDispatch(
        event: event, targets: RandomTarget.all(handling: event, among: node?.children ?? roots),
        start: clock.monotonic.now))
    let outer = open
    open = []
    let response: String
    switch event {
    case 0:
      receiver.send(Tick())
      response = ""
    case 1: response = "\(receiver.send(Poll()))"
    case 2: response = "\(receiver.send(Elect()))"
    default: response = "\(receiver.send(Grab()))"
    }
    open = outer
    var dispatch = dispatches.removeLast()
    pass(&dispatch, to: dispatch.targets.count)
    dispatch.end = clock.monotonic.now
    done.append(dispatch)
    if !dispatches.isEmpty { dispatches[dispatches.count - 1].nested += dispatch.end - dispatch.start }
    note("\(Self.names[event]): \(response)")
    let expected = self.response(to: event, dispatch.ballots)
    if response != expected { problems.append("\(Self.names[event]) returned \(response), not \(expected)") }
  }

  /// The policy's response to the votes that the world has seen.
  private func response(to event: Int, _ ballots: [(module: String, isMain: Bool, vote: Int)]) -> String {
    let ballots = ballots.map { Ballot(module: $0.module, isMain: $0.isMain, vote: $0.vote) }
    return switch event {
    case 0: ""
    case 1: "\(Poll.policy.combine(ballots).response)"
    case 2: "\(Elect.policy.combine(ballots).response)"
    default: "\(Grab.policy.combine(ballots).response)"
    }
  }

  /// Checks that each target before `end` that was not called was out of reach or came after a claim.
  private func pass(_ dispatch: inout RandomDispatch, to end: Int) {
    for target in dispatch.targets[dispatch.passed..<end] where target.isReachable && !dispatch.isClaimed {
      problems.append("\(target.leaf.name) was not called with \(Self.names[dispatch.event])")
    }
    dispatch.passed = end
  }

  /// Checks that it is this module's turn.
  private func enter(_ node: RandomNode, _ instance: Int) {
    callCount += 1
    guard var dispatch = dispatches.popLast() else { return problems.append("\(node.name) was called unexpectedly") }
    let rest = dispatch.targets.indices.dropFirst(dispatch.passed)
    if dispatch.isClaimed { problems.append("\(node.name) was called after a claim") }
    if let place = rest.first(where: { dispatch.targets[$0].leads(to: node, instance) }) {
      pass(&dispatch, to: place)
      if !dispatch.targets[place].isReachable { problems.append("\(node.name) was called though it was out of reach") }
      dispatch.passed = place + 1
    } else {
      problems.append("\(node.name), instance \(instance), was called out of turn, twice, or too early")
    }
    dispatches.append(dispatch)
  }

  /// A handler's body.
  fileprivate func call(of node: RandomNode, _ instance: Int) throws -> Int? {
    enter(node, instance)
    note("\(node.name)#\(instance) \(Self.names[dispatches[dispatches.count - 1].event])")
    let row = begin(node.name, part: nil)
    act(node, parts: 0)
    let (vote, event) = (draw(100), dispatches[dispatches.count - 1].event)
    let isThrowing = oneIn(8)
    let isAbstaining = !isThrowing && event != 0 && oneIn(4)
    end(row, isThrowing ? .threw : event == 0 ? .returned : isAbstaining ? .abstained : .answered)
    if isThrowing { throw Refusal("\(node.name) would not") }
    if isAbstaining || event == 0 { return nil }
    dispatches[dispatches.count - 1].ballots.append((node.name, node.isMain, vote))
    if event == 3, vote % 3 == 0 { dispatches[dispatches.count - 1].isClaimed = true }
    return vote
  }

  private func act(_ node: RandomNode, parts: Int) {
    for _ in 0..<draw(4) {
      if toggling != nil { composite.journal.isEnabled = toggling?.next().isMultiple(of: 2) == true }
      switch draw(8) {
      case 0...2: spend(draw(50))
      case 3 where parts < 3: part("part \(draw(100))", of: node, parts: parts + 1)
      case 4 where dispatches.count < 4 && callCount < 400: send(draw(Self.events))
      case 5 where dispatches.count < 4 && callCount < 400 && node.parent?.instance != nil:
        if node.isWithinReach { send(draw(Self.events), to: node.parent) }
      case 6: change()
      default: break
      }
    }
  }

  private func part(_ name: String, of node: RandomNode, parts: Int) {
    // Without a journal a part has no row. The world keeps one all the same, and compares only where there is a
    // journal.
    CompositeDelegate.measure(name) {
      let row = begin(node.name, part: name)
      act(node, parts: parts)
      end(row, .returned)
    }
  }

  // MARK: Times

  private func spend(_ time: Int) {
    clock.advance(by: .nanoseconds(time))
    if let row = open.last { dispatches[dispatches.count - 1].rows[row].own += UInt64(time) }
  }

  private func begin(_ module: String, part: String?) -> Int {
    let last = dispatches.count - 1
    let start = clock.monotonic.now - dispatches[last].start
    dispatches[last].rows.append(RandomRow(module: module, part: part, start: start))
    open.append(dispatches[last].rows.count - 1)
    return dispatches[last].rows.count - 1
  }

  private func end(_ row: Int, _ outcome: HandlerSpan.Outcome) {
    open.removeLast()
    let last = dispatches.count - 1
    let now = clock.monotonic.now - dispatches[last].start
    dispatches[last].rows[row].total = now - dispatches[last].rows[row].start
    dispatches[last].rows[row].outcome = outcome
  }
}
