import Foundation
import ModuleLifecycleTesting
import RollcallRecordings
import RollcallTestingAdditions
import Testing

@testable import ModuleLifecycle

@MainActor @Suite(.inTurn, .serialized) struct DispatchTests {
  let log = Log()
  let clock = ManualClock()
  let composite: CompositeDelegate

  init() { composite = CompositeDelegate(journal: Journal(clock: clock.monotonic)) }

  private func register(_ name: String, role: ModuleRole = .ordinary, vote: Bool?) throws {
    try composite.register(name, role: role) { [log] in
      Probe(name, log: log) { handlers in
        handlers.answer(DidFinishLaunching.self) { probe, _ in
          probe.log.add(probe.name)
          return vote
        }
      }
    }
  }

  @Test func callsEveryModuleInRegistrationOrderEvenAfterANo() throws {
    try register("A", vote: false)
    try register("B", vote: true)
    try register("C", vote: nil)
    expectEqual(composite.send(DidFinishLaunching()), false)
    expectEqual(log.lines, ["A", "B", "C"])
    let handlers = try #require(composite.journal.dispatches.first).handlers
    expectEqual(handlers.map(\.outcome), [.answered, .answered, .abstained])
    expectEqual(handlers.map(\.value), [.bool(false), .bool(true), .null])
    expectEqual(handlers.map(\.order), [1, 2, 3])
  }

