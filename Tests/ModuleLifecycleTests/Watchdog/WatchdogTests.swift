import ModuleLifecycleTesting
import RollcallRecordings
import RollcallTestingAdditions
import Testing

@testable import ModuleLifecycle

/// The watchdog, with a clock that handlers move and with checks that handlers trigger.
@MainActor @Suite(.inTurn, .serialized) struct WatchdogTests {
  private let clock = ManualClock()

  private func makeComposite(_ budgets: EventBudgets = .standard) -> CompositeDelegate {
    CompositeDelegate(journal: Journal(clock: clock.monotonic), budgets: budgets)
  }

  /// Registers a module that handles an event in steps of these milliseconds, with a watchdog check after each.
  private func register<Event: LifecycleEvent>(
    _ name: String, _ event: Event.Type, _ milliseconds: Int..., looks: Bool = true, on composite: CompositeDelegate
  ) throws where Event.Vote == Void {
    let (clock, watchdog) = (clock, composite.watchdog)
    try composite.register(name) {
      Probe(name) { handlers in
        handlers.on(event) { _, _ in
          for step in milliseconds {
            clock.advance(by: .milliseconds(step))
            if looks { watchdog.tick() }
          }
        }
      }
    }
  }

  /// A budget covers the time from the first call to the last return. It excludes the time of later answers.
  @Test func aLaterAnswerIsNotChargedToTheBudget() throws {
    let clock = ManualClock()
    let composite = CompositeDelegate(
      journal: Journal(clock: clock.monotonic), budgets: EventBudgets(general: .milliseconds(10)))
    try composite.register("Slow") {
      Probe("Slow") { $0.on(PerformFetch.self) { _, _ in clock.advance(by: .milliseconds(15)) } }
    }
    var answer: EventCompletion<BackgroundFetchResult>?
    try composite.register("Feed") {
      Probe("Feed") { $0.answerLater(PerformFetch.self) { _, _, completion in answer = completion } }
    }
    composite.send(PerformFetch()) { _ in }
    clock.advance(by: .seconds(3))
    answer?(.noData)
    let warning = try #require(composite.journal.warnings.first { $0.kind == .overBudget })
    expectEqual(warning.sentence, "performFetch took 15 ms, over its budget of 10 ms. Slow took the longest, 15 ms.")
    expectEqual(warning.atNanoseconds, 15_000_000)
  }

  @Test func aHandlerIsReportedAtEachStepWhileItRuns() throws {
    let composite = makeComposite(.none)
    try register("Slow", Tick.self, 500, 510, 100, 900, 2_100, on: composite)
    composite.send(Tick())
    let id = try #require(composite.journal.dispatches.first?.id)
    expectEqual(
      composite.journal.running,
      [
        RunningEntry(
          module: "Slow", moduleID: composite.modules[0].id, event: "tick", dispatch: id, atNanoseconds: 1_010_000_000,
          runningNanoseconds: 1_010_000_000,
          dispatchNanoseconds: 1_010_000_000, thresholdNanoseconds: 1_000_000_000),
        RunningEntry(
          module: "Slow", moduleID: composite.modules[0].id, event: "tick", dispatch: id, atNanoseconds: 2_010_000_000,
          runningNanoseconds: 2_010_000_000,
          dispatchNanoseconds: 2_010_000_000, thresholdNanoseconds: 2_000_000_000),
        RunningEntry(
          module: "Slow", moduleID: composite.modules[0].id, event: "tick", dispatch: id, atNanoseconds: 4_110_000_000,
          runningNanoseconds: 4_110_000_000,
          dispatchNanoseconds: 4_110_000_000, thresholdNanoseconds: 4_000_000_000),
      ])
    expectEqual(composite.journal.warnings, [])
    expectEqual(composite.journal.entries.map(\.type).suffix(4), ["running", "running", "running", "dispatch"])
  }

  @Test func theNextHandlerStartsFromZero() throws {
    let composite = makeComposite(.none)
    try register("First", Tick.self, 1_200, on: composite)
    try register("Second", Tick.self, 900, 200, on: composite)
    composite.send(Tick())
    composite.send(Tick())
    expectEqual(composite.journal.running.map(\.module), ["First", "Second", "First", "Second"])
    expectEqual(composite.journal.running.map { $0.runningNanoseconds / 1_000_000 }, [1_200, 1_100, 1_200, 1_100])
    expectEqual(
      composite.journal.running.map { ($0.dispatchNanoseconds ?? 0) / 1_000_000 }, [1_200, 2_300, 1_200, 2_300])
  }

