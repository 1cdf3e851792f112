import Foundation
import ModuleLifecycle
import ModuleLifecycleTesting
import RollcallTestSupport

/// A random program: steps that a composite and the model take side by side. What handlers, starts and dying objects do
/// is drawn while they run, so that a seed stands for a whole program.
@MainActor final class RandomProgram {
  /// A launch that takes time.
  final class Launch {
    var task: Task<Void, Never>?
    var outcome: String?
    var expected = "launched"
    var isCancelled = false
    var hasSentDid = false
    /// The instance whose start it waits for.
    var awaited: ModelInstance?
    var isInterrupted: Bool { expected == "interrupted" }
  }

  /// An event that is waiting for answers.
  final class Pending {
    let dispatch: ModelDispatch
    var completions: [(place: Int, completion: EventCompletion<Int>)] = []
    var response: [Int]?
    let hasClosure: Bool
    init(_ dispatch: ModelDispatch, hasClosure: Bool) { (self.dispatch, self.hasClosure) = (dispatch, hasClosure) }
  }

  let model = NaiveModel()
  /// What has happened, for a reader of a failure.
  private(set) var log: [String] = []
  private var random: SplitMix
  private let clock = ManualClock()
  private let time = Sleepers()
  private var made: CompositeDelegate?
  private var registrations = 0
  private var launch: Launch?
  private var gate = NetGate()
  private var laterGate = NetGate()
  /// The gates that were opened since nothing was under way.
  private var opened: [NetGate] = []
  private var pending: [Pending] = []
  private var pendingInTheMaking: Pending?
  private var boot: EventCompletion<Void>?
  private var held: [(module: AnyObject, instance: ModelInstance)] = []
  private var bags: [(bag: NetBag, owner: ModelOwner)] = []
  private var strays: [NetBag] = []
  private var observers: [(bag: NetBag, from: Int, seen: Count)] = []
  private var observed: [[NetEvent]] = []
  private var calls = 0
  /// How many factories are running. Meanwhile no module can be created.
  private var making = 0
  /// Whether suspended work goes on.
  private var isUnsettled = false
  /// Whether dying objects and factories may send events now.
  private var maySend = true
  /// Cleanups that end later: when they began, how long they took, and whether the journal was on at their end.
  private var closings: [(handle: OwnedObject, at: UInt64, took: UInt64, isWritten: Bool)] = []

  init(seed: UInt64) { random = SplitMix(state: seed) }

  private var composite: CompositeDelegate {
    guard let made else { preconditionFailure("The program is over.") }
    return made
  }

  private var journal: Journal { composite.journal }
  private func draw(_ count: Int) -> Int { Int(random.next() % UInt64(count)) }
  private func oneIn(_ count: Int) -> Bool { draw(count) == 0 }
  private func pick<Element>(_ all: [Element]) -> Element? { all.isEmpty ? nil : all[draw(all.count)] }
  private func note(_ line: String) { log.append(line) }

  /// Runs the program, and returns the differences.
  func run() async -> [NetProblem] {
    made = CompositeDelegate(journal: Journal(capacity: 1 << 20, clock: clock.monotonic), sleep: time.sleep)
    for _ in 0..<(1 + draw(4)) { register(in: nil, isMain: model.all().isEmpty && oneIn(3)) }
    for _ in 0..<(5 + draw(16)) where !model.isOver {
      await step()
      if !model.isOver { await check() }
    }
    await finish()
    time.close()
    return model.problems
  }
}

// MARK: - Steps

extension RandomProgram {
  private func step() async {
    clock.advance(by: .nanoseconds(1 + draw(1_000)))
    if launch != nil, oneIn(4) {
      await interrupt()
      return await settle()
    }
    let canLaunch = model.state == .notRunning && !model.isLaunched && launch == nil
    if canLaunch, oneIn(8) {
      beginLaunch()
      return await settle()
    }
    switch draw(28) {
    case 0...3: send(NetEvent.inner[draw(3)])
    case 4, 5: sendLater()
    case 6: complete()
    case 7...9: change()
    case 10 where model.all().count < 8: register(in: parentForNew())
    case 11: unregister()
    case 12 where canLaunch: beginLaunch()
    case 13 where canLaunch: launchAtOnce()
    case 12...14: moveState()
    case 15, 16: openGates()
    case 17: await interrupt()
    case 18: await useABag()
    case 19: observe()
    case 20: hold()
    case 21: letGo()
    case 22: await cancelElsewhere()
    case 23: toggleJournal()
    case 24 where canLaunch: sendBoot()
    case 25: registerInVain("register in vain")
    case 26: await dropElsewhere()
    default: await close()
    }
    await settle()
  }

  /// Waits until nothing happens any more by itself.
  private func settle() async {
    if let launch, launch.isCancelled, !launch.isInterrupted, launch.awaited?.isRemoved == true {
      // It no longer waits for the start.
      launch.awaited = nil
      endLaunch(launch, as: "cancelled")
    }
    await eventually { opened.allSatisfy(\.isPassed) }
    opened = []
    if let launch {
      await eventually { launch.outcome != nil || gate.isAwaited && launch.awaited?.isRemoved == false }
    }
    // The starts that follow a launch come by themselves, until one waits at the gate.
    if launch == nil, model.isLaunched, !model.isEnding {
      await eventually { gate.isAwaited || !composite.isStarting }
    }
    // Otherwise nothing is under way.
    if launch != nil || model.isLaunched || isUnsettled {
      var (quiet, last) = (0, -1)
      while quiet < 6 {
        await Task.yield()
        (quiet, last) = (model.activity == last ? quiet + 1 : 0, model.activity)
      }
      isUnsettled = false
    }
    if let launch, let outcome = launch.outcome {
      self.launch = nil
      note("the launch ended: \(outcome)")
      let isEither = launch.isInterrupted && launch.isCancelled && outcome == "cancelled"
      if launch.expected != outcome, !isEither {
        model.report(.launchEnd, "\(outcome) instead of \(launch.expected)")
      } else if outcome == "launched" {
        noteLaunched(launch)
      }
    }
    model.endImplicit()
  }

