import ModuleLifecycle

/// A registration, as the model knows it.
@MainActor final class ModelModule {
  enum Kind { case plain, starting, composite, keeper }

  /// How it answers `NetEvent.later`.
  enum Lateness: Int { case atOnce, withCompletion, kept, suspended }

  let name: String
  let kind: Kind
  let isMain: Bool
  let isRequired: Bool
  let handles: Set<NetEvent>
  let lateness: Lateness
  /// Whether its start waits for the program's gate, and whether it then throws.
  let isGated, startThrows: Bool
  weak var parent: ModelModule?
  var id: ModuleID?
  var isOn: Bool
  var timesOff = 0
  var instance: ModelInstance?

  init(
    _ name: String, _ kind: Kind, in parent: ModelModule?, isMain: Bool, isRequired: Bool, isOn: Bool,
    handles: Set<NetEvent>, lateness: Lateness, isGated: Bool, startThrows: Bool
  ) {
    (self.name, self.kind, self.parent, self.isMain, self.isRequired) = (name, kind, parent, isMain, isRequired)
    (self.isOn, self.handles, self.lateness) = (isOn, handles, lateness)
    (self.isGated, self.startThrows) = (isGated, startThrows)
  }

  var children: [ModelModule] { instance?.children ?? [] }
  /// Whether it and everything around it is present.
  var isWithinReach: Bool { parent.map { $0.instance != nil && $0.isWithinReach } ?? true }
  /// Whether everything around it is switched on.
  var isWithinOn: Bool { parent.map { $0.isOn && $0.isWithinOn } ?? true }
}

/// One life of a module.
@MainActor final class ModelInstance {
  let module: ModelModule
  let owner: ModelOwner
  var children: [ModelModule] = []
  /// What keeps it alive besides the composite: calls, suspended work, the program.
  var holds = 0
  var starts = 0
  /// Whether a start is suspended that will throw.
  var isAboutToThrow = false
  private(set) var isRemoved = false
  var isDead: Bool { owner.isDead }
  weak var composite: CompositeDelegate?

  init(of module: ModelModule) {
    self.module = module
    owner = ModelOwner(module.name)
    owner.instance = self
  }

  /// Removes it. Without holds it dies, and with it everything that it consists of, last first.
  func remove() {
    if module.instance === self { module.instance = nil }
    isRemoved = true
    drop()
  }

  func drop() {
    guard isRemoved, holds == 0, !isDead else { return }
    owner.isDead = true
    for child in children.reversed() {
      child.instance?.remove()
    }
  }

  func release() {
    holds -= 1
    drop()
  }
}

/// A bag.
@MainActor final class ModelOwner {
  let name: String
  /// Whether the composite's journal has its rows.
  let isJournaled: Bool
  var isDead = false
  var objects: [ModelObject] = []
  /// The instance that has the bag, if it is a module's.
  weak var instance: ModelInstance?
  /// Its bag. Doesn't keep the bag open.
  var registrar: OwnedObjectRegistrar?

  init(_ name: String, isJournaled: Bool = true) { (self.name, self.isJournaled) = (name, isJournaled) }
}

@MainActor final class ModelObject {
  enum Lifetime: Equatable, CustomStringConvertible {
    case module
    case application
    case event(NetEvent)

    var description: String {
      switch self {
      case .module: "module"
      case .application: "application"
      case .event(let event): "\(event)"
      }
    }
  }

  let number: Int
  let kind, name: String
  let lifetime: Lifetime
  let owner: ModelOwner
  /// How long its cleanup takes, in nanoseconds.
  let cost: UInt64
  var handle: OwnedObject?
  /// Set when something ends it now.
  var due: ReleaseReason?
  var reason: ReleaseReason?
  /// Whether the journal was on at its acquisition and at its release.
  var isAcquisitionWritten, isReleaseWritten: Bool

  init(
    _ number: Int, _ kind: String, _ name: String, _ lifetime: Lifetime, of owner: ModelOwner, cost: UInt64,
    isWritten: Bool
  ) {
    (self.number, self.kind, self.name, self.lifetime) = (number, kind, name, lifetime)
    (self.owner, self.cost, isAcquisitionWritten, isReleaseWritten) = (owner, cost, isWritten, false)
  }
}