  @Test func anExceededBudgetCausesOneWarningWhileTheHandlerRuns() throws {
    let composite = makeComposite()
    try register("Push", DidEnterBackground.self, 4_900, 110, 100, 4_000, on: composite)
    composite.send(DidEnterBackground())
    expectEqual(composite.journal.running.map { $0.thresholdNanoseconds / 1_000_000 }, [4_000, 5_000, 8_000])
    #expect(composite.journal.running.allSatisfy { $0.budgetNanoseconds == 5_000_000_000 })
    let warning = try #require(composite.journal.warnings.first { $0.kind == .overBudget })
    expectEqual(
      warning.sentence,
      "didEnterBackground has taken 5.0 s so far, over its budget of 5 s. Push has been running for 5.0 s.")
    #expect(warning.module == "Push" && warning.dispatch == composite.journal.dispatches.first?.id)
    expectEqual(warning.atNanoseconds, 5_010_000_000)
    expectEqual(composite.journal.warnings.count { $0.kind == .overBudget }, 1)
  }

  @Test func theBudgetIsForAllHandlersTogether() throws {
    let composite = makeComposite(EventBudgets(["tick": .seconds(2)]))
    try register("First", Tick.self, 1_500, on: composite)
    try register("Second", Tick.self, 600, on: composite)
    composite.send(Tick())
    expectEqual(composite.journal.running.map(\.module), ["First", "Second"])
    expectEqual(composite.journal.running.map { $0.thresholdNanoseconds / 1_000_000 }, [1_000, 2_000])
    expectEqual(
      composite.journal.warnings.map(\.sentence),
      ["tick has taken 2.1 s so far, over its budget of 2 s. Second has been running for 600 ms."])
  }

  @Test func anExceededBudgetThatNoCheckSawCausesAWarningAtTheEnd() throws {
    let composite = makeComposite(EventBudgets(["tick": .milliseconds(50)]))
    try register("First", Tick.self, 20, looks: false, on: composite)
    try register("Second", Tick.self, 42, looks: false, on: composite)
    composite.send(Tick())
    expectEqual(composite.journal.running, [])
    expectEqual(
      composite.journal.warnings.map(\.sentence),
      ["tick took 62 ms, over its budget of 50 ms. Second took the longest, 42 ms."])
    expectEqual(composite.journal.warnings[0].module, "Second")
    expectEqual(composite.journal.entries.map(\.type).suffix(2), ["dispatch", "warning"])
  }

  @Test func aDispatchWithinItsBudgetCausesNoWarning() throws {
    let composite = makeComposite(EventBudgets(["tick": .milliseconds(62)]))
    try register("First", Tick.self, 62, looks: false, on: composite)
    composite.send(Tick())
    expectEqual(composite.journal.warnings, [])
  }

  @Test func launchIsChargedForItsFirstEventsTime() throws {
    let composite = makeComposite()
    let clock = clock
    let watchdog = composite.watchdog
    try composite.register("Slow") {
      Probe("Slow") { handlers in
        handlers.answer(WillFinishLaunching.self) { _, _ in
          clock.advance(by: .seconds(12))
          return nil
        }
        handlers.answer(DidFinishLaunching.self) { _, _ in
          clock.advance(by: .seconds(9))
          watchdog.tick()
          return nil
        }
      }
    }
    composite.send(WillFinishLaunching())
    expectEqual(composite.journal.warnings, [])
    composite.send(DidFinishLaunching())
    expectEqual(
      composite.journal.warnings.map(\.sentence),
      [
        "didFinishLaunching has taken 9.0 s so far, after 12 s of willFinishLaunching, over the budget of 20 s for both. "
          + "Slow has been running for 9.0 s."
      ])
    try composite.recreateModules()
    composite.send(DidFinishLaunching())
    expectEqual(composite.journal.warnings.count, 1, "a relaunch is not charged for the first launch")
  }

  /// Registers a module that takes these seconds for each launch event.
  private func registerLaunching(
    _ name: String, will: Int, did: Int, refusing: Bool = false, on composite: CompositeDelegate
  ) throws {
    let clock = clock
    try composite.register(name, isRequired: refusing) {
      Probe(name) { handlers in
        handlers.on(WillFinishLaunching.self) { _, _ in
          clock.advance(by: .seconds(will))
          if refusing { throw Refusal("disk full") }
        }
        handlers.on(DidFinishLaunching.self) { _, _ in clock.advance(by: .seconds(did)) }
      }
    }
  }

  private func overBudget(_ composite: CompositeDelegate) -> [String] {
    composite.journal.warnings.filter { $0.kind == .overBudget }.map(\.sentence)
  }

  @Test func aLaunchIsNotChargedForAnAbortedOne() throws {
    let composite = makeComposite()
    try registerLaunching("Slow", will: 12, did: 9, refusing: true, on: composite)
    composite.send(WillFinishLaunching())
    try registerLaunching("Next", will: 12, did: 9, on: composite)
    composite.send(DidFinishLaunching())
    expectEqual(overBudget(composite), [])
  }