  /// Notes that `launch()` sends its second event, unless that was noted.
  private func noteLaunched(_ launch: Launch) {
    if !launch.hasSentDid { model.beginImplicitly(.did) }
    launch.hasSentDid = true
  }

  private func send(_ event: NetEvent) {
    note("send \(event)")
    model.begin(event)
    var response: [Int]?
    switch event {
    case .ping: composite.send(NetPing())
    case .ask: response = composite.send(NetAsk())
    case .grab: response = composite.send(NetGrab())
    case .note: composite.send(NetNote())
    case .did: composite.send(DidFinishLaunching())
    case .active: composite.send(DidBecomeActive())
    case .resign: composite.send(WillResignActive())
    case .background: composite.send(DidEnterBackground())
    case .terminate: composite.send(WillTerminate())
    case .later, .boot, .will: return
    }
    guard let dispatch = model.end() else { return }
    if let response, response != dispatch.response {
      model.report(.responses, "\(event) returned \(response), not \(dispatch.response)")
    }
  }

  private func sendLater() {
    let isAny = oneIn(2)
    note("send later\(isAny ? ", any" : "")")
    model.begin(.later)
    guard let dispatch = model.dispatches.last else { return }
    let pending = Pending(dispatch, hasClosure: !isAny)
    let outer = pendingInTheMaking
    pendingInTheMaking = pending
    if isAny {
      let early = composite.send(any: NetLater()) as? [Int] ?? []
      if early != dispatch.response {
        model.report(.earlyResponse, "\(early) instead of \(dispatch.response)", isEnd: false)
      }
    } else {
      composite.send(NetLater()) { response in
        if pending.response != nil { self.model.report(.responses, "later was answered twice") }
        pending.response = response
        self.actOnResponse(to: pending.dispatch)
      }
    }
    pendingInTheMaking = outer
    _ = model.end()
    self.pending.append(pending)
    finishPending()
  }

  /// What the sender does with a response. None of it is the doing of the module that has answered last.
  private func actOnResponse(to dispatch: ModelDispatch) {
    guard made != nil, !model.isOver else { return }
    switch draw(8) {
    case 0 where strays.count < 2:
      note("make a bag in a completion")
      addStray()
    case 1:
      note("look up in a completion")
      _ = composite.module(NetModule.self)
    // The work of a handler that has suspended still holds its module.
    case 2 where maySend && launch == nil && model.dispatches.count < 3 && !dispatch.hasSuspended:
      note("send in a completion")
      send(.note)
    case 3: registerInVain("register in a completion", isInside: true)
    default: break
    }
  }

  /// Keeps a bag without an application.
  private func addStray() {
    let stray = NetBag(OwnedObjects())
    stray.owned.own("stray", as: "stray") {}
    strays.append(stray)
  }

  /// Checks the responses that are complete.
  private func finishPending() {
    for pending in pending where pending.hasClosure {
      let expected = pending.dispatch.outstanding.isEmpty ? pending.dispatch.response : nil
      if pending.response != expected {
        model.report(
          .responses, "later gave \(pending.response ?? []), not \(expected.map { "\($0)" } ?? "nothing yet")")
      }
    }
    pending.removeAll { $0.dispatch.outstanding.isEmpty }
  }

  private func complete() {
    guard let waiting = pick(pending.filter { !$0.completions.isEmpty }) else { return }
    let (place, completion) = waiting.completions.remove(at: draw(waiting.completions.count))
    note("complete later at \(place)")
    vote(waiting.dispatch, place)
    completion(waiting.dispatch.votes[place] ?? 0)
    finishPending()
  }

  private func vote(_ dispatch: ModelDispatch, _ place: Int) {
    dispatch.outstanding.remove(place)
    dispatch.votes[place] = draw(100)
  }

  private func moveState() {
    guard model.isLaunched, launch == nil else { return }
    let event: NetEvent =
      switch model.state {
      case .inactive: oneIn(3) ? .terminate : oneIn(2) ? .background : .active
      case .active: .resign
      default: oneIn(2) ? .terminate : .active
      }
    if event == .terminate { openGates() }
    send(event)
    if event == .terminate {
      model.checkApplicationObjects()
      checkState()
      rebuild()
    }
  }

  private func openGates() {
    note("open the gates")
    isUnsettled = true
    opened += [gate, laterGate]
    let old = (gate, laterGate)
    (gate, laterGate) = (NetGate(), NetGate())
    old.0.open()
    old.1.open()
  }

  // MARK: Launches