extension ModelObject {
  func isReplaced(by other: ModelObject) -> Bool {
    owner === other.owner && kind == other.kind && name == other.name && !name.isEmpty
      && (lifetime == .application) == (other.lifetime == .application)
  }
}

/// A dispatch under way.
@MainActor final class ModelDispatch {
  typealias Target = [(module: ModelModule, instance: ModelInstance, timesOff: Int)]

  let event: NetEvent
  let targets: [Target]
  var passed = 0
  /// The position of the handler that is running.
  var running: Int?
  var isEnded = false
  /// Whether all handlers have returned, and observers are told.
  var isTold = false
  /// The objects that its end releases.
  var ending: [ModelObject]?
  var votes: [Int: Int] = [:]
  /// The handlers that have yet to answer.
  var outstanding: Set<Int> = []
  /// Whether a handler answers with what it returns after it has suspended.
  var hasSuspended = false
  var stateWithin: ApplicationState

  init(_ event: NetEvent, _ targets: [Target], _ state: ApplicationState) {
    (self.event, self.targets, stateWithin) = (event, targets, state)
  }

  var response: [Int] { votes.sorted { $0.key < $1.key }.map(\.value) }
}

/// What a composite should do, in the simplest form: a tree, a stack of dispatches, and a list of owned objects.
@MainActor final class NaiveModel {
  private(set) var roots: [ModelModule] = []
  /// All instances that there have ever been.
  private(set) var instances: [ModelInstance] = []
  private(set) var objects: [ModelObject] = []
  private(set) var state = ApplicationState.notRunning
  var isLaunched = false
  /// All events, in the order in which they were sent.
  private(set) var sent: [NetEvent] = []
  private(set) var dispatches: [ModelDispatch] = []
  /// The dispatch of an event that `launch()` sends.
  private var implicit: ModelDispatch?
  var implicitEvent: NetEvent? { implicit?.event }
  /// Whether the application has ended and nothing was created since.
  private(set) var hasEnded = false
  /// Whether its handlers of `terminate` are running, or the last objects are being cleaned. Nothing can be created then.
  private(set) var isTerminating = false
  /// Whether a required module has ended the launch, and nothing was created since.
  private(set) var isAborted = false
  /// Whether a module in the making has begun another life.
  private var isBeginning = false
  /// The objects that are being acquired.
  private var acquiring: [ModelObject] = []
  private var acquired = 0
  /// How many starts are suspended.
  var suspendedStarts = 0
  /// The objects whose order is given from now on.
  private var ordered: [ModelObject] = []
  private(set) var problems: [NetProblem] = []
  /// What explains that objects or modules go now.
  var blame: NetDifference?
  /// The dying objects that are sending events, in the middle of other releases: for each the owner, if it died first.
  var dying: [ModelOwner?] = []
  /// Raised by everything that happens.
  private(set) var activity = 0
  var isJournalOn = true
  var wasJournalOff = false

  var isOver: Bool { problems.contains(where: \.isEnd) }

  func report(_ difference: NetDifference, _ text: String, isEnd: Bool = true) {
    let difference = [.objects, .presence].contains(difference) ? blame ?? difference : difference
    if !isOver { problems.append(NetProblem(difference: difference, text: text, isEnd: isEnd)) }
  }

  func noteActivity() { activity += 1 }

  // MARK: Modules

  func all(_ modules: [ModelModule]? = nil) -> [ModelModule] {
    (modules ?? roots).flatMap { [$0] + all($0.children) }
  }

  /// The names of all modules that there have ever been in one.
  func names(within module: ModelModule) -> Set<String> {
    Set(instances.map(\.module).filter { $0.parent === module }.map(\.name))
  }

  func add(_ module: ModelModule) { if module.parent == nil { roots.append(module) } }

  func make(_ module: ModelModule) -> ModelInstance {
    let instance = ModelInstance(of: module)
    instances.append(instance)
    if hasEnded {
      beginLife()
      isBeginning = true
    }
    return instance
  }

  /// Notes that the application, which has ended, begins anew.
  func beginLife() { (hasEnded, isAborted, isLaunched) = (false, false, false) }

  /// Notes that a module was created, with all that is nested in it.
  func noteMade() {
    if isBeginning { state = .notRunning }
    isBeginning = false
  }

