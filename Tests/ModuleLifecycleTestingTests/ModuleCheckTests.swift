import ModuleLifecycle
import ModuleLifecycleTesting
import RollcallTestingAdditions
import Synchronization
import Testing

/// Each module has one fault, which the check names. The clean module has none.
@Suite(.inTurn, .serialized, .timeLimit(.minutes(10))) @MainActor struct ModuleCheckTests {
  struct Refusal: Error, CustomStringConvertible { let description: String }

  struct DidLogOut: EventWithoutValues {}

  struct DidEnterBackgroud: EventWithoutValues {}

  struct Impostor: EventWithoutValues {
    static var name: String { "openURL" }
  }

  struct PriceChanged: LifecycleEvent { var price: Int }

  /// A module whose handlers a test provides.
  final class Custom: Module {
    let owned = OwnedObjects()
    var kept: [AnyObject] = []
    private let table: @MainActor (inout ModuleHandlers<Custom>) -> Void

    init(_ table: @escaping @MainActor (inout ModuleHandlers<Custom>) -> Void = { _ in }) { self.table = table }
    func instanceHandlers(_ handlers: inout ModuleHandlers<Custom>) { table(&handlers) }
  }

  /// A module that starts as a test wants.
  final class Starting: StartingModule {
    let owned = OwnedObjects()
    private let body: @MainActor () async throws -> Void

    init(_ body: @escaping @MainActor () async throws -> Void) { self.body = body }
    func start() async throws { try await body() }
    static func handlers(_ handlers: inout ModuleHandlers<Starting>) {
      handlers.answer(OpenURL.self) { _, _ in throw Refusal(description: "closed") }
    }
  }

  /// A check that waits for nothing.
  private let hasty = ModuleCheck(sleep: { _ in })

  private func findings(
    _ check: ModuleCheck? = nil, _ table: @escaping @MainActor (inout ModuleHandlers<Custom>) -> Void
  ) async -> [ModuleFinding] {
    await (check ?? hasty).report(named: "Feed") { Custom(table) }.findings
  }

  // MARK: Clean

  @Test func aCleanModuleGetsEveryEventLaunchFirstAndTerminationLast() async throws {
    let calls = RecordedCalls()
    let report = await ModuleCheck(patience: .seconds(60)).report(named: "Feed") {
      let module = ModuleSpy(
        "Feed", in: calls,
        handling: [
          .on(WillTerminate.self), .on(DidEnterBackground.self), .answer(OpenURL.self, true),
          .on(DidFinishLaunching.self),
        ])
      module.owned.own("log", as: .file) {}
      module.owned.own("ledger", as: .file, lifetime: .application) {}
      return module
    }
    expectEqual(report.findings, [])
    expectEqual(report.events, ["didFinishLaunching", "openURL", "didEnterBackground", "willTerminate"])
    // Another instance gets those that are answered at once, before its composite is dropped.
    let again = ["didFinishLaunching", "openURL", "didEnterBackground"]
    expectEqual(calls.all.map { type(of: $0.event).name }, report.events + again)
    expectEqual(
      report.description,
      "Feed was sent didFinishLaunching, openURL, didEnterBackground, willTerminate. No problems found.")
    await checkModule { Custom { $0.on(DidBecomeActive.self) { _, _ in } } }
  }

  @Test func laterAnswersAreAwaited() async throws {
    let report = await ModuleCheck(patience: .seconds(60)).report(named: "Feed") {
      Custom { handlers in
        handlers.answer(PerformFetch.self) { _, _ async throws -> BackgroundFetchResult? in
          await Task.yield()
          return .newData
        }
      }
    }
    expectEqual(report.findings, [])
    expectEqual(report.events, ["performFetch"])
  }

  @Test func aNestedCompositeIsAModuleLikeAnyOther() async {
    let report = await ModuleCheck(patience: .seconds(60)).report(named: "Shop") {
      let shop = CompositeDelegate()
      try shop.register("Cart") { Custom { $0.on(DidBecomeActive.self) { _, _ in } } }
      try shop.register("Payments") { Custom { $0.on(OpenURL.self) { _, _ in throw Refusal(description: "closed") } } }
      return shop
    }
    expectEqual(report.events, ["didBecomeActive", "openURL"])
    expectEqual(report.findings.map(\.description), ["Payments threw in openURL (url pay:42): \"closed\"."])
  }

  @Test func aModuleThatHandlesNothingIsReported() async {
    let report = await hasty.report(named: "Idle") { Custom() }
    expectEqual(report.description, "Idle handles no event. No problems found.")
  }

  @Test func customEventsAreKnownWhenTheyAreSent() async {
    let calls = RecordedCalls()
    var check = hasty
    check.sending = [DidLogOut(), DidReceiveRemoteNotification(userInfo: ["id": .string("1")])]
    let report = await check.report(named: "Feed") {
      ModuleSpy("Feed", in: calls, of: DidLogOut.self, DidReceiveRemoteNotification.self)
    }
    expectEqual(report.findings, [])
    expectEqual(calls.events(of: DidReceiveRemoteNotification.self).map(\.userInfo), [["id": .string("1")]])
  }

  // MARK: One fault each

  @Test func twoHandlersForOneEvent() async {
    let found = await findings { handlers in
      handlers.on(DidBecomeActive.self) { _, _ in }
      handlers.on(DidBecomeActive.self) { _, _ in }
    }
    expectEqual(found.map(\.kind), [.duplicateHandler])
    expectEqual(
      found.map(\.description), ["'Feed' has two handlers for didBecomeActive. A module handles an event once."])
  }

  @Test func aFactoryThatThrowsAtOnceOrWhenTheModuleComesBack() async {
    let never = await hasty.report(named: "Feed") { () throws -> Custom in throw Refusal(description: "no file.") }
    expectEqual(never.findings.map(\.kind), [.notCreated])
    expectEqual(never.description, "Feed could not be created: no file.")
    var made = 0
    let once = await hasty.report(named: "Feed") { () throws -> Custom in
      made += 1
      if made > 1 { throw Refusal(description: "the port is taken.") }
      return Custom()
    }
    expectEqual(once.description, "Feed could not be created: the port is taken.")
  }

  @Test func aFactoryThatReturnsTheSameInstanceAgain() async {
    let shared = Custom()
    let report = await hasty.report(named: "Feed") { shared }
    expectEqual(report.findings.map(\.kind), [.sharedInstance, .notFreed])
    expectEqual(
      report.findings.first?.description,
      "The factory of Feed returned an existing instance. Other code keeps it, so removal can't free it."
    )
  }

  @Test func anEventThatCannotBeFiredByName() async {
    let found = await findings { handlers in
      handlers.on(DidLogOut.self) { _, _ in }
      handlers.on(DidEnterBackgroud.self) { _, _ in }
    }
    expectEqual(found.map(\.kind), [.unknownEvent])
    expectEqual(
      found.map(\.description),
      [
        "Feed handles didEnterBackgroud, which is not in the catalog. Did you mean didEnterBackground? If it is your "
          + "own, pass one to the check: sending: [DidEnterBackgroud(…)]."
      ])
  }

  @Test func anEventWithTheNameOfAnother() async {
    let found = await findings { $0.on(Impostor.self) { _, _ in } }
    expectEqual(found.map(\.kind), [.unknownEvent])
    expectEqual(
      found.map(\.description),
      [
        "Two events are named openURL: ModuleLifecycle.OpenURL and ModuleLifecycleTestingTests.ModuleCheckTests.Impostor. "
          + "Give one of them another `static let name`."
      ])
  }

  @Test func anEventWithoutAnExampleMustBeGiven() async {
    let found = await findings { $0.on(PriceChanged.self) { _, _ in } }
    expectEqual(found.map(\.kind), [.notSent])
    expectEqual(
      found.map(\.description),
      [
        "Feed handles priceChanged, which has no example and was not sent. Pass one to the check: sending: "
          + "[PriceChanged(…)]."
      ])
    let check = ModuleCheck(sending: [PriceChanged(price: 3)], sleep: { _ in })
    await expectEqual(findings(check) { $0.on(PriceChanged.self) { _, _ in } }, [])
  }

  /// A module that is given its composite, and keeps it, if it does, at once or from an event on.
  final class Guest: Module {
    enum Fault { case keepsAtOnce, keepsLater }

    let owned = OwnedObjects()
    private weak var composite: CompositeDelegate?
    private var kept: CompositeDelegate?
    private let fault: Fault?

    init(in composite: CompositeDelegate, _ fault: Fault?) {
      (self.composite, self.fault, kept) = (composite, fault, fault == .keepsAtOnce ? composite : nil)
    }

    static func handlers(_ handlers: inout ModuleHandlers<Guest>) {
      handlers.on(DidBecomeActive.self) { guest, _ in if guest.fault == .keepsLater { guest.kept = guest.composite } }
    }
  }

  @Test(arguments: [Guest.Fault.keepsAtOnce, .keepsLater])
  func aModuleThatKeepsItsComposite(fault: Guest.Fault) async {
    let found = await hasty.report(named: "Feed") { Guest(in: $0, fault) }.findings
    expectEqual(found.map(\.kind), [.keepsComposite])
    expectEqual(
      found.map(\.description),
      [
        "Feed keeps its composite alive, which keeps Feed alive: without a teardown, both leak. Keep the composite weak or "
          + "unowned."
      ])
    await expectEqual(hasty.report(named: "Feed") { Guest(in: $0, nil) }.findings, [])
  }

  @Test func anAsynchronousCleanupIsAwaited() async {
    let report = await ModuleCheck(patience: .seconds(60)).report(named: "Store") {
      let module = Custom()
      module.owned.own(closing: 1, "pool", as: "database") { _ in for _ in 0..<100 { await Task.yield() } }
      return module
    }
    expectEqual(report.findings, [])
  }

  @Test func aHandlerThatThrowsForTheExample() async {
    let found = await findings { handlers in
      handlers.on(DidEnterBackground.self) { _, _ in throw Refusal(description: "ledger locked") }
    }
    expectEqual(found.map(\.kind), [.handlerThrew])
    expectEqual(found.map(\.description), ["Feed threw in didEnterBackground: \"ledger locked\"."])
  }

  @Test func aCompletionThatIsCalledTwice() async {
    let found = await findings { handlers in
      handlers.answerLater(PerformFetch.self) { _, _, completion in
        completion(.noData)
        completion(.newData)
      }
    }
    expectEqual(found.map(\.kind), [.completedTwice])
    expectEqual(found.map(\.description), ["Feed completed performFetch more than once. The first answer counts."])
  }

  @Test func aCompletionThatIsNeverCalled() async {
    let found = await findings { handlers in
      handlers.answerLater(PerformFetch.self) { module, _, completion in module.kept.append(completion) }
    }
    expectEqual(found.map(\.kind), [.neverCompleted])
    expectEqual(found.map(\.description), ["Feed had not completed performFetch after 1 s."])
  }

  @Test func aCompletionThatIsDropped() async {
    let found = await findings { $0.answerLater(PerformFetch.self) { _, _, _ in } }
    expectEqual(found.map(\.kind), [.neverCompleted])
    expectEqual(found.map(\.description), ["Feed released the completion of performFetch without calling it."])
  }

  @Test func anEventThatSendsItselfRepeatedly() async {
    weak var shop: CompositeDelegate?
    let report = await hasty.report(named: "Shop") {
      let made = CompositeDelegate()
      shop = made
      try made.register("Cart") { Custom { $0.on(DidBecomeActive.self) { _, _ in shop?.send(DidBecomeActive()) } } }
      return made
    }
    expectEqual(report.findings.map(\.kind), [.endlessNesting])
    expectEqual(
      report.findings.map(\.description),
      [
        "didBecomeActive was nested 16 events deep and was not delivered. The cycle: didBecomeActive → didBecomeActive."
      ])
  }

  @Test func aModuleThatIsHeldAfterItsRemoval() async {
    var held: [Custom] = []
    let report = await hasty.report(named: "Feed") {
      let module = Custom()
      module.owned.own("logout", as: .observer) { [weak module] in _ = module }
      held.append(module)
      return module
    }
    expectEqual(report.findings.map(\.kind), [.notFreed])
    expectEqual(
      report.findings.map(\.description),
      [
        "Feed is still alive: perhaps observer logout holds it in its closure. "
          + "It was removed; its objects stay open."
      ])
    held = []
  }

  @Test func anObjectThatIsOpenAfterItsModuleHasDied() async {
    /// Shares the module's bag's owner, and outlives the module.
    final class Helper {
      let owned = OwnedObjects()
      init() { owned.own("poll", as: .timer) {} }
    }
    var helpers: [Helper] = []
    let report = await hasty.report(named: "Feed") {
      helpers.append(Helper())
      return Custom()
    }
    expectEqual(report.findings.map(\.kind), [.leftOpen, .leftOpen])
    expectEqual(
      report.findings.map(\.description),
      [
        "Feed has been freed, but its timer poll is still open.",
        "Feed and the application have ended, but its timer poll is still open.",
      ])
    helpers = []
  }

  @Test func aCleanupThatDoesNotEnd() async {
    let gate = AsyncStream<Void>.makeStream()
    let report = await hasty.report(named: "Feed") {
      let module = Custom()
      module.owned.own(closing: gate.stream, "main", as: "connection") { stream in for await _ in stream {} }
      return module
    }
    gate.continuation.finish()
    expectEqual(
      report.findings.map(\.description),
      [
        "Feed has been freed, but its connection main is still being cleaned.",
        "Feed and the application have ended, but its connection main is still being cleaned.",
      ])
  }

  /// Handlers of a module that is starting are called when it has started.
  @Test func aModuleThatStartsIsWaitedFor() async {
    let report = await ModuleCheck(patience: .seconds(60)).report(named: "Late") {
      Starting {
        for _ in 0..<20 { await Task.yield() }
      }
    }
    expectEqual(report.events, ["openURL"])
    expectEqual(report.findings.map(\.description), ["Late threw in openURL (url pay:42): \"closed\"."])
  }

  @Test func aStartThatThrows() async {
    let report = await hasty.report(named: "Late") { Starting { throw Refusal(description: "no port") } }
    let finding = report.findings.first { $0.kind == .notStarted }
    expectEqual(finding?.description, "Late could not start: \"no port\".")
  }

  @Test func aStartThatDoesNotReturn() async {
    let gate = AsyncStream<Void>.makeStream()
    let report = await hasty.report(named: "Late") { Starting { for await _ in gate.stream {} } }
    gate.continuation.finish()
    expectEqual(report.findings.first?.kind, .notStarted)
    expectEqual(report.findings.first?.description, "Late had not started after 1 s.")
  }

  /// A check waits once for each instance, however many events follow.
  @Test func aStartThatDoesNotReturnIsWaitedForOnce() async {
    let waits = Waits()
    let check = ModuleCheck(patience: .milliseconds(10), sleep: { await waits.add($0) })
    // The start of a removed instance is cancelled, which ends its stream.
    _ = await check.report(named: "Late") {
      let gate = AsyncStream<Void>.makeStream()
      return Starting {
        for await _ in gate.stream {}
        gate.continuation.finish()
      }
    }
    // Two instances of ten steps.
    await expectEqual(waits.count, 20)
  }

  private actor Waits {
    private(set) var count = 0
    /// Counts the steps of a wait for a start. Other waits are longer.
    func add(_ duration: Duration) { count += duration == .milliseconds(1) ? 1 : 0 }
  }

  /// Repeated, because a check can end before the task has thrown.
  @Test func anOwnedTaskThatThrows() async {
    var thrown: ModuleFinding?
    while thrown == nil, !Task.isCancelled {
      let report = await hasty.report(named: "Feed") {
        let module = Custom()
        module.owned.task("load") { throw Refusal(description: "offline") }
        return module
      }
      thrown = report.findings.first { $0.kind == .taskThrew }
    }
    expectEqual(thrown?.description, "task load of Feed threw \"offline\" and has ended.")
  }

  @Test func eachFindingIsAnIssueAtTheCall() async {
    let issues = Issues()
    let line = #line + 2
    await withKnownIssue {
      await checkModule(named: "Feed") {
        Custom { handlers in
          handlers.on(DidEnterBackground.self) { _, _ in throw Refusal(description: "locked") }
          handlers.answerLater(PerformFetch.self) { _, _, _ in }
        }
      }
    } matching: { issue in
      issues.add(issue)
      return true
    }
    expectEqual(
      issues.comments,
      [
        "Feed threw in didEnterBackground: \"locked\".",
        "Feed released the completion of performFetch without calling it.",
      ])
    expectEqual(issues.lines, [line, line])
  }

  private final class Issues: Sendable {
    private let all = Mutex<[Issue]>([])
    func add(_ issue: Issue) { all.withLock { $0.append(issue) } }
    var comments: [String] { all.withLock { $0.flatMap { $0.comments.map(\.rawValue) } } }
    var lines: [Int] { all.withLock { $0.compactMap { $0.sourceLocation?.line } } }
  }
}
