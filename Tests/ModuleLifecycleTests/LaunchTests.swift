import RollcallRecordings
import RollcallTestingAdditions
import Testing

@testable import ModuleLifecycle

/// The start of a server, whose modules start asynchronously.
private struct Serve: AsyncLifecycleEvent {
  typealias Vote = Bool
  typealias Response = Bool
  static var policy: ResponsePolicy<Bool, Bool> { .all(default: true) }
  static var transition: ApplicationStateTransition? { .init(from: [.notRunning], to: .inactive, .beforeHandlers) }
}

@MainActor @Suite(.inTurn, .serialized, .timeLimit(.minutes(10))) struct LaunchTests {
  private let composite = CompositeDelegate()
  private let log = Log()

  private func register(
    _ name: String, role: ModuleRole = .ordinary, isRequired: Bool = false, refusing refusal: String? = nil
  ) throws {
    try composite.register(name, role: role, isRequired: isRequired) { [log] in
      let probe = Probe(name, log: log) { handlers in
        handlers.answer(DidFinishLaunching.self) { probe, event in
          probe.log.add("\(probe.name) launches\(event.options.isEmpty ? "" : " with \(event.options.count)")")
          if let refusal { throw Refusal(refusal) }
          return true
        }
        handlers.on(DidBecomeActive.self) { probe, _ in probe.log.add("\(probe.name) is active") }
        handlers.on(DidEnterBackground.self) { probe, _ in probe.log.add("\(probe.name) is in the background") }
      }
      probe.owned.own("log", as: .file) { log.add("\(name) closes its log") }
      return probe
    }
  }

  @Test func theOnlyModuleThatAnswersNoIsNamed() throws {
    try register("Shop")
    try composite.register("Vendor") { Probe("Vendor") { $0.answer(DidFinishLaunching.self) { _, _ in false } } }
    #expect(!composite.send(DidFinishLaunching()))
    expectEqual(composite.journal.warnings.map { "\($0.kind) \($0.module ?? "")" }, ["launchRefused Vendor"])
  }

  @Test func modulesThatAgreeOnNoAreNotNamed() throws {
    for name in ["Vendor", "Other"] {
      try composite.register(name) { Probe(name) { $0.answer(DidFinishLaunching.self) { _, _ in false } } }
    }
    #expect(!composite.send(DidFinishLaunching()) && composite.journal.warnings.isEmpty)
  }

  @Test(arguments: [true, false]) func aModuleThatWasNotReachedStaysWithOrWithoutAJournal(isJournaled: Bool) throws {
    composite.journal.isEnabled = isJournaled
    try composite.register("Switcher") { [unowned composite] in
      Probe("Switcher") { handlers in
        handlers.on(DidFinishLaunching.self) { [unowned composite] _, _ in try composite.set("Session", isOn: false) }
      }
    }
    try register("Session")
    try register("Store", isRequired: true, refusing: "disk full")
    expectEqual(composite.send(DidFinishLaunching()), false)
    expectEqual(composite.modules.map(\.isPresent), [false, true, false])
  }

  @Test func aRequiredModuleThatThrowsAbortsLaunchAndTheStartedOnesAreRemovedLastFirst() throws {
    try register("Scene", role: .main)
    try register("Session")
    try register("Store", isRequired: true, refusing: "disk full")
    try register("Feed")
    expectEqual(composite.send(DidFinishLaunching()), false)
    expectEqual(
      log.lines,
      [
        "Scene launches", "Session launches", "Store launches", "Store closes its log", "Session closes its log",
        "Scene closes its log",
      ])
    expectEqual(composite.state, .notRunning)
    expectEqual(composite.modules.map(\.isPresent), [false, false, false, true])
    expectEqual(
      composite.journal.warnings.map(\.sentence),
      [
        "didFinishLaunching was aborted: Store is required and threw \"disk full\". "
          + "Started modules are removed, last first."
      ])
    let dispatch = try #require(composite.journal.dispatches.first)
    expectEqual(dispatch.handlers.map(\.outcome), [.answered, .answered, .threw, .skipped])
    expectEqual(dispatch.response, .bool(false))
  }

  /// Registers a module whose start suspends, then throws if a refusal is given.
  private func registerServer(_ name: String, isRequired: Bool = false, refusing refusal: String? = nil) throws {
    try composite.register(name, isRequired: isRequired) { [log] in
      let probe = Probe(name, log: log) { handlers in
        handlers.answer(Serve.self) { probe, _ in
          await Task.yield()
          probe.log.add("\(probe.name) has started")
          if let refusal { throw Refusal(refusal) }
          return nil
        }
      }
      probe.owned.own("log", as: .file) { log.add("\(name) closes its log") }
      return probe
    }
  }

  @Test(arguments: [true, false]) func aRequiredModuleWhoseStartFailsLaterAbortsLaunch(isJournaled: Bool) async throws {
    composite.journal.isEnabled = isJournaled
    try registerServer("Store", isRequired: true, refusing: "disk full")
    try registerServer("Feed")
    let isLaunched = await composite.send(Serve())
    try #require(!isLaunched)
    // A module lives until its function has returned.
    while log.lines.count < 4, !Task.isCancelled { await Task.yield() }
    expectEqual(Set(log.lines.suffix(2)), ["Feed closes its log", "Store closes its log"])
    expectEqual(composite.state, .notRunning)
    expectEqual(composite.modules.map(\.isPresent), [false, false])
    guard isJournaled else { return }
    expectEqual(composite.journal.changes.filter { $0.hasSuffix("removed") }, ["Feed removed", "Store removed"])
    expectEqual(
      composite.journal.warnings.filter { $0.kind != .mainActorBlocked }.map(\.sentence),
      [
        "serve was aborted: Store is required and threw \"disk full\". Started modules are removed, last first."
      ])
    let dispatch = try #require(composite.journal.dispatches.first)
    expectEqual(dispatch.handlers.map(\.outcome), [.threw, .abstained])
    expectEqual(dispatch.response, .bool(false))
  }

  @Test func anOptionalModuleWhoseStartFailsLaterAbstains() async throws {
    try registerServer("Store", refusing: "disk full")
    try registerServer("Feed", isRequired: true)
    await expectEqual(composite.send(Serve()), true)
    expectEqual(composite.journal.dispatches.first?.handlers.map(\.outcome), [.threw, .abstained])
    #expect(composite.modules.map(\.isPresent) == [true, true] && composite.state == .inactive)
  }

  @Test func anOptionalModuleThatThrowsAbortsNothing() throws {
    try register("Session", refusing: "no token")
    try register("Store", isRequired: true)
    expectEqual(composite.send(DidFinishLaunching()), true)
    expectEqual(log.lines, ["Session launches", "Store launches"])
  }

  @Test func aRequiredModuleThatThrowsLaterAbortsNothing() throws {
    try composite.register("Store", isRequired: true) {
      Probe("Store") { $0.on(Tick.self) { _, _ in throw Refusal("busy") } }
    }
    composite.send(DidFinishLaunching())
    composite.send(Tick())
    expectEqual(composite.state, .inactive)
    expectEqual(composite.modules.map(\.isPresent), [true])
  }

  @Test func anAbortedLaunchCanBeRetried() throws {
    try register("Session")
    try register("Store", isRequired: true, refusing: "disk full")
    composite.send(DidFinishLaunching())
    try composite.recreateModules()
    expectEqual(composite.modules.map(\.isPresent), [true, true])
    expectEqual(composite.send(DidFinishLaunching()), false)
  }

  @Test func launchIsAbortedWithoutAJournalToo() throws {
    try register("Store", isRequired: true, refusing: "disk full")
    try register("Feed")
    composite.journal.isEnabled = false
    expectEqual(composite.send(DidFinishLaunching()), false)
    expectEqual(log.lines, ["Store launches", "Store closes its log"])
  }

  @Test func aLateModuleCatchesUpWithLaunchAndForegroundByItself() throws {
    try register("Scene")
    composite.send(DidFinishLaunching(options: ["url": "pay:42"]))
    composite.send(DidBecomeActive())
    composite.send(WillResignActive())
    composite.send(DidEnterBackground())
    try register("Late")
    try composite.sendMissedEvents(to: "Late")
    expectEqual(log.lines.suffix(2), ["Late launches with 1", "Late is in the background"])
    expectEqual(composite.state, .background)
    let replays = composite.journal.dispatches.filter(\.isReplay)
    expectEqual(replays.map(\.event), ["didFinishLaunching", "didEnterBackground"])
    expectEqual(replays.map { $0.handlers.map(\.module) }, [["Late"], ["Late"]])
    expectEqual(replays.map(\.isOutOfState), [false, false])
    #expect(composite.journal.warnings.isEmpty)
  }

  @Test func aRequiredModuleThatFailsToCatchUpEndsNothing() throws {
    try register("Scene")
    composite.send(DidFinishLaunching())
    composite.send(DidBecomeActive())
    try register("Late", isRequired: true, refusing: "disk full")
    try composite.sendMissedEvents(to: "Late")
    expectEqual(composite.state, .active)
    expectEqual(composite.modules.map(\.isPresent), [true, true])
    expectEqual(
      composite.journal.warnings.map(\.sentence),
      [
        "Late threw in didFinishLaunching: \"disk full\". The other modules continued."
      ])
    expectEqual(log.lines.last, "Late is active")
  }

  @Test func beforeLaunchThereIsNothingToCatchUpWith() throws {
    try register("Early")
    try composite.sendMissedEvents(to: "Early")
    expectEqual(log.lines, [])
    try composite.remove("Early")
    #expect(throws: CompositeError.removed("Early")) { try composite.sendMissedEvents(to: "Early") }
    try composite.restore("Early")
    try composite.set("Early", isOn: false)
    #expect(throws: CompositeError.switchedOff("Early")) { try composite.sendMissedEvents(to: "Early") }
    expectEqual("\(CompositeError.switchedOff("Early"))", "'Early' is switched off. Switch it on first.")
  }

  @Test func afterTheEndThereIsNothingToCatchUpWith() throws {
    composite.send(DidFinishLaunching())
    composite.send(WillTerminate())
    try register("Late")
    try composite.sendMissedEvents(to: "Late")
    expectEqual(log.lines, [])
  }
}