  private func beginLaunch() {
    note("launch")
    let launch = Launch()
    self.launch = launch
    model.beginImplicitly(.will)
    launch.task = Task { [composite] in
      do {
        try await composite.launch()
        launch.outcome = "launched"
      } catch LaunchError.interrupted {
        launch.outcome = "interrupted"
      } catch LaunchError.failed(let module, _) {
        launch.outcome = "failed \(module)"
      } catch is CancellationError {
        launch.outcome = "cancelled"
      } catch {
        launch.outcome = "\(error)"
      }
    }
  }

  private func launchAtOnce() {
    maySend = false
    send(.did)
    maySend = true
    model.checkApplicationObjects()
  }

  private func interrupt() async {
    switch draw(4) {
    case 0 where launch != nil:
      note("cancel the launch")
      launch?.isCancelled = true
      launch?.task?.cancel()
    case 1:
      note("tear down")
      maySend = false
      model.tearDown()
      composite.tearDown()
      noteInterruption()
      maySend = true
      model.checkApplicationObjects()
    case 2:
      note("shut down")
      await shutDown()
    default: if launch != nil || oneIn(3) { rebuild() }
    }
  }

  private func shutDown() async {
    maySend = false
    model.tearDown()
    noteInterruption()
    let left = await composite.shutDown(within: .seconds(1))
    let (actual, expected) = (left.map { "\($0.owner) \($0.name)" }.sorted(), model.leftObjects)
    if actual != expected { model.report(.objects, "\(actual) are left after a shutdown, not \(expected)") }
    maySend = true
    model.checkApplicationObjects()
  }

  /// Notes that the modules of a launch have gone. Its end must leave those that come after them.
  private func noteInterruption() {
    guard let launch, launch.outcome == nil else { return }
    launch.expected = "interrupted"
    model.blame = .newModulesEnd
  }

  private func rebuild() {
    note("rebuild")
    maySend = false
    let off = model.all().filter { $0.parent == nil && !$0.isOn }
    model.tearDown()
    for module in off { module.isOn = false }
    model.goBackBeforeLaunch()
    model.beginLife()
    perform { try $0.recreateModules() }
    noteInterruption()
    maySend = true
    model.checkApplicationObjects()
  }

  /// Sends a launch that is answered later, and perhaps creates all modules again before it fails.
  private func sendBoot() {
    note("send boot")
    model.begin(.boot)
    guard let dispatch = model.dispatches.last else { return }
    var isOver = false
    composite.send(NetBoot()) { isOver = true }
    _ = model.end()
    guard let completion = boot else { return }
    boot = nil
    let isRebuilt = oneIn(2)
    if isRebuilt { rebuild() }
    let place = dispatch.outstanding.min() ?? 0
    let failing = dispatch.targets[place][0]
    let isFailing = failing.module.isRequired || oneIn(2)
    note(isFailing ? "boot fails" : "boot succeeds")
    maySend = false
    if isFailing, failing.module.isRequired, !isRebuilt { model.abort(dispatch) }
    if isRebuilt { model.blame = .newModulesEnd }
    if isFailing { completion.fail(Refusal("boot")) } else { completion() }
    if isRebuilt { checkModules() }
    model.blame = nil
    maySend = true
    if !isOver { model.report(.responses, "boot was not answered") }
    model.checkApplicationObjects()
  }

  // MARK: Changes

  private func perform(_ body: (CompositeDelegate) throws -> Void) {
    do { try body(composite) } catch { model.report(.errors, "\(error)") }
  }

  /// Does what creates a module. It fails while the application is ending.
  private func create(_ name: String, _ body: () throws -> Void) {
    do {
      try body()
      if model.isEnding { model.report(.errors, "\(name) was created while the application was ending") }
    } catch CompositeError.ending(name) where model.isEnding {
      note("the application is ending")
    } catch {
      model.report(.errors, "\(error)")
    }
  }

  /// Registers a module whose factory throws.
  ///
  /// - Parameter isInside: Whether a factory or a cleanup does it. It may be refused then.
  private func registerInVain(_ line: String, isInside: Bool = false) {
    note(line)
    do {
      try composite.register("Vain") { () throws -> NetModule in throw Refusal("vain") }
      model.report(.errors, "a factory that throws has made a module")
    } catch is Refusal where isInside || !model.isEnding {
    } catch CompositeError.ending where isInside || model.isEnding {
    } catch CompositeError.creatingAnother where isInside {
    } catch {
      model.report(.errors, "\(error)")
    }
  }

  /// Tries what a handler, a factory or a cleanup may not do.
  private func recreateInside(_ line: String) {
    note(line)
    do {
      try composite.recreateModules()
      model.report(.errors, "the modules were created anew from inside: \(line)")
    } catch CompositeError.recreatingInside {
    } catch {
      model.report(.errors, "\(error)")
    }
  }

  /// Tears down in a handler.
  private func tearDownInside() {
    note("tear down in a handler")
    maySend = false
    model.tearDownInside()
    composite.tearDown()
  }

  private func parentForNew() -> ModelModule? {
    oneIn(2) ? nil : pick(model.all().filter { $0.kind == .composite && $0.instance != nil && $0.isWithinReach })
  }

  /// Whether no start is suspended in it that will throw: what a launch makes of its error is not defined.
  private func canLeave(_ module: ModelModule) -> Bool {
    !module.isMain && module.instance?.isAboutToThrow != true && module.children.allSatisfy(canLeave)
  }