  @Test func aLaunchIsNotChargedForOneBeforeTheModulesWereRebuilt() throws {
    let composite = makeComposite()
    try registerLaunching("Slow", will: 12, did: 9, on: composite)
    composite.send(WillFinishLaunching())
    try composite.recreateModules()
    composite.send(DidFinishLaunching())
    expectEqual(overBudget(composite), [])
  }

  @Test func eventsSentOnlyToANestedCompositeDoNotAffectLaunchsBudget() throws {
    let composite = makeComposite()
    composite.send(DidFinishLaunching())
    let clock = clock
    try composite.register("Shop") {
      let shop = CompositeDelegate()
      try shop.register("Cart") {
        Probe("Cart") { handlers in
          handlers.on(WillFinishLaunching.self) { _, _ in clock.advance(by: .seconds(12)) }
          handlers.on(DidFinishLaunching.self) { _, _ in clock.advance(by: .seconds(12)) }
        }
      }
      return shop
    }
    let shop = try #require(composite.module(CompositeDelegate.self, named: "Shop"))
    shop.send(WillFinishLaunching())
    shop.send(DidFinishLaunching())
    expectEqual(overBudget(composite), [])
    composite.send(WillFinishLaunching())
    try composite.sendMissedEvents(to: "Shop")
    expectEqual(overBudget(composite), [], "a replay has the whole budget")
    composite.send(DidFinishLaunching())
    expectEqual(
      overBudget(composite),
      [
        "didFinishLaunching took 12 s, after 12 s of willFinishLaunching, over the budget of 20 s for both. "
          + "Cart took the longest, 12 s."
      ], "a replay does not change the launch's charge")
  }

  @Test func aHandlerIsReportedAgainAfterAnEventThatItSent() throws {
    let composite = makeComposite(EventBudgets(["tick": .seconds(3)]))
    let (clock, watchdog) = (clock, composite.watchdog)
    try composite.register("Outer") { [unowned composite] in
      Probe("Outer") { handlers in
        handlers.on(Tick.self) { [unowned composite] _, _ in
          clock.advance(by: .milliseconds(1_100))
          watchdog.tick()
          composite.send(DidReceiveMemoryWarning())
          watchdog.tick()
          clock.advance(by: .milliseconds(1_000))
          watchdog.tick()
        }
      }
    }
    try register("Inner", DidReceiveMemoryWarning.self, 1_000, 950, on: composite)
    composite.send(Tick())
    expectEqual(composite.journal.running.map(\.module), ["Outer", "Inner", "Outer", "Outer"])
    expectEqual(composite.journal.running.map(\.event), ["tick", "didReceiveMemoryWarning", "tick", "tick"])
    expectEqual(composite.journal.running.map { $0.thresholdNanoseconds / 1_000_000 }, [1_000, 1_000, 2_000, 4_000])
    expectEqual(
      composite.journal.warnings.map(\.sentence),
      [
        "tick has taken 3.1 s so far, over its budget of 3 s. "
          + "Inner has been running for 2.0 s, in the nested event didReceiveMemoryWarning."
      ])
  }

  @Test func betweenEventsThereIsNothingToReport() throws {
    let composite = makeComposite()
    try register("Slow", Tick.self, 100, on: composite)
    #expect(!composite.watchdog.isArmed)
    composite.send(Tick())
    let before = composite.journal.entries.count
    clock.advance(by: .seconds(60))
    composite.watchdog.tick()
    #expect(!composite.watchdog.isArmed)
    expectEqual(composite.journal.entries.count, before)
  }

  @Test func withoutAJournalNothingIsWatched() throws {
    let composite = makeComposite(EventBudgets(["tick": .milliseconds(50)]))
    let (clock, watchdog) = (clock, composite.watchdog)
    var wasArmed = true
    try composite.register("Slow") {
      Probe("Slow") { handlers in
        handlers.on(Tick.self) { _, _ in
          clock.advance(by: .seconds(60))
          watchdog.tick()
          wasArmed = watchdog.isArmed
        }
      }
    }
    composite.journal.isEnabled = false
    let before = composite.journal.entries.count
    composite.send(Tick())
    #expect(!wasArmed)
    expectEqual(composite.journal.entries.count, before)
  }

  @Test func aReaderSeesTheRunningDispatchAndItsBudget() throws {
    let composite = makeComposite(EventBudgets(["tick": .seconds(3)]))
    let clock = clock
    var seen: [RunningDispatch?] = []
    for name in ["First", "Second"] {
      try composite.register(name) { [unowned composite] in
        Probe(name) { handlers in
          handlers.on(Tick.self) { [unowned composite] _, _ in
            clock.advance(by: .milliseconds(5))
            seen.append(composite.runningHandler?.dispatch)
          }
        }
      }
    }
    composite.send(Tick())
    let id = try #require(composite.journal.dispatches.first?.id)
    let expected = RunningDispatch(id: id, sinceNanoseconds: 0, budgetNanoseconds: 3_000_000_000)
    expectEqual(seen, [expected, expected])
  }
}