  func unregister(_ module: ModelModule) {
    remove(module)
    roots.removeAll { $0 === module }
    module.parent?.instance?.children.removeAll { $0 === module }
  }

  func move(_ module: ModelModule, to place: Int) {
    var siblings = module.parent?.children ?? roots
    siblings.removeAll { $0 === module }
    siblings.insert(module, at: place)
    if let parent = module.parent { parent.instance?.children = siblings } else { roots = siblings }
  }

  /// Whether nothing can be created.
  var isEnding: Bool { isTerminating || inside != nil }
  /// The outermost dispatch that was running when a handler tore down, and the modules that are kept until its running
  /// handler has returned.
  private var inside: (dispatch: ModelDispatch, kept: [ModelInstance])?

  /// Removes all modules from a handler: they are kept until the outermost handler has returned.
  func tearDownInside() {
    guard let dispatch = dispatches.first(where: { $0.running != nil }) else { return }
    let kept = roots.reversed().compactMap(\.instance)
    for instance in kept { instance.holds += 1 }
    for module in roots.reversed() { remove(module) }
    isLaunched = false
    inside = (dispatch, kept)
  }

  /// Ends the application if the handler has returned that it waited for.
  ///
  /// - Returns: Whether it has.
  func endInside(_ dispatch: ModelDispatch) -> Bool {
    guard let (awaited, kept) = inside, awaited === dispatch else { return false }
    inside = nil
    for instance in kept { instance.release() }
    endApplication()
    return true
  }

  /// Removes all modules and ends the application.
  func tearDown() {
    for module in roots.reversed() { remove(module) }
    endApplication()
    isLaunched = false
  }

  func remove(_ module: ModelModule) {
    guard let instance = module.instance else { return }
    module.isOn = true
    instance.remove()
  }

  func goBackBeforeLaunch(isAborted: Bool = false) {
    (isLaunched, state, self.isAborted) = (false, .notRunning, isAborted)
  }

  /// Removes the modules that a launch has called, because a required one has failed.
  func abort(_ dispatch: ModelDispatch) {
    let called = dispatch.targets[..<dispatch.passed].map { $0[0] }
    var seen: [ModelInstance] = []
    for root in called where root.module.instance === root.instance && !seen.contains(where: { $0 === root.instance }) {
      seen.append(root.instance)
    }
    for instance in seen.reversed() { remove(instance.module) }
    endApplication()
    goBackBeforeLaunch(isAborted: true)
  }

  // MARK: Dispatches

  func begin(_ event: NetEvent) {
    sent.append(event)
    if event == .did, isAborted {
      dispatches.append(ModelDispatch(event, [], state))
      return
    }
    if event.isLaunch || event == .boot, hasEnded {
      beginLife()
      state = .notRunning
    }
    if event == .did { isLaunched = true }
    if event == .terminate { (isLaunched, isTerminating) = (false, true) }
    let before = state
    if let target = event.target, target.isEarly { state = target.state }
    dispatches.append(ModelDispatch(event, targets(of: event), event.target == nil ? before : state))
  }

  /// Notes that `launch()` sends an event.
  func beginImplicitly(_ event: NetEvent) {
    endImplicit()
    begin(event)
    implicit = dispatches.popLast()
  }

  func endImplicit() {
    guard let dispatch = implicit else { return }
    implicit = nil
    pass(dispatch, to: dispatch.targets.count)
  }

  private func targets(of event: NetEvent) -> [ModelDispatch.Target] {
    func add(_ modules: [ModelModule], _ path: ModelDispatch.Target) -> [ModelDispatch.Target] {
      modules.filter(\.isOn).flatMap { module -> [ModelDispatch.Target] in
        guard let instance = module.instance else { return [] }
        let path = path + [(module, instance, module.timesOff)]
        if module.kind == .composite { return add(module.children, path) }
        return module.handles.contains(event) ? [path] : []
      }
    }
    return add(roots, [])
  }

  private func isReachable(_ target: ModelDispatch.Target) -> Bool {
    target.allSatisfy { $0.module.isOn && $0.module.instance === $0.instance && $0.module.timesOff == $0.timesOff }
  }