  /// Makes a random change to a random module.
  private func change() {
    let module = pick(model.all().filter { $0.isWithinReach && $0.id != nil })
    guard let module, let id = module.id, let holder = composite(of: module) else { return }
    let isPresent = module.instance != nil
    switch draw(5) {
    case 0 where isPresent && canLeave(module):
      note("remove \(module.name)")
      model.remove(module)
      perform { _ in try holder.remove(id) }
    case 0 where !isPresent && module.isOn, 1 where !isPresent && module.isOn:
      note("bring back \(module.name)")
      create(module.name) { try holder.restore(id) }
    case 1 where isPresent && module.isOn && !module.isMain, 2 where isPresent && module.isOn && !module.isMain:
      note("switch off \(module.name)")
      module.isOn = false
      module.timesOff += 1
      perform { _ in try holder.set(id, isOn: false) }
    case 1 where !module.isOn, 2 where !module.isOn, 3 where !module.isOn:
      note("switch on \(module.name)")
      let isCreated = module.instance == nil
      if isCreated {
        create(module.name) { try holder.set(id, isOn: true) }
      } else {
        perform { _ in try holder.set(id, isOn: true) }
      }
      module.isOn = !isCreated || !model.isEnding
    case 4:
      let place = draw((module.parent?.children ?? model.roots).count)
      note("move \(module.name) to \(place)")
      model.move(module, to: place)
      perform { _ in try holder.move(id, to: place + 1) }
    default: break
    }
  }

  private func composite(of module: ModelModule) -> CompositeDelegate? {
    module.parent == nil ? composite : module.parent?.instance?.composite
  }

  private func unregister() {
    let module = pick(model.all().filter { $0.isWithinReach && $0.id != nil && canLeave($0) })
    guard let module, let id = module.id, let holder = composite(of: module) else { return }
    note("unregister \(module.name)")
    model.unregister(module)
    perform { _ in try holder.remove(id, forgetting: true) }
  }

  /// - Parameter making: The instance that is being made and will have the new module.
  private func register(in parent: ModelModule?, making: ModelInstance? = nil, isMain: Bool = false) {
    guard let holder = making?.composite ?? (parent == nil ? composite : parent?.instance?.composite) else { return }
    registrations += 1
    let isInProperty = making?.module.kind == .keeper
    let all: [ModelModule.Kind] = [.plain, .starting, .starting, .composite, .keeper]
    let kind = isMain || isInProperty ? .plain : all[draw(parent == nil ? all.count : 2)]
    let events = NetEvent.allCases.filter { _ in !isInProperty && kind != .composite && !oneIn(3) }
    let module = ModelModule(
      "\(kind)\(registrations)", kind, in: parent, isMain: isMain, isRequired: parent == nil && oneIn(3),
      isOn: isMain || !oneIn(6), handles: Set(events), lateness: .init(rawValue: draw(4)) ?? .atOnce,
      isGated: parent == nil && oneIn(2), startThrows: oneIn(5))
    note("register \(module.name) in \(parent?.name ?? "the root")\(module.isOn ? "" : ", off")")
    do {
      module.id = try holder.register(
        module.name, role: isMain ? .main : .ordinary, isRequired: module.isRequired, isOn: module.isOn, of: kind
      ) { [unowned self] in make(module) }
      if let making { making.children.append(module) } else { parent?.instance?.children.append(module) }
      if parent == nil { model.add(module) }
    } catch {
      model.report(.errors, "\(error)")
    }
  }

  /// A factory's body.
  private func make(_ module: ModelModule) -> any Module {
    making += 1
    defer { making -= 1 }
    let instance = model.make(module)
    note("make \(module.name)")
    let made: any Module
    switch module.kind {
    case .plain: made = NetModule(instance, self)
    case .starting: made = NetStartingModule(instance, self)
    case .composite:
      let composite = CompositeDelegate()
      instance.composite = composite
      for _ in 0..<(1 + draw(2)) { register(in: module, making: instance) }
      made = composite
    case .keeper:
      let keeper = NetKeeper(instance, self)
      instance.composite = keeper.inner
      register(in: module, making: instance)
      made = keeper
    }
    if module.kind != .composite { for _ in 0..<draw(3) { own(instance.owner) } }
    if maySend, oneIn(4) { send(NetEvent.inner[draw(4)]) }
    if oneIn(8) { recreateInside("rebuild in a factory") }
    if oneIn(8) { registerInVain("register in a factory", isInside: true) }
    module.instance = instance
    if making == 1 { model.noteMade() }
    return made
  }
}

extension CompositeDelegate {
  /// Registers a module whose type the kind determines.
  fileprivate func register(
    _ name: String, role: ModuleRole, isRequired: Bool, isOn: Bool, of kind: ModelModule.Kind,
    make: @escaping @MainActor () -> any Module
  ) throws -> ModuleID {
    func register<Made: Module>(_ type: Made.Type) throws -> ModuleID {
      try self.register(name, role: role, isRequired: isRequired, isOn: isOn) {
        guard let made = make() as? Made else { throw Refusal("another type") }
        return made
      }
    }
    return switch kind {
    case .plain: try register(NetModule.self)
    case .starting: try register(NetStartingModule.self)
    case .composite: try register(CompositeDelegate.self)
    case .keeper: try register(NetKeeper.self)
    }
  }
}

// MARK: - What modules do

