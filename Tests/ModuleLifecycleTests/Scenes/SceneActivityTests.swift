import RollcallTestSupport
import RollcallTestingAdditions
import Testing

@testable import ModuleLifecycle

/// The application's events that follow from those of its scenes.
@MainActor @Suite(.inTurn, .serialized, .timeLimit(.minutes(10))) struct SceneActivityTests {
  /// The scene's events in short: `+a` connects, `f` enters the foreground, `A` becomes active, `r` resigns, `b` enters the
  /// background, `-` disconnects.
  private static func event(_ short: Substring) -> any LifecycleEvent {
    let (kind, scene) = (short.first, String(short.dropFirst()))
    return switch kind {
    case "+": SceneWillConnect(scene: scene, role: scene == "tv" ? .windowExternalDisplayNonInteractive : nil)
    case "f": SceneWillEnterForeground(scene: scene)
    case "A": SceneDidBecomeActive(scene: scene)
    case "r": SceneWillResignActive(scene: scene)
    case "b": SceneDidEnterBackground(scene: scene)
    default: SceneDidDisconnect(scene: scene)
    }
  }

  private static let application: Set<String> = [
    DidBecomeActive.name, WillResignActive.name, WillEnterForeground.name, DidEnterBackground.name,
  ]

  /// The application's events that follow from a history, and its state at the end.
  private func outcome(of history: String, inBackground: Bool? = nil) -> (events: [String], state: ApplicationState) {
    let composite = CompositeDelegate()
    composite.send(DidFinishLaunching(inBackground: inBackground))
    for short in history.split(separator: " ") { composite.send(any: Self.event(short)) }
    return (composite.journal.dispatches.map(\.event).filter(Self.application.contains), composite.state)
  }

  @Test(
    arguments: [
      ("", [], .inactive),
      ("+a", [], .inactive),
      ("+a fa Aa", ["didBecomeActive"], .active),
      ("+a fa Aa ra", ["didBecomeActive", "willResignActive"], .inactive),
      ("+a fa Aa ra Aa", ["didBecomeActive", "willResignActive", "didBecomeActive"], .active),
      ("+a fa Aa ra ba", ["didBecomeActive", "willResignActive", "didEnterBackground"], .background),
      (
        "+a fa Aa ra ba fa Aa",
        ["didBecomeActive", "willResignActive", "didEnterBackground", "willEnterForeground", "didBecomeActive"], .active
      ),
      // The second scene moves nothing, and neither does the first of two that leaves.
      ("+a fa Aa +b fb Ab", ["didBecomeActive"], .active),
      ("+a fa Aa +b fb Ab ra ba", ["didBecomeActive"], .active),
      ("+a fa Aa +b fb Ab ra ba rb bb", ["didBecomeActive", "willResignActive", "didEnterBackground"], .background),
      // One hands over to the other: told as it happens.
      ("+a fa Aa +b fb ra Ab", ["didBecomeActive", "willResignActive", "didBecomeActive"], .active),
      // A scene that disconnects in the foreground has left it.
      ("+a fa Aa -a", ["didBecomeActive", "willResignActive", "didEnterBackground"], .background),
      ("+a fa -a", ["didEnterBackground"], .background),
      ("+a fa Aa ra ba -a", ["didBecomeActive", "willResignActive", "didEnterBackground"], .background),
      // A scene that connects in the background and leaves it again was never there.
      ("+a ba", [], .inactive),
      ("+a fa Aa +b bb -b", ["didBecomeActive"], .active),
      // Repeated events move nothing.
      ("+a fa fa Aa Aa", ["didBecomeActive"], .active),
      ("ra ba", [], .inactive),
      // An external display is no window of the application.
      ("+tv ftv Atv", [], .inactive),
      ("+a fa Aa +tv ftv Atv ra ba", ["didBecomeActive", "willResignActive", "didEnterBackground"], .background),
      ("+tv -tv ftv Atv", ["didBecomeActive"], .active),
    ] as [(String, [String], ApplicationState)])
  func aHistoryOfScenes(_ history: String, events: [String], state: ApplicationState) {
    let outcome = outcome(of: history)
    #expect(outcome.events == events && outcome.state == state, "\(history): \(outcome)")
  }

  @Test func aLaunchInTheBackgroundCountsAsHavingBeenThere() {
    let outcome = outcome(of: "+a fa Aa", inBackground: true)
    #expect(outcome.events == ["willEnterForeground", "didBecomeActive"] && outcome.state == .active)
    expectEqual(self.outcome(of: "", inBackground: true).state, .background)
  }

  @Test func derivedEventsFollowTheirSceneAndMoveTheState() {
    let composite = CompositeDelegate()
    composite.send(DidFinishLaunching())
    composite.send(SceneDidBecomeActive(scene: "main"))
    let dispatches = composite.journal.dispatches
    expectEqual(dispatches.map(\.event), ["didFinishLaunching", "sceneDidBecomeActive", "didBecomeActive"])
    #expect(dispatches.map(\.follows) == [nil, nil, dispatches[1].id] && dispatches.allSatisfy { $0.parent == nil })
    expectEqual(dispatches.map(\.state), [.inactive, .inactive, .active])
    #expect(dispatches.allSatisfy { !$0.isOutOfState && $0.held == nil } && composite.journal.warnings.isEmpty)
  }

  @Test func whatHasHappenedAlreadyIsNotSentAgainWhoeverCalls() {
    let composite = CompositeDelegate()
    composite.send(DidFinishLaunching())
    composite.send(DidBecomeActive())
    composite.send(SceneDidBecomeActive(scene: "main"))
    composite.send(unlessMoved: DidBecomeActive())
    expectEqual(composite.journal.dispatches.count { $0.event == DidBecomeActive.name }, 1)
    composite.send(unlessMoved: WillResignActive())
    composite.send(SceneWillResignActive(scene: "main"))
    expectEqual(composite.journal.dispatches.count { $0.event == WillResignActive.name }, 1)
    expectEqual(composite.state, .inactive)
  }

  @Test func scenesThatAreActiveBeforeTheLaunchEndsMoveItThen() {
    let composite = CompositeDelegate()
    composite.send(SceneDidBecomeActive(scene: "main"))
    expectEqual(composite.state, .notRunning)
    composite.send(DidFinishLaunching())
    expectEqual(composite.journal.dispatches.map(\.event).suffix(2), ["didFinishLaunching", "didBecomeActive"])
    expectEqual(composite.state, .active)
  }

  @Test func aNewLaunchFindsTheScenesThatTheSystemStillShows() throws {
    let composite = CompositeDelegate()
    composite.send(DidFinishLaunching())
    composite.send(SceneDidBecomeActive(scene: "main"))
    try composite.recreateModules()
    expectEqual(composite.state, .notRunning)
    composite.send(DidFinishLaunching())
    expectEqual(composite.state, .active)
    composite.send(SceneWillResignActive(scene: "main"))
    composite.send(SceneDidEnterBackground(scene: "main"))
    expectEqual(composite.state, .background)
    composite.send(WillTerminate())
    composite.send(SceneDidBecomeActive(scene: "main"))
    expectEqual(composite.state, .terminated)
  }

  @Test func aHandlerThatMovesTheApplicationIsNotContradicted() throws {
    let composite = CompositeDelegate()
    try composite.register("Kiosk") { [unowned composite] in
      Probe("Kiosk") { handlers in
        handlers.on(WillEnterForeground.self) { _, _ in composite.send(WillTerminate()) }
      }
    }
    composite.send(DidFinishLaunching(inBackground: true))
    composite.send(SceneDidBecomeActive(scene: "main"))
    expectEqual(composite.state, .terminated)
    #expect(!composite.journal.dispatches.contains { $0.event == DidBecomeActive.name })
  }

  @Test func aSceneThatMovesOnWhileItsEventIsHandledIsSeenAsItIs() throws {
    let composite = CompositeDelegate()
    try composite.register("Modal") { [unowned composite] in
      Probe("Modal") { handlers in
        handlers.on(SceneDidBecomeActive.self) { _, event in
          composite.send(SceneWillResignActive(scene: event.scene))
        }
      }
    }
    composite.send(DidFinishLaunching())
    composite.send(SceneDidBecomeActive(scene: "main"))
    expectEqual(composite.state, .inactive)
  }

  @Test func aSceneThatLeavesWhileTheApplicationReturnsTakesItAlong() throws {
    let composite = CompositeDelegate()
    try composite.register("Kiosk") { [unowned composite] in
      Probe("Kiosk") { handlers in
        handlers.on(WillEnterForeground.self) { _, _ in
          composite.send(SceneDidEnterBackground(scene: "main"))
        }
      }
    }
    composite.send(DidFinishLaunching(inBackground: true))
    composite.send(SceneDidBecomeActive(scene: "main"))
    expectEqual(composite.state, .background)
    expectEqual(
      composite.journal.dispatches.map(\.event).suffix(3),
      [
        "sceneDidEnterBackground", "willEnterForeground", "didEnterBackground",
      ])
  }

  /// What the lists of events say of a scene's event is what the fold makes of it.
  @Test(arguments: ApplicationState.allCases) func eachScenesEventLeadsToTheEventThatItNames(state: ApplicationState) {
    let types: [any SceneEvent.Type] = [
      SceneWillConnect.self, SceneWillEnterForeground.self, SceneDidBecomeActive.self, SceneWillResignActive.self,
      SceneDidEnterBackground.self, SceneDidDisconnect.self,
    ]
    for type in types {
      for earlier in types.indices {
        var activity = SceneActivity()
        for before in types[..<earlier] { _ = activity.note(before.init(scene: "main")) }
        guard activity.nextEvent(in: state) == nil, activity.note(type.init(scene: "main")),
          let next = activity.nextEvent(in: state)
        else { continue }
        // A step that UIKit skips comes first.
        let reached = [WillEnterForeground.self, WillResignActive.self] as [any LifecycleEvent.Type]
        #expect(
          type.applicationEvent == Swift.type(of: next) || reached.contains { $0 == Swift.type(of: next) }, "\(type)")
      }
    }
  }

  @Test func withoutScenesUIKitsCallsAreSentAsTheyCome() {
    let composite = CompositeDelegate()
    composite.send(DidFinishLaunching())
    // Launched in the background, without a word of it.
    composite.send(unlessMoved: WillEnterForeground())
    expectEqual(composite.journal.dispatches.last?.event, WillEnterForeground.name)
  }

  @Test func aPartOfTheApplicationHasNoScenes() throws {
    let composite = CompositeDelegate()
    var inner: CompositeDelegate?
    try composite.register("Shop") {
      let made = CompositeDelegate(name: "Shop")
      inner = made
      return made
    }
    composite.send(DidFinishLaunching())
    inner?.send(SceneDidBecomeActive(scene: "main"))
    expectEqual(composite.state, .inactive)
  }

  // MARK: Random histories

  @Test(arguments: 1...20) func randomHistoriesAgreeWithANaiveModel(seed: Int) {
    var random = SplitMix(state: UInt64(seed))
    let composite = CompositeDelegate()
    composite.send(DidFinishLaunching())
    var naive = NaiveScenes()
    for _ in 0..<200 {
      let kind = "+fArb-".randomElement(using: &random) ?? "+"
      let scene = ["a", "b", "tv"].randomElement(using: &random) ?? "a"
      composite.send(any: Self.event("\(kind)\(scene)"))
      naive.apply(kind, scene)
      expectEqual(composite.state, naive.state, "\(kind)\(scene)")
    }
    // From one event to the next, the state moves by one step: nothing is sent twice, nothing is left out.
    var state = ApplicationState.inactive
    for event in composite.journal.dispatches.map(\.event) where Self.application.contains(event) {
      let step = [
        "didBecomeActive": (ApplicationState.inactive, ApplicationState.active),
        "willResignActive": (.active, .inactive),
        "didEnterBackground": (.inactive, .background), "willEnterForeground": (.background, .inactive),
      ][event]
      expectEqual(step?.0, state, "\(event)")
      state = step?.1 ?? state
    }
    expectEqual(state, composite.state)
  }
}

/// Computes the application's state anew from all scenes.
private struct NaiveScenes {
  private var phases: [String: Character] = [:]
  private var isDisplay = false
  private(set) var state = ApplicationState.inactive

  mutating func apply(_ kind: Character, _ scene: String) {
    if scene == "tv", kind == "+" || kind == "-" { isDisplay = kind == "+" }
    if scene == "tv", isDisplay, kind == "f" || kind == "A" { return }
    let before = phases
    switch kind {
    case "f": phases[scene] = before[scene] ?? "f"
    case "A": phases[scene] = "A"
    case "r": if before[scene] == "A" { phases[scene] = "f" }
    case "b", "-": phases[scene] = nil
    default: break
    }
    guard phases != before else { return }
    state = phases.values.contains("A") ? .active : phases.isEmpty ? .background : .inactive
  }
}
