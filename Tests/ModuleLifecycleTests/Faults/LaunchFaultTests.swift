import ModuleLifecycle
import ModuleLifecycleTesting
import RollcallTestingAdditions
import Testing

/// A launch during which modules come, go and fail.
@MainActor @Suite(.inTurn, .serialized, .timeLimit(.minutes(10))) struct LaunchFaultTests {
  /// A launch that answers later.
  private struct Boot: AsyncLifecycleEvent {
    static var transition: ApplicationStateTransition? { .init(from: [.notRunning], to: nil, .afterHandlers) }
  }

  /// What can bring a module behind the one that is starting.
  enum Change: CaseIterable { case unregistering, bringingBack, switchingOn }

  private let composite: CompositeDelegate
  private let log = Log()
  private let gate = NetGate()

  init() { composite = CompositeDelegate { _ in try await Task.sleep(for: .seconds(3_600)) } }

  private func register(
    _ name: String, isRequired: Bool = false, isOn: Bool = true,
    start: @escaping @MainActor () async throws -> Void = {}
  ) throws {
    try composite.register(name, isRequired: isRequired, isOn: isOn) { [log] in
      StartingProbe {
        log.add("\(name) starts")
        try await start()
      }
    }
  }

  @Test func aModuleThatFailsToStartAfterARebuildDoesNotEndTheNewModules() async throws {
    try register("Database", isRequired: true) { [gate] in
      await gate.wait()
      throw Refusal("no route")
    }
    let launch = Task { try await composite.launch() }
    await eventually { log.lines == ["Database starts"] }
    try composite.recreateModules()
    gate.open()
    await #expect(throws: LaunchError.interrupted) { try await launch.value }
    expectEqual(composite.modules.map(\.isPresent), [true])
  }

  @Test func aStartThatFailsBecauseTheLaunchWasCancelledIsACancellation() async throws {
    try register("Database", isRequired: true) {
      do { try await Task.sleep(for: .seconds(3_600)) } catch { throw Refusal("stopped") }
    }
    let launch = Task { try await composite.launch() }
    await eventually { log.lines == ["Database starts"] }
    launch.cancel()
    await #expect(throws: CancellationError.self) { try await launch.value }
    #expect(!composite.journal.warnings.contains { $0.kind == .launchAborted })
  }

  @Test(arguments: Change.allCases) func aModuleBehindTheOneThatIsStartingStartsToo(change: Change) async throws {
    try register("One", isOn: change != .switchingOn)
    if change == .bringingBack { try composite.remove("One") }
    try register("Two") { [gate] in await gate.wait() }
    try register("Three")
    let launch = Task { try await composite.launch() }
    switch change {
    case .unregistering:
      await eventually { log.lines == ["One starts", "Two starts"] }
      try composite.remove("One", forgetting: true)
    case .bringingBack:
      await eventually { log.lines == ["Two starts"] }
      try composite.restore("One")
    case .switchingOn:
      await eventually { log.lines == ["Two starts"] }
      try composite.set("One", isOn: true)
    }
    gate.open()
    try await launch.value
    try await waitForAnotherStart()
    expectEqual(Set(log.lines), ["One starts", "Two starts", "Three starts", "Fence starts"])
    #expect(composite.modules.allSatisfy { $0.stage == .started })
  }

  @Test func aModuleThatWasOffAtLaunchStartsWhenItIsSwitchedOn() async throws {
    try register("One")
    try composite.set("One", isOn: false)
    try await composite.launch()
    #expect(log.lines.isEmpty)
    try composite.set("One", isOn: true)
    try await waitForAnotherStart()
    #expect(log.lines.contains("One starts"))
  }

  @Test func aModuleThatComesLateDoesNotHurryTheOthers() async throws {
    try register("One") { [gate] in await gate.wait() }
    try register("Two")
    composite.send(DidFinishLaunching())
    await eventually { log.lines == ["One starts"] }
    try await waitForAnotherStart()
    expectEqual(log.lines, ["One starts", "Fence starts"])
    gate.open()
    await eventually { log.lines == ["One starts", "Fence starts", "Two starts"] }
  }

  @Test func aModuleOfANestedCompositeThatIsRebuiltAfterTheLaunchStarts() async throws {
    try composite.register("Shop") { [log] in
      let shop = CompositeDelegate { _ in }
      try shop.register("Cart") { StartingProbe { log.add("Cart starts") } }
      return shop
    }
    composite.send(DidFinishLaunching())
    await eventually { log.lines == ["Cart starts"] }
    try #require(composite.module(CompositeDelegate.self, named: "Shop")).recreateModules()
    await eventually { log.lines == ["Cart starts", "Cart starts"] }
  }

  @Test func aPendingLaunchThatFailsAfterARebuildLeavesTheNewModules() async throws {
    var pending: [EventCompletion<Void>] = []
    try composite.register("Scene", isRequired: true) {
      Probe("Scene") { $0.answerLater(Boot.self) { _, _, completion in pending.append(completion) } }
    }
    try composite.register("Feed") { Probe("Feed") { $0.on(Boot.self) { _, _ in } } }
    var isOver = false
    composite.send(Boot()) { isOver = true }
    try composite.recreateModules()
    pending[0].fail(Refusal("no window"))
    await eventually { isOver }
    expectEqual(composite.modules.map(\.isPresent), [true, true])
  }

  /// Waits until a new module starts: one that was to start earlier has started by then.
  private func waitForAnotherStart() async throws {
    try register("Fence")
    await eventually { composite.modules.contains { $0.name == "Fence" && $0.stage == .started } }
  }
}

/// A module whose start a test provides.
final class StartingProbe: StartingModule {
  let owned = OwnedObjects()
  private let body: @MainActor () async throws -> Void

  init(start: @escaping @MainActor () async throws -> Void = {}) { body = start }

  static func handlers(_ handlers: inout ModuleHandlers<StartingProbe>) { handlers.on(Tick.self) { _, _ in } }

  func start() async throws { try await body() }
}

/// Holds up asynchronous code until a test opens it.
@MainActor final class NetGate {
  private var waiting: [CheckedContinuation<Void, Never>] = []
  private var inside = 0
  private(set) var isOpen = false

  var isAwaited: Bool { !isOpen && !waiting.isEmpty }
  /// Whether all code that has entered has left.
  var isPassed: Bool { inside == 0 }

  /// Notes that code is about to wait and will say when it has gone on. The next one goes on after that.
  func enter() { inside += 1 }

  func leave() {
    inside -= 1
    letNextIn()
  }

  func wait() async {
    if !isOpen { await withCheckedContinuation { waiting.append($0) } }
    if inside == 0 { letNextIn() }
  }

  /// One after the other: continuations that are resumed together go on in any order.
  private func letNextIn() {
    if isOpen, !waiting.isEmpty { waiting.removeFirst().resume() }
  }

  func open() {
    isOpen = true
    letNextIn()
  }
}