extension RandomProgram {
  /// A handler's body.
  func called(_ instance: ModelInstance, _ event: NetEvent) throws -> Int? {
    if event == .did, let launch { noteLaunched(launch) }
    guard let (dispatch, place) = model.enter(instance, event) else { return nil }
    calls += 1
    note("\(instance.module.name) \(event)")
    defer {
      model.leave(dispatch, place)
      if model.endInside(dispatch) { maySend = true }
    }
    act(instance, event)
    if oneIn(8) {
      fail(instance, dispatch)
      throw Refusal("\(instance.module.name) would not")
    }
    guard [.ask, .grab, .later].contains(event), !oneIn(4) else { return nil }
    let vote = draw(100)
    dispatch.votes[place] = vote
    if event == .grab, vote.isMultiple(of: 3) { dispatch.isEnded = true }
    return vote
  }

  /// Notes that a handler is about to throw.
  private func fail(_ instance: ModelInstance, _ dispatch: ModelDispatch) {
    note("\(instance.module.name) throws")
    guard dispatch.event.isLaunch || dispatch.event == .boot, isRequired(instance.module) else { return }
    dispatch.isEnded = true
    if dispatch.event.isLaunch, let launch {
      endLaunch(launch, as: "failed \(instance.module.name)")
    } else {
      model.abort(dispatch)
    }
  }

  private func isRequired(_ module: ModelModule) -> Bool {
    module.isRequired || module.parent.map(isRequired) == true
  }

  /// Notes that a launch ends before the application is launched. All modules go.
  private func endLaunch(_ launch: Launch, as outcome: String) {
    launch.expected = outcome
    model.tearDown()
    model.goBackBeforeLaunch(isAborted: outcome != "cancelled")
  }

  private func act(_ instance: ModelInstance, _ event: NetEvent) {
    if model.isEnding, making == 0 { registerInVain("register while the application is ending") }
    if event == .terminate, model.dispatches.count < 3, oneIn(4) { send(.background) }
    for _ in 0..<draw(3) {
      switch draw(6) {
      case 0, 1: own(instance.owner)
      case 2: if let object = pick(instance.owner.objects) { end(object) }
      case 3 where !event.isLaunch && event != .boot && model.dispatches.count < 3 && calls < 200:
        send(NetEvent.inner[draw(4)])
      case 4 where !event.isLaunch && event != .boot && making == 0: change()
      case 5 where making == 0:
        switch draw(8) {
        case 0: recreateInside("rebuild in a handler")
        case 1: registerInVain("register in a handler")
        case 2 where !event.isLaunch && event != .boot && event != .terminate && launch == nil && !model.isEnding:
          tearDownInside()
        default: break
        }
      default: break
      }
    }
  }

  func calledLater(_ instance: ModelInstance, _ completion: EventCompletion<Int>) {
    guard let (dispatch, place) = model.enter(instance, .later) else { return completion.abstain() }
    note("\(instance.module.name) later")
    if instance.module.lateness == .kept {
      dispatch.outstanding.insert(place)
      pendingInTheMaking?.completions.append((place, completion))
    } else {
      vote(dispatch, place)
      completion(dispatch.votes[place] ?? 0)
    }
    model.leave(dispatch, place)
  }

  func calledSuspended(_ instance: ModelInstance) async -> Int? {
    guard let (dispatch, place) = model.enter(instance, .later) else { return nil }
    note("\(instance.module.name) later, suspended")
    dispatch.outstanding.insert(place)
    dispatch.hasSuspended = true
    instance.holds += 1
    model.leave(dispatch, place)
    let gate = laterGate
    gate.enter()
    await gate.wait()
    gate.leave()
    note("\(instance.module.name) goes on")
    vote(dispatch, place)
    instance.release()
    return dispatch.votes[place]
  }

  func calledBoot(_ instance: ModelInstance, _ completion: EventCompletion<Void>) {
    guard let (dispatch, place) = model.enter(instance, .boot) else { return completion() }
    if boot == nil {
      boot = completion
      dispatch.outstanding.insert(place)
    } else {
      completion()
    }
    model.leave(dispatch, place)
  }

  func started(_ instance: ModelInstance) async throws {
    let module = instance.module
    note("\(module.name) starts")
    model.noteActivity()
    instance.starts += 1
    if instance.starts > 1 { model.report(.startsTwice, module.name) }
    if !model.isLaunched, launch == nil { model.report(.startsWithoutLaunch, module.name, isEnd: false) }
    let launch = launch
    launch?.awaited = instance
    instance.holds += 1
    if module.isGated {
      instance.isAboutToThrow = module.startThrows
      model.suspendedStarts += 1
      let gate = gate
      gate.enter()
      await gate.wait()
      gate.leave()
      model.suspendedStarts -= 1
      instance.isAboutToThrow = false
    }
    note("\(module.name) \(module.startThrows ? "fails to start" : "has started")")
    model.noteActivity()
    if let launch, launch === self.launch, launch.awaited === instance, !launch.isInterrupted {
      launch.awaited = nil
      if instance.isRemoved {
      } else if launch.isCancelled {
        endLaunch(launch, as: "cancelled")
      } else if module.startThrows, isRequired(module) {
        endLaunch(launch, as: "failed \(module.name)")
      }
    }
    instance.release()
    if module.startThrows { throw Refusal("no route") }
  }

  // MARK: Owned objects