  @Test func modulesWithoutAHandlerAreNotCalledAndDoNotVote() throws {
    try composite.register("Mute") { [log] in Probe("Mute", log: log) }
    expectEqual(composite.send(DidFinishLaunching()), true)
    expectEqual(composite.send(OpenURL(url: try #require(URL(string: "pay:42")))), false)
    expectEqual(composite.journal.dispatches.map(\.handlers.count), [0, 0])
  }

  @Test func aThrowAbstainsIsRecordedAndTheOthersAreCalled() throws {
    try composite.register("Push") { [log] in
      Probe("Push", log: log) { handlers in
        handlers.answer(DidFinishLaunching.self) { _, _ in throw Refusal("no token") }
      }
    }
    try register("Store", vote: true)
    expectEqual(composite.send(DidFinishLaunching()), true)
    expectEqual(log.lines, ["Store"])
    let handlers = try #require(composite.journal.dispatches.first).handlers
    expectEqual(handlers.map(\.outcome), [.threw, .answered])
    expectEqual(handlers[0].error, "no token")
    expectEqual(
      composite.journal.warnings.map(\.sentence),
      [
        "Push threw in didFinishLaunching: \"no token\". The other modules continued."
      ])
  }

  @Test func twoClaimsOfOneURLAreAWarningThatNamesBoth() throws {
    for name in ["Payments", "Shop"] {
      try composite.register(name) {
        Probe(name) { $0.answer(OpenURL.self) { _, event in event.url.scheme == "pay" ? true : nil } }
      }
    }
    expectEqual(composite.send(OpenURL(url: try #require(URL(string: "pay:42")))), true)
    expectEqual(composite.journal.warnings.map(\.sentence), ["openURL: claimed by Payments and Shop."])
  }

  @Test func timesAreMeasuredPerHandlerAndNestedEventsAreChargedToThemselves() throws {
    let clock = clock
    try composite.register("Outer") { [unowned composite] in
      Probe("Outer") { handlers in
        handlers.on(Tick.self) { [unowned composite] _, _ in
          clock.advance(by: .milliseconds(2))
          composite.send(DidReceiveMemoryWarning())
          clock.advance(by: .milliseconds(1))
        }
      }
    }
    try composite.register("Inner") {
      Probe("Inner") { $0.on(DidReceiveMemoryWarning.self) { _, _ in clock.advance(by: .milliseconds(5)) } }
    }
    clock.advance(by: .seconds(3))
    composite.send(Tick())
    let dispatches = composite.journal.dispatches
    expectEqual(dispatches.map(\.event), ["didReceiveMemoryWarning", "tick"])
    expectEqual(dispatches[0].parent, dispatches[1].id)
    #expect(dispatches[1].parent == nil)
    expectEqual(dispatches[1].atNanoseconds, 3_000_000_000)
    expectEqual(dispatches[1].totalNanoseconds, 8_000_000)
    expectEqual(dispatches[1].handlers[0].totalNanoseconds, 8_000_000)
    expectEqual(dispatches[1].handlers[0].selfNanoseconds, 3_000_000)
    expectEqual(dispatches[0].handlers[0].selfNanoseconds, 5_000_000)
  }

  @Test func nestingEndsAtTheLimitWithAWarning() throws {
    try composite.register("Echo") { [unowned composite, log] in
      Probe("Echo", log: log) { handlers in
        handlers.on(Tick.self) { [unowned composite] probe, _ in
          probe.log.add("tick")
          composite.send(Tick())
        }
      }
    }
    composite.send(Tick())
    expectEqual(log.lines.count, CompositeDelegate.maximumNesting)
    expectEqual(
      composite.journal.warnings.map(\.sentence),
      ["tick was nested 16 events deep and was not delivered. The cycle: tick → tick."])
    #expect(composite.runningHandler == nil)
  }

  @Test func aModuleRegisteredDuringADispatchTakesPartFromTheNextEventOn() throws {
    try composite.register("First") { [unowned composite, log] in
      Probe("First") { handlers in
        handlers.on(Tick.self) { _, _ in
          guard composite.module(Probe.self, named: "Second") == nil else { return }
          try composite.register("Second") { [log] in
            Probe("Second", log: log) { $0.on(Tick.self) { probe, _ in probe.log.add(probe.name) } }
          }
        }
      }
    }
    composite.send(Tick())
    expectEqual(log.lines, [])
    composite.send(Tick())
    expectEqual(log.lines, ["Second"])
  }

  @Test func aModuleRemovedDuringADispatchIsSkippedIfNotReachedAndReturnsIfRunning() throws {
    try composite.register("First") { [unowned composite, log] in
      Probe("First", log: log) { handlers in
        handlers.on(Tick.self) { [unowned composite] probe, _ in
          try composite.remove("First")
          try composite.remove("Second")
          probe.log.add("first returns")
        }
      }
    }
    try composite.register("Second") { [log] in
      Probe("Second", log: log) { $0.on(Tick.self) { probe, _ in probe.log.add("second") } }
    }
    composite.send(Tick())
    expectEqual(log.lines, ["first returns"])
    expectEqual(composite.journal.dispatches[0].handlers.map(\.outcome), [.returned, .skipped])
    expectEqual(
      composite.journal.changes,
      [
        "First registered", "Second registered", "First removed", "Second removed", "Second freed", "First freed",
      ])
  }

  @Test func aModuleRemovedByItsInnerHandlerLivesUntilItsOuterOneHasReturned() throws {
    let life = LifeSign()
    try composite.register("A") { [unowned composite, log] in
      let probe = Probe("A", log: log) { handlers in
        handlers.on(Tick.self) { [unowned composite] probe, _ in
          composite.send(DidReceiveMemoryWarning())
          probe.log.add("alive: \(life.isAlive)")
        }
        handlers.on(DidReceiveMemoryWarning.self) { [unowned composite] _, _ in try composite.remove("A") }
      }
      life.object = probe
      return probe
    }
    composite.send(Tick())
    expectEqual(log.lines, ["alive: true"])
    #expect(!life.isAlive)
    expectEqual(composite.journal.changes, ["A registered", "A removed", "A freed"])
  }

  @Test func aModuleBroughtBackDuringADispatchTakesPartFromTheNextEventOn() throws {
    try composite.register("First") { [unowned composite] in
      Probe("First") { handlers in
        handlers.on(Tick.self) { _, _ in
          try composite.remove("Second")
          try composite.restore("Second")
        }
      }
    }
    try composite.register("Second") { [log] in
      Probe("Second", log: log) { $0.on(Tick.self) { probe, _ in probe.log.add("second") } }
    }
    composite.send(Tick())
    expectEqual(log.lines, [])
    expectEqual(composite.journal.dispatches[0].handlers.map(\.outcome), [.returned, .skipped])
    composite.send(DidReceiveMemoryWarning())
    try composite.remove("First")
    composite.send(Tick())
    expectEqual(log.lines, ["second"])
  }

  @Test func anEventSentWithinAnotherDoesNotHaveItsStateUndone() throws {
    composite.send(DidFinishLaunching())
    composite.send(DidBecomeActive())
    try composite.register("Quitter") { [unowned composite] in
      Probe("Quitter") { $0.on(WillResignActive.self) { _, _ in composite.send(WillTerminate()) } }
    }
    composite.send(WillResignActive())
    expectEqual(composite.state, .terminated)
    expectEqual(composite.journal.dispatches.suffix(2).map(\.parentModule), ["Quitter", nil])
    let id = composite.modules.first { $0.name == "Quitter" }?.id
    expectEqual(composite.journal.dispatches.suffix(2).map(\.parentModuleID), [id, nil])
  }

  @Test func twoCompositesOnOneJournalKeepTheirDispatchesApart() throws {
    let journal = composite.journal
    let inner = CompositeDelegate(journal: journal)
    try composite.register("Outer") { [unowned inner] in
      Probe("Outer") { handlers in
        handlers.on(Tick.self) { probe, _ in
          inner.send(Tick())
          probe.owned.own("after", as: "thing") {}
        }
      }
    }
    composite.send(Tick())
    let owned = journal.entries.compactMap { if case .owned(let owned) = $0 { owned } else { nil } }
    expectEqual(owned.map(\.dispatch), [journal.dispatches.last?.id])
  }

  @Test func theRunningHandlerIsPublished() throws {
    var seen: [RunningHandler?] = []
    let clock = clock
    try composite.register("Slow") { [unowned composite] in
      Probe("Slow") { handlers in
        handlers.on(Tick.self) { [unowned composite] _, _ in
          clock.advance(by: .milliseconds(1))
          seen.append(composite.runningHandler)
          composite.send(DidReceiveMemoryWarning())
          seen.append(composite.runningHandler)
        }
        handlers.on(DidReceiveMemoryWarning.self) { [unowned composite] _, _ in seen.append(composite.runningHandler) }
      }
    }
    composite.send(Tick())
    expectEqual(seen.map { $0?.event }, ["tick", "didReceiveMemoryWarning", "tick"])
    expectEqual(seen.map { $0?.module }, ["Slow", "Slow", "Slow"])
    expectEqual(seen[0]?.sinceNanoseconds, 0)
    #expect(composite.runningHandler == nil)
  }

  @Test func theStateFollowsTheEventsAndAnEventOutOfStateIsSentAndMarked() throws {
    expectEqual(composite.state, .notRunning)
    composite.send(WillFinishLaunching())
    composite.send(DidFinishLaunching())
    expectEqual(composite.state, .inactive)
    composite.send(DidBecomeActive())
    expectEqual(composite.state, .active)
    composite.send(WillResignActive())
    composite.send(DidEnterBackground())
    expectEqual(composite.state, .background)
    composite.send(WillEnterForeground())
    composite.send(DidBecomeActive())
    #expect(composite.journal.dispatches.allSatisfy { !$0.isOutOfState })
    composite.send(DidFinishLaunching())
    expectEqual(composite.journal.dispatches.last?.isOutOfState, true)
    expectEqual(
      composite.journal.warnings.map(\.sentence), ["didFinishLaunching was sent while the application was active."])
  }

  @Test func aJournalThatIsOffStaysEmptyAndEventsStillArrive() throws {
    try register("A", vote: false)
    let before = composite.journal.entries.count
    composite.journal.isEnabled = false
    expectEqual(composite.send(DidFinishLaunching()), false)
    expectEqual(log.lines, ["A"])
    let after = composite.journal.entries[before...]
    expectEqual(after.count, 1, "only the entry about switching it off")
    guard case .journal(let entry)? = after.first else { return #expect(Bool(false), "\(after)") }
    #expect(!entry.isOn)
  }
}