  /// Notes that the handlers before `end` were passed over.
  private func pass(_ dispatch: ModelDispatch, to end: Int) {
    while dispatch.passed < end {
      let target = dispatch.targets[dispatch.passed]
      if !dispatch.isEnded, isReachable(target) {
        report(.calls, "\(target[target.count - 1].module.name) was not called with \(dispatch.event)")
      }
      dispatch.passed += 1
    }
  }

  /// Notes that a handler is called. Returns its dispatch and position.
  func enter(_ instance: ModelInstance, _ event: NetEvent) -> (dispatch: ModelDispatch, place: Int)? {
    activity += 1
    if isOver { return nil }
    checkObjects()
    let name = instance.module.name
    if let implicit, implicit.event == event, dispatches.last?.running != nil || dispatches.isEmpty {
      dispatches.append(implicit)
    }
    guard let dispatch = dispatches.last, dispatch.event == event, dispatch.running == nil else {
      report(.calls, "\(name) was called with \(event) in a wrong moment")
      return nil
    }
    let place = dispatch.targets.indices.dropFirst(dispatch.passed).first {
      dispatch.targets[$0].last?.instance === instance
    }
    guard let place, !dispatch.isEnded else {
      report(.calls, "\(name) was called with \(event) out of turn")
      return nil
    }
    pass(dispatch, to: place)
    if !isReachable(dispatch.targets[place]) { report(.calls, "\(name) was called though it was out of reach") }
    for step in dispatch.targets[place] { step.instance.holds += 1 }
    (dispatch.passed, dispatch.running) = (place + 1, place)
    return (dispatch, place)
  }

  func leave(_ dispatch: ModelDispatch, _ place: Int) {
    dispatch.running = nil
    if dispatch === implicit { dispatches.removeLast() }
    for step in dispatch.targets[place].reversed() { step.instance.release() }
  }

  /// Notes that the handlers have returned.
  func end() -> ModelDispatch? {
    activity += 1
    guard let dispatch = dispatches.popLast() else { return nil }
    pass(dispatch, to: dispatch.targets.count)
    if !dispatches.contains(where: { $0.event == dispatch.event && !$0.isTold && $0.ending == nil }) {
      for object in dispatch.ending ?? live(.event(dispatch.event)) where object.reason == nil {
        report(.objects, "\(describe(object)) was not released after \(dispatch.event)")
      }
    }
    if dispatch.event == .terminate {
      endApplication()
      isTerminating = false
    }
    if let target = dispatch.event.target, !target.isEarly, !dispatch.isEnded,
      state == dispatch.stateWithin || target.state == .terminated
    {
      state = target.state
    }
    checkObjects()
    return dispatch
  }

  /// Notes that observers are told: all handlers have returned.
  func noteTold() {
    for dispatch in dispatches {
      pass(dispatch, to: dispatch.targets.count)
      dispatch.isTold = true
    }
  }

  // MARK: Objects

  /// The live objects with a lifetime, without those that an event is releasing already.
  private func live(_ lifetime: ModelObject.Lifetime) -> [ModelObject] {
    let ending = dispatches.flatMap { $0.ending ?? [] }
    return objects.filter { object in
      object.lifetime == lifetime && object.reason == nil && !ending.contains { $0 === object }
    }
  }

  /// The objects of modules that have been removed, or are part of one, and are held.
  var leftObjects: [String] {
    let removed = instances.filter { $0.isRemoved && !$0.isDead }
    let left = removed + removed.flatMap { $0.children.compactMap(\.instance) }
    return objects.filter { object in
      object.reason == nil && object.lifetime != .application && left.contains { $0 === object.owner.instance }
    }.map { "\($0.owner.name) \($0.name)" }.sorted()
  }

  func describe(_ object: ModelObject) -> String {
    "\(object.owner.name)'s \(object.kind) \(object.name) (#\(object.number), \(object.lifetime))"
  }

  /// Notes that an object is about to be acquired.
  func acquire(
    _ kind: String, _ name: String, _ lifetime: ModelObject.Lifetime, of owner: ModelOwner, cost: UInt64
  ) -> ModelObject {
    activity += 1
    acquired += 1
    let object = ModelObject(
      acquired, kind, name, lifetime, of: owner, cost: cost, isWritten: isJournalOn && owner.isJournaled)
    if owner.isDead { object.due = .late }
    acquiring.append(object)
    return object
  }