  private func own(_ owner: ModelOwner, kind: String? = nil, name: String? = nil) {
    guard let registrar = owner.registrar else { return }
    let kind = kind ?? ["file", "timer"][draw(2)]
    let name = name ?? (oneIn(3) ? "" : ["a", "b", "c"][draw(3)])
    var lifetime = ModelObject.Lifetime.module
    if !owner.name.hasPrefix("Bag"), !owner.isDead {
      switch draw(8) {
      case 0 where !model.hasEnded && model.state != .terminated: lifetime = .application
      case 1: lifetime = .event(.ping)
      case 2: lifetime = .event(.ask)
      default: break
      }
    }
    let object = model.acquire(kind, name, lifetime, of: owner, cost: UInt64(draw(100)))
    note("own \(model.describe(object))")
    let death = draw(8)
    let resource = NetResource { [unowned self] in died(death, of: owner) }
    let real: OwnedLifetime =
      switch lifetime {
      case .module: .module
      case .application: .application
      case .event(.ping): .event(NetPing.self)
      case .event: .event(NetAsk.self)
      }
    if oneIn(3) {
      object.handle = registrar.own(
        name, as: OwnedKind(kind), lifetime: real,
        onMainActor: { [unowned self] in
          withExtendedLifetime(resource) { cleaned(object) }
        })
    } else {
      object.handle = registrar.own(resource, name, as: OwnedKind(kind), lifetime: real) { [unowned self] _ in
        MainActor.assumeIsolated { cleaned(object) }
      }
    }
    model.noteAcquired(object)
  }

  private func cleaned(_ object: ModelObject) {
    note("clean \(model.describe(object))")
    clock.advance(by: .nanoseconds(object.cost))
    model.noteCleaned(object)
    guard made != nil else { return }
    if oneIn(16) { recreateInside("rebuild in a cleanup") }
    if oneIn(16) { registerInVain("register in a cleanup", isInside: true) }
  }

  /// What an object of an owner does when it dies.
  private func died(_ death: Int, of owner: ModelOwner) {
    switch death {
    case 0: clock.advance(by: .nanoseconds(1_000))
    case 1 where maySend && launch == nil && model.dispatches.count < 6 && !model.isOver:
      model.dying.append(owner.isDead ? owner : nil)
      send(.note)
      model.dying.removeLast()
    case 2: if let (_, owner) = bags.last, !owner.isDead { own(owner) }
    default: break
    }
  }

  private func end(_ object: ModelObject) {
    let isCancelled = oneIn(2)
    note("\(isCancelled ? "cancel" : "finish") \(model.describe(object))")
    object.due = isCancelled ? .cancelled : .finished
    if isCancelled { object.handle?.cancel() } else { object.handle?.finish() }
    if object.reason == nil { model.report(.objects, "\(model.describe(object)) was not cleaned") }
  }

  private func makeBag() -> (bag: NetBag, owner: ModelOwner) {
    let owner = ModelOwner("Bag\(bags.count + 1)")
    let bag = NetBag(OwnedObjects(owner: owner.name, in: composite))
    owner.registrar = bag.owned.registrar
    bags.append((bag, owner))
    return (bag, owner)
  }

  private func useABag() async {
    guard let (_, owner) = bags.last, !oneIn(4) else {
      note("make a bag")
      _ = makeBag()
      return
    }
    switch draw(5) {
    case 0:
      note("drop \(owner.name)")
      owner.isDead = true
      let registrar = owner.registrar
      bags.removeLast()
      model.checkObjects()
      if oneIn(2), registrar != nil {
        note("own late")
        own(owner)
      }
    case 1:
      for number in 0..<17 { own(owner, kind: "crowd", name: "\(number)") }
      own(owner, kind: "unit", name: "K")
      if !model.isOver { own(owner, kind: "unit", name: "\u{212A}") }
    case 2: if let object = pick(owner.objects) { end(object) }
    default: own(owner)
    }
  }

  /// Cancels an object on another thread, while the main actor waits.
  private func cancelElsewhere() async {
    guard let (_, owner) = bags.last else { return }
    note("cancel on another thread")
    var isCleaned = false
    guard let handle = owner.registrar?.own(as: "window", onMainActor: { isCleaned = true }) else { return }
    let state = Self.cancelOnAnotherThread(handle)
    if state == .released { model.report(.releasedEarly, "window", isEnd: false) }
    await eventually { isCleaned }
    if handle.state != .released { model.report(.objects, "an object is \(handle.state) after its cleanup") }
  }

  /// Releases the last reference to an owner on another thread, while the main actor waits. Its cleanup on the main actor
  /// comes by itself, or is part of a shutdown.
  private func dropElsewhere() async {
    note("drop an owner on another thread")
    let cleanups = Count()
    Self.dropOnAnotherThread {
      let bag = NetBag(OwnedObjects(owner: "Elsewhere", in: composite))
      bag.owned.own(as: "window", onMainActor: { cleanups.raise() })
      return bag
    }
    if cleanups.value > 0 { model.report(.releasedEarly, "window", isEnd: false) }
    if launch == nil, oneIn(3) {
      note("shut down while an owner waits for its cleanup")
      await shutDown()
      if cleanups.value == 0 { model.report(.objects, "a shutdown has left the window of a dead owner") }
    }
    await eventually { cleanups.value > 0 }
  }

  private static func dropOnAnotherThread(_ make: () -> NetBag) {
    let shelf = Locked<NetBag?>(make())
    let ended = DispatchSemaphore(value: 0)
    @Sendable func drop() { _ = shelf.withLock { $0.take() } }
    Thread.detachNewThread {
      drop()
      ended.signal()
    }
    ended.wait()
  }

