import Foundation
import ModuleLifecycleTesting
import RollcallRecordings
import RollcallTestingAdditions
import Testing

@testable import ModuleLifecycle

/// Events that wait for modules that are starting.
@MainActor @Suite(.inTurn, .serialized, .timeLimit(.minutes(10))) struct HeldDeliveryTests {
  private let composite: CompositeDelegate
  private let deadline = CleanupEnd()
  private let clock = ManualClock()
  private let log = Log()
  /// Lets the modules' starts end.
  private let gate = CleanupEnd()

  init() {
    composite = CompositeDelegate(journal: Journal(clock: clock.monotonic)) { [deadline] duration in
      // Nothing else ends.
      guard duration == .seconds(25) else { throw CancellationError() }
      await withTaskCancellationHandler {
        await deadline.wait()
      } onCancel: {
        deadline.reach()
      }
      try Task.checkCancellation()
    }
  }

  /// Registers a module that answers links once its gate is open.
  private func register(
    _ name: String, isRequired: Bool = false, claims: Bool? = true, start: @escaping @MainActor () async throws -> Void
  ) throws {
    try composite.register(name, isRequired: isRequired) { [log] in Router(name, claims: claims, log: log, start: start)
    }
  }

  /// A launch that waits for its first module.
  private struct Launch {
    let task: Task<Void, any Error>
    let gate: CleanupEnd

    /// Lets the modules' starts end, and waits for the launch.
    func end() async throws {
      gate.reach()
      try await task.value
    }
  }

  /// Registers modules whose starts wait for the gate, and launches until the first start.
  private func launch(_ names: String...) async throws -> Launch {
    for name in names { try register(name) { [gate] in await gate.wait() } }
    let launch = Launch(task: Task { try await composite.launch() }, gate: gate)
    await eventually { log.lines.count == 1 }
    return launch
  }

  private func link(_ number: Int) -> OpenURL { OpenURL(url: URL(string: "pay:\(number)") ?? URL(filePath: "/")) }

  private var rows: [String] {
    composite.journal.dispatches.filter { $0.event == OpenURL.name }.map { dispatch in
      let answers = dispatch.handlers.map { "\($0.module) \($0.outcome)" }
      return "\(dispatch.follows == nil ? "" : "later ")\(answers.joined(separator: ", "))"
    }
  }

  @Test func aLinkIsDeliveredOnceAfterItsModuleHasStarted() async throws {
    let launch = try await launch("Router")
    #expect(!composite.send(link(1)) && !composite.send(link(2)))
    #expect(log.lines == ["Router starts"] && rows == ["Router held", "Router held"])
    clock.advance(by: .milliseconds(300))
    try await launch.end()
    expectEqual(log.lines, ["Router starts", "Router started", "Router pay:1", "Router pay:2"])
    let links = composite.journal.dispatches.filter { $0.event == OpenURL.name }
    expectEqual(links.map(\.follows), [nil, nil, links[0].id, links[1].id])
    expectEqual(links.map(\.held), [nil, nil, .milliseconds(300), .milliseconds(300)])
    #expect(links[2].response == .bool(true) && composite.journal.warnings.isEmpty)
    #expect(composite.send(link(3)))
    expectEqual(log.lines.last, "Router pay:3")
  }

  @Test func otherEventsReachAModuleThatIsStarting() async throws {
    let launch = try await launch("Router")
    composite.send(DidReceiveMemoryWarning())
    expectEqual(log.lines.last, "Router memory")
    try await launch.end()
  }

  @Test func valuesThatCameWithTheEventAreThereLater() async throws {
    let launch = try await launch("Router")
    composite.send(link(1), with: ["from Mail"])
    try await launch.end()
    expectEqual(log.lines.last, "Router pay:1 from Mail")
  }

  @Test func twoModulesThatBothClaimAreAWarningInTheLaterDispatch() async throws {
    try composite.register("Fast") { [log] in
      Probe("Fast", log: log) { $0.answer(OpenURL.self) { probe, _ in true } }
    }
    try register("Router") { [gate] in await gate.wait() }
    try register("Deep") {}
    let launch = try await launch()
    #expect(composite.send(link(1)))
    try await launch.end()
    expectEqual(rows, ["Fast answered, Router held, Deep held", "later Router answered", "later Deep answered"])
    expectEqual(
      composite.journal.warnings.map(\.sentence),
      [
        "openURL: claimed by Fast and Router.", "openURL: claimed by Fast, Router and Deep.",
      ])
  }

  @Test func aModuleThatCannotStartDoesNotGetIt() async throws {
    try register("Router") { [gate] in
      await gate.wait()
      throw Refusal("no route")
    }
    let launch = try await launch()
    composite.send(link(1))
    clock.advance(by: .milliseconds(20))
    try await launch.end()
    expectEqual(rows, ["Router held"])
    expectEqual(
      composite.journal.warnings.map(\.sentence),
      [
        "Router did not get openURL: it could not start. Held for 20 ms while Router was starting.",
        "Router could not start: \"no route\". The launch continued without it.",
      ])
  }

  @Test func aModuleThatIsRemovedOrSwitchedOffDoesNotGetIt() async throws {
    let launch = try await launch("Removed", "Off")
    composite.send(link(1))
    try composite.set("Off", isOn: false)
    try composite.remove("Removed")
    try await launch.end()
    expectEqual(rows, ["Removed held, Off held"])
    expectEqual(
      composite.journal.warnings.map(\.sentence),
      [
        "Off did not get openURL: it was switched off. Held for 0 µs while Off was starting.",
        "Removed did not get openURL: it was removed. Held for 0 µs while Removed was starting.",
      ])
  }

  @Test func onlySoManyWait() async throws {
    let launch = try await launch("Router")
    for number in 0...HeldDeliveries.most { composite.send(link(number)) }
    try await launch.end()
    #expect(log.lines.count == 2 + HeldDeliveries.most && log.lines.last == "Router pay:\(HeldDeliveries.most - 1)")
    expectEqual(
      composite.journal.warnings.map(\.sentence),
      [
        "Router did not get openURL: too many events waited for it already. Held for 0 µs while Router was starting."
      ])
  }

  @Test func theSenderOfAResponseWaitsForTheModule() async throws {
    let launch = try await launch("Router")
    var isDone = false
    composite.send(UserNotificationDidReceive(identifier: "parcel")) { isDone = true }
    #expect(!isDone && composite.isIdle, "nothing else waits for the module")
    try await launch.end()
    #expect(isDone && log.lines.last == "Router parcel")
    let dispatches = composite.journal.dispatches.filter { $0.event == UserNotificationDidReceive.name }
    expectEqual(dispatches.map { $0.handlers.map(\.outcome) }, [[.held], [.returned]])
    #expect(composite.journal.warnings.isEmpty)
  }

  @Test func theSenderOfAResponseWaitsNoLongerThanItsDeadline() async throws {
    let launch = try await launch("Router")
    var isDone = false
    composite.send(UserNotificationDidReceive(identifier: "parcel")) { isDone = true }
    deadline.reach()
    await eventually { isDone }
    expectEqual(log.lines, ["Router starts"])
    try await launch.end()
    expectEqual(log.lines.last, "Router parcel")
    // The module is to blame for nothing.
    #expect(composite.journal.warnings.isEmpty)
    #expect(!composite.journal.entries.contains { if case .completion = $0 { true } else { false } })
  }

  @Test func theSenderOfAResponseWaitsForALateAnswerOfTheModule() async throws {
    let answer = CleanupEnd()
    try register("Router") { [gate] in await gate.wait() }
    let launch = try await launch()
    var isDone = false
    composite.send(PerformActionForShortcutItem(item: "search"), with: [answer]) { _ in isDone = true }
    try await launch.end()
    #expect(log.lines.last == "Router search" && !isDone)
    answer.reach()
    await eventually { isDone }
  }

  @Test func theSenderOfAResponseIsToldWhenTheModuleGoes() async throws {
    let launch = try await launch("Router")
    var isDone = false
    composite.send(UserNotificationDidReceive(identifier: "parcel")) { [composite] in
      isDone = true
      // The module has gone already.
      expectEqual(composite.modules.map(\.isPresent), [false])
      composite.send(self.link(1))
    }
    try composite.remove("Router")
    #expect(isDone)
    try await launch.end()
    expectEqual(log.lines, ["Router starts", "Router started"])
  }

  @Test func whatIsHeldAtTheEndIsNamed() async throws {
    try register("Router") { [gate] in await gate.wait() }
    try register("Later") { [gate] in await gate.wait() }
    composite.send(DidFinishLaunching())
    await eventually { log.lines == ["Router starts"] }
    composite.send(link(1))
    composite.send(WillTerminate())
    expectEqual(
      composite.journal.warnings.map(\.sentence),
      [
        "Router did not get openURL: the application ended. Held for 0 µs while Router was starting.",
        "Later did not get openURL: the application ended. Held for 0 µs while Later was starting.",
      ])
    gate.reach()
    await eventually { log.lines.contains("Router started") }
    #expect(!log.lines.contains { $0.contains("pay") })
  }

  @Test func aCompositeThatDiesKeepsNothingAlive() throws {
    let journal = Journal()
    weak var application: Application?
    do {
      let composite = CompositeDelegate(journal: journal)
      application = composite.application
      try composite.register("Router") { [log] in Router("Router", claims: nil, log: log) {} }
      composite.send(link(1))
    }
    #expect(application == nil)
    expectEqual(journal.warnings.map(\.kind), [.notDelivered])
  }

  @Test func aModuleInACompositeThatIsSwitchedOffDoesNotGetIt() async throws {
    try composite.register("Shop") { [log, gate] in
      let shop = CompositeDelegate(name: "Shop")
      try shop.register("Router") { Router("Router", claims: true, log: log) { await gate.wait() } }
      return shop
    }
    let launch = try await launch()
    composite.send(link(1))
    try composite.set("Shop", isOn: false)
    try await launch.end()
    expectEqual(
      composite.journal.warnings.map { "\($0.module ?? "") \($0.fate?.rawValue ?? "")" }, ["Router switchedOff"])
    #expect(!log.lines.contains { $0.contains("pay") })
  }

  @Test func observersHearOfAHeldEventOnce() async throws {
    try register("Router") { [gate] in await gate.wait() }
    try register("Other") { [gate] in await gate.wait() }
    let bag = OwnedObjects()
    var heard = 0
    bag.observeEvents(of: composite) { if $0 is OpenURL { heard += 1 } }
    let launch = try await launch()
    composite.send(link(1))
    try await launch.end()
    #expect(heard == 1 && log.lines.count { $0.hasSuffix("pay:1") } == 2)
  }

  // MARK: Late modules

  @Test func aLateModuleGetsTheLatestUnclaimedLinkOnceItHasStarted() async throws {
    composite.send(DidFinishLaunching())
    composite.send(link(1))
    composite.send(link(2))
    let first = composite.journal.dispatches.last
    clock.advance(by: .seconds(30))
    try register("Router") {}
    for _ in 1...2 { try composite.sendMissedEvents(to: "Router") }
    #expect(log.lines.isEmpty, "it is starting")
    let held = composite.journal.dispatches.filter { $0.event == OpenURL.name }.dropFirst(2)
    expectEqual(held.map { $0.handlers.map(\.outcome) }, [[.held]], "once, and seen")
    #expect(held.first?.follows == first?.id && held.first?.held == .seconds(30))
    await eventually { log.lines.contains("Router started") }
    try composite.sendMissedEvents(to: "Router")
    expectEqual(log.lines, ["Router starts", "Router started", "Router pay:2"])
    let last = try #require(composite.journal.dispatches.last { $0.event == OpenURL.name })
    #expect(last.held == .seconds(30) && last.follows == first?.id)
    // It was claimed now.
    try register("Other") {}
    try composite.sendMissedEvents(to: "Other")
    await eventually { log.lines.contains("Other started") }
    #expect(!log.lines.contains { $0.hasPrefix("Other pay") })
  }

  @Test func aModuleThatHasDeclinedALinkDoesNotGetItAgain() async throws {
    try register("Router", claims: false) {}
    composite.send(DidFinishLaunching())
    await eventually { log.lines.contains("Router started") }
    composite.send(link(1))
    try composite.sendMissedEvents(to: "Router")
    expectEqual(log.lines.count { $0 == "Router pay:1" }, 1)
  }

  @Test func whatAModuleHasClaimedLateIsNotSentToAnother() async throws {
    try register("Router") { [gate] in await gate.wait() }
    composite.send(DidFinishLaunching())
    await eventually { log.lines == ["Router starts"] }
    composite.send(link(1))
    gate.reach()
    await eventually { log.lines.contains("Router pay:1") }
    try register("Other") {}
    try composite.sendMissedEvents(to: "Other")
    await eventually { log.lines.contains("Other started") }
    #expect(!log.lines.contains { $0.hasPrefix("Other pay") })
  }

  @Test func anOldLinkIsNotSentToALateModule() async throws {
    composite.send(DidFinishLaunching())
    composite.send(link(1))
    clock.advance(by: .seconds(30) + .nanoseconds(1))
    try register("Late") {}
    await eventually { log.lines.contains("Late started") }
    try composite.sendMissedEvents(to: "Late")
    #expect(!log.lines.contains { $0.hasPrefix("Late pay") })
  }

  @Test func aConnectionSendsWhatTheSceneWasCreatedFor() throws {
    var options = SceneConnectionOptions()
    options.urls = [URLContext(url: link(1).url, options: ["sourceApplication": "mail"])]
    options.handoffActivityType = "reading"
    options.activities = [UserActivityContent(type: "writing")]
    options.shortcutItem = "search"
    options.notificationResponse = "parcel"
    options.sourceApplication = "mail"
    composite.send(DidFinishLaunching())
    composite.send(SceneWillConnect(scene: "main", role: nil, options: options))
    let dispatches = composite.journal.dispatches
    expectEqual(
      dispatches.map(\.event).dropFirst(),
      [
        "sceneWillConnect", "openURL", "willContinueUserActivity", "continueUserActivity",
        "performActionForShortcutItem",
      ])
    #expect(dispatches.dropFirst(2).allSatisfy { $0.follows == dispatches[1].id })
    expectEqual(
      dispatches[1].arguments.json,
      #"{"options":{"activities":[{"type":"writing"}],"handoffActivityType":"reading","#
        + #""notificationResponse":"parcel","shortcutItem":"search","sourceApplication":"mail","#
        + #""urls":[{"options":{"sourceApplication":"mail"},"url":"pay:1"}]},"scene":"main"}"#)
  }
}

private final class Router: StartingModule {
  let owned = OwnedObjects()
  private let name: String
  private let claims: Bool?
  private let log: Log
  private let body: @MainActor () async throws -> Void

  init(_ name: String, claims: Bool?, log: Log, start: @escaping @MainActor () async throws -> Void) {
    (self.name, self.claims, self.log, body) = (name, claims, log, start)
  }

  static func handlers(_ handlers: inout ModuleHandlers<Router>) {
    handlers.answer(OpenURL.self) { router, event, system in
      let origin = system[String.self].map { " \($0)" } ?? ""
      router.log.add("\(router.name) \(event.url)\(origin)")
      return router.claims
    }
    handlers.on(UserNotificationDidReceive.self) { router, event in
      router.log.add("\(router.name) \(event.identifier)")
    }
    handlers.answer(PerformActionForShortcutItem.self) { router, event, system async throws in
      router.log.add("\(router.name) \(event.item)")
      await system[CleanupEnd.self]?.wait()
      return true
    }
    handlers.on(DidReceiveMemoryWarning.self) { router, _ in router.log.add("\(router.name) memory") }
  }

  func start() async throws {
    log.add("\(name) starts")
    try await body()
    log.add("\(name) started")
  }
}