  /// Notes that an object has been acquired.
  func noteAcquired(_ object: ModelObject) {
    acquiring.removeAll { $0 === object }
    objects.append(object)
    if object.reason != nil { return }
    if object.due == .late { return report(.objects, "\(describe(object)) was not cleaned") }
    if let twin = object.owner.objects.first(where: { $0.isReplaced(by: object) }) {
      let isSpelledAlike = twin.name.utf8.elementsEqual(object.name.utf8)
      report(isSpelledAlike ? .objects : .equalNames, "\(describe(twin)) was not replaced")
    }
    object.owner.objects.append(object)
  }

  /// Ends all objects with the application's lifetime, the last one first.
  func endApplication() {
    hasEnded = true
    let last = objects.filter { $0.lifetime == .application && $0.reason == nil && $0.due == nil }
    for object in last { object.due = .applicationEnd }
    ordered += last.reversed()
  }

  /// Notes that an object is cleaned.
  func noteCleaned(_ object: ModelObject) {
    activity += 1
    if isOver { return }
    if object.reason != nil { return report(.objects, "\(describe(object)) was cleaned twice") }
    let siblings = object.owner.objects.filter { $0.lifetime != .application }
    if object.lifetime == .application, object.due == nil, let dispatch = dispatches.last, dispatch.event == .terminate,
      dispatch.running == nil
    {
      endApplication()
      isTerminating = true
    }
    var reason = object.due
    if let place = ordered.firstIndex(where: { $0 === object }) {
      // A handler can finish an object by hand meanwhile.
      if place > 0, object.due == .applicationEnd {
        report(.objects, "\(describe(object)) was cleaned before \(describe(ordered[0]))")
      }
      ordered.remove(at: place)
    } else if reason == nil, isGone(object.owner), siblings.last === object {
      reason = .ownerReleased
    } else if reason == nil, acquiring.contains(where: { object.isReplaced(by: $0) }) {
      reason = .replaced
    } else if reason == nil, case .event(let event) = object.lifetime, let dispatch = dispatches.last,
      dispatch.event == event, dispatch.running == nil,
      !dispatches.dropLast().contains(where: { $0.event == event && !$0.isTold && $0.ending == nil })
    {
      pass(dispatch, to: dispatch.targets.count)
      if dispatch.ending == nil { dispatch.ending = live(object.lifetime) }
      if dispatch.ending?.last(where: { $0.reason == nil }) === object {
        reason = isGone(object.owner) ? .ownerReleased : .event
      }
    }
    guard let reason else { return report(.objects, "\(describe(object)) was cleaned in a wrong moment") }
    object.reason = reason
    object.isReleaseWritten = isJournalOn && object.owner.isJournaled
    object.owner.objects.removeAll { $0 === object }
  }

  /// Checks that everything that had to be cleaned has been cleaned.
  func checkObjects() {
    guard dying.isEmpty else { return }
    for object in objects where object.reason == nil && object.lifetime != .application {
      if object.due != nil || object.owner.isDead {
        report(isHeldByStarts(object.owner.instance) ? .heldByStarts : .objects, "\(describe(object)) was not cleaned")
      }
    }
  }

  /// Whether an owner has died. What a module keeps in a property lives until the module's own objects have died, and the
  /// modules of a composite that has gone die one after the other, the last one first.
  private func isGone(_ owner: ModelOwner) -> Bool {
    owner.isDead
      && !dying.contains { dying in
        guard let dying = dying?.instance else { return false }
        if dying.children.contains(where: { $0 === owner.instance?.module }) { return true }
        let parent = instances.first { $0.children.contains { $0 === dying.module } }
        let siblings = parent?.isRemoved == true ? parent?.children ?? [] : []
        return siblings.prefix { $0 !== dying.module }.contains { $0 === owner.instance?.module }
      }
  }

  /// Whether it is part of a removed composite while starts are suspended.
  func isHeldByStarts(_ instance: ModelInstance?) -> Bool {
    suspendedStarts > 0 && (instance?.module.kind == .composite || instance?.module.parent?.kind == .composite)
  }

  func checkApplicationObjects() {
    if let object = ordered.first { report(.objects, "\(describe(object)) was not cleaned at the application's end") }
  }
}