  private static func cancelOnAnotherThread(_ object: OwnedObject) -> OwnedObjectState {
    let state = Locked(OwnedObjectState.live)
    let ended = DispatchSemaphore(value: 0)
    Thread.detachNewThread {
      object.cancel()
      let seen = object.state
      state.withLock { $0 = seen }
      ended.signal()
    }
    ended.wait()
    return state.withLock { $0 }
  }

  /// Cancels an object whose cleanup ends later, and perhaps switches the journal meanwhile.
  private func close() async {
    guard let (_, owner) = bags.last else { return }
    note("close a pool")
    let gate = NetGate()
    guard let handle = owner.registrar?.own(closing: gate, "", as: "pool", cleanup: { await $0.wait() }) else { return }
    if oneIn(3) { toggleJournal() }
    let (start, took) = (journal.now, UInt64(draw(50)))
    handle.cancel()
    if handle.state != .releasing { model.report(.objects, "a pool is \(handle.state) while it closes") }
    await eventually { gate.isAwaited }
    clock.advance(by: .nanoseconds(took))
    if oneIn(3) { toggleJournal() }
    closings.append((handle, start, took, model.isJournalOn))
    gate.open()
    await handle.waitUntilReleased()
  }

  private func toggleJournal() {
    model.isJournalOn.toggle()
    if !model.isJournalOn { model.wasJournalOff = true }
    note("journal \(model.isJournalOn ? "on" : "off")")
    journal.isEnabled = model.isJournalOn
  }

  // MARK: Observers and holders

  private func observe() {
    if observers.count >= 2 {
      note("end an observer")
      observers.removeFirst()
      observed.removeFirst()
      return
    }
    note("observe")
    let bag = NetBag(OwnedObjects(owner: "Observer", in: composite))
    let seen = Count()
    observers.append((bag, model.sent.count, seen))
    observed.append([])
    let (makesBag, sends) = (oneIn(3), oneIn(3))
    bag.owned.observeEvents(of: composite) { [unowned self] event in
      seen.raise()
      model.noteTold()
      guard let place = observers.firstIndex(where: { $0.seen === seen }) else { return }
      let known = NetEvent.allCases.first { $0.name == type(of: event).name }
      if let known { observed[place].append(known) }
      if makesBag, strays.count < 2 { addStray() }
      if sends, maySend, known == .ping, seen.value < 20 { send(.note) }
    }
  }

  private func hold() {
    // Keeps a module beyond its removal.
    let modules = model.all().filter { $0.instance != nil && $0.isWithinReach && $0.kind != .composite }
    guard held.count < 2, let module = pick(modules), let instance = module.instance else { return }
    guard let holder = composite(of: module), let real = holder.module((any NetBody).self, of: instance) else { return }
    note("hold \(module.name)")
    instance.holds += 1
    held.append((real, instance))
  }

  private func letGo() {
    guard !held.isEmpty else { return }
    let (_, instance) = held[0]
    note("let go of \(instance.module.name)")
    instance.release()
    held.removeFirst()
    model.checkObjects()
  }
}

// MARK: - Checks

extension RandomProgram {
  /// Compares everything that can be seen between two steps.
  private func check() async {
    defer { if launch == nil { model.blame = nil } }
    finishPending()
    model.checkObjects()
    checkState()
    checkModules()
    checkStarts()
    checkObjects()
    checkAlive()
    for (index, observer) in observers.enumerated() {
      let expected = Array(model.sent[observer.from...])
      if observed[index] != expected { model.report(.observers, "\(observed[index]), not \(expected)") }
    }
  }

  private func checkState() {
    if composite.state != model.state { model.report(.state, "\(composite.state), not \(model.state)") }
  }

  private func checkModules() {
    func lines(_ modules: [ModelModule]) -> [String] {
      modules.enumerated().flatMap { index, module -> [String] in
        let line = "\(index + 1) \(module.name)\(module.instance == nil ? " gone" : "")\(module.isOn ? "" : " off")"
        return [line] + lines(module.children)
      }
    }
    let actual = composite.modules.map { status in
      "\(status.order) \(status.name)\(status.isPresent ? "" : " gone")\(status.isOn ? "" : " off")"
    }
    let expected = lines(model.roots)
    if actual != expected { model.report(.presence, "\(actual), not \(expected)") }
  }

  private func checkStarts() {
    guard model.isLaunched, launch == nil, !gate.isAwaited else { return }
    let missed = model.all().filter { module in
      module.kind == .starting && module.isOn && module.isWithinOn && module.isWithinReach
        && module.instance?.starts == 0
    }
    if let module = missed.first { model.report(.missedStart, module.name, isEnd: false) }
  }

  private func checkObjects() {
    let expected = model.objects.filter { $0.reason == nil }.map { "\($0.owner.name) \($0.kind) \($0.name)" }.sorted()
    var actual = composite.ownedObjects.filter { $0.kind != .observer }
      .map { "\($0.owner) \($0.kind) \($0.name)" }.sorted()
    if let stray = actual.first(where: { $0.hasSuffix("stray stray") }) {
      model.report(.strayBag, stray, isEnd: false)
      actual.removeAll { $0.hasSuffix("stray stray") }
    }
    if actual != expected { model.report(.objects, "\(actual), not \(expected)") }
    for module in model.all() {
      guard let nested = module.instance?.composite else { continue }
      let names = model.names(within: module)
      let strangers = nested.ownedObjects.filter { $0.kind != .observer && !names.contains($0.owner) }.map(\.owner)
      if !strangers.isEmpty { model.report(.objects, "\(module.name) has \(strangers)'s", isEnd: false) }
    }
  }

  /// Compares the names of the removed modules that are alive.
  private func checkAlive() {
    var actual = composite.ownersStillAlive
    for instance in model.instances where instance.isRemoved && !instance.isDead {
      if let place = actual.firstIndex(of: instance.module.name) {
        actual.remove(at: place)
      } else if let parent = instance.module.parent {
        model.report(
          parent.kind == .keeper ? .unwatchedProperty : .unwatchedNested, instance.module.name, isEnd: false)
      } else {
        model.report(.alive, "\(instance.module.name) is missing")
      }
    }
    let isHeld = model.instances.contains { actual.contains($0.module.name) && model.isHeldByStarts($0) }
    if !actual.isEmpty { model.report(isHeld ? .heldByStarts : .alive, "\(actual)") }
  }

  /// Ends everything, and checks the journal.
  private func finish() async {
    note("finish")
    while pending.contains(where: { !$0.completions.isEmpty }) { complete() }
    repeat {
      openGates()
      await settle()
    } while launch != nil || gate.isAwaited || laterGate.isAwaited
    maySend = false
    while !held.isEmpty { letGo() }
    for (_, owner) in bags { owner.isDead = true }
    while !bags.isEmpty { bags.removeLast() }
    observers = []
    observed = []
    strays = []
    model.checkObjects()
    model.tearDown()
    composite.tearDown()
    model.checkObjects()
    model.checkApplicationObjects()
    await settle()
    if !model.isOver {
      checkModules()
      checkObjects()
      checkAlive()
      checkRows()
    }
    made = nil
  }

  private func checkRows() {
    let entries = journal.reader().readAny(bytes: .max)
    let owned = Dictionary(grouping: entries.compactMap(\.owned)) {
      OwnedObjectID(owner: $0.ownerID, number: $0.number)
    }
    let released = Dictionary(grouping: entries.compactMap(\.released)) {
      OwnedObjectID(owner: $0.ownerID, number: $0.number)
    }
    for object in model.objects {
      guard let handle = object.handle else { continue }
      let (rows, ends) = (owned[handle.id] ?? [], released[handle.id] ?? [])
      if rows.count != (object.isAcquisitionWritten ? 1 : 0) {
        let isLate = object.reason == .late && rows.isEmpty
        model.report(
          isLate ? .lateRows : .rows, "\(model.describe(object)) has \(rows.count) rows of its acquisition",
          isEnd: false)
      }
      let expected = object.isReleaseWritten ? 1 : 0
      if ends.count != expected, object.isAcquisitionWritten || ends.count > 1 {
        model.report(.rows, "\(model.describe(object)) has \(ends.count) rows of its release", isEnd: false)
      }
      for end in ends {
        if end.reason != object.reason {
          model.report(.rows, "\(model.describe(object)) was released for \(end.reason)", isEnd: false)
        }
        if end.cleanupNanoseconds != object.cost {
          model.report(
            .chargedDeath, "\(model.describe(object)): \(end.cleanupNanoseconds), not \(object.cost)", isEnd: false)
        }
      }
    }
    for (handle, at, took, isWritten) in closings {
      guard isWritten, let end = released[handle.id]?.first else { continue }
      if end.atNanoseconds != at || end.cleanupNanoseconds != took {
        model.report(
          .timesWithoutJournal, "at \(end.atNanoseconds), took \(end.cleanupNanoseconds), not \(at), \(took)",
          isEnd: false)
      }
    }
    for case .lookUp(let entry) in entries {
      guard let asker = entry.by else { continue }
      model.report(.lookUps, "\(asker) did not ask for \(entry.module)", isEnd: false)
    }
    check(entries.compactMap(\.module))
  }

  private func check(_ entries: [ModuleEntry]) {
    let modules = Dictionary(
      model.instances.compactMap { instance in instance.module.id.map { ($0, instance.module) } },
      uniquingKeysWith: { first, _ in first })
    let stages: Set<ModuleEntry.Change> = [.starting, .started, .stopped, .freed]
    for entry in entries where stages.contains(entry.change) {
      guard let module = modules[entry.id] else { continue }
      if entry.parent != module.parent?.id || Set(entry.handles) != Set(module.handles.map(\.name)) {
        model.report(.entryFields, "\(entry.name) \(entry.change)", isEnd: false)
      }
    }
    let freed = Dictionary(grouping: entries.filter { $0.change == .freed }) { $0.owner }
    if freed.values.contains(where: { $0.count > 1 }) { model.report(.rows, "a module was freed twice", isEnd: false) }
    guard !model.wasJournalOff else { return }
    let dispatched = journal.dispatches.map(\.event).sorted()
    let sent = model.sent.map(\.name).sorted()
    if dispatched != sent { model.report(.rows, "dispatched \(dispatched), not \(sent)", isEnd: false) }
    let expected = model.instances.filter(\.isRemoved).map(\.module.name).sorted()
    let actual = freed.values.compactMap { $0.first?.name }.sorted()
    if actual != expected { model.report(.rows, "freed \(actual), not \(expected)", isEnd: false) }
  }
}
