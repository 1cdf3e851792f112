import Foundation
import RollcallTestingAdditions
import Testing

@testable import ModuleLifecycle
@testable import RollcallEventArguments

/// Names from types, modules of handlers only, and handlers that are methods.
@Suite(.inTurn, .serialized, .timeLimit(.minutes(10))) @MainActor struct RegistrationShapeTests {
  final class Flags: Module {}
  final class Cart: Module {}
  final class Scripted: Module {}

  private let composite = CompositeDelegate()

  private func complaint(_ body: () throws -> Void) -> String? {
    do {
      try body()
      return nil
    } catch {
      return "\(error)"
    }
  }

  // MARK: Names and predecessors from types

  @Test func aModuleIsNamedAfterItsType() throws {
    try composite.register { Flags() }
    try composite.register(after: Flags.self) { Cart() }
    try composite.register("Script", after: Flags.self, Cart.self) { _ in Scripted() }
    expectEqual(composite.modules.map(\.name), ["Flags", "Cart", "Script"])
    #expect(throws: CompositeError.mustComeAfter("Script", "Cart")) { try composite.move("Script", to: 2) }
    #expect(throws: CompositeError.mustComeAfter("Script", "Flags")) { try composite.move("Script", to: 1) }
  }

  @Test func twoModulesOfATypeNeedNames() throws {
    try composite.register { Scripted() }
    expectEqual(
      complaint { try composite.register { Scripted() } },
      #"Two modules of the type Scripted are registered without a name. Name one of them: register("…") { … }."#)
    try composite.register("Second") { Scripted() }
    expectEqual(
      complaint { try composite.register(after: Scripted.self) { Cart() } },
      #"'Cart' must come after Scripted, and several modules have that type: 'Scripted', 'Second'. Name the one that you "#
        + #"mean: after: ["…"]."#)
    expectEqual(
      complaint { try composite.register("Scripted") { Cart() } }, "A module named 'Scripted' is registered already.")
    expectEqual(composite.modules.map(\.name), ["Scripted", "Second"])
  }

  /// An error names a few of them.
  @Test func manyModulesOfATypeAreListedInPart() throws {
    for number in 1...1_000 { try composite.register("S\(number)") { Scripted() } }
    expectEqual(
      complaint { try composite.register(after: Scripted.self) { Cart() } },
      "'Cart' must come after Scripted, and several modules have that type: 'S1', 'S2', 'S3', 'S4', 'S5', 'S6', 'S7', 'S8' and "
        + #"992 others. Name the one that you mean: after: ["…"]."#)
    for number in (2...1_000).reversed() { try composite.remove("S\(number)", forgetting: true) }
    try composite.register(after: Scripted.self) { Cart() }
    expectEqual(composite.modules.map(\.name), ["S1", "Cart"])
  }

  @Test func aTypeThatNoModuleHasIsUnknown() throws {
    expectEqual(
      complaint { try composite.register(after: Flags.self) { Cart() } },
      "'Cart' must come after 'Flags', which does not exist.")
    try composite.register { Flags() }
    try composite.remove("Flags", forgetting: true)
    #expect(throws: CompositeError.unknownPredecessor("Flags", of: "Cart", known: [])) {
      try composite.register(after: Flags.self) { Cart() }
    }
  }

  // MARK: Events of one name

  private enum Shop { struct DidPay: LifecycleEvent {} }
  private enum Bank { struct DidPay: LifecycleEvent {} }

  @Test func twoEventsOfOneNameAreRefused() throws {
    try composite.register("Shop") { Probe("Shop") { $0.on(Shop.DidPay.self) { _, _ in } } }
    let error = complaint { try composite.register("Bank") { Probe("Bank") { $0.on(Bank.DidPay.self) { _, _ in } } } }
    let place = "ModuleLifecycleTests.RegistrationShapeTests"
    let (one, other) = ("\(place).Shop.DidPay", "\(place).Bank.DidPay")
    expectEqual(error, "Two events are named didPay: \(one) and \(other). Give one of them another `static let name`.")
    expectEqual(composite.modules.map(\.name), ["Shop"])
    #expect(throws: CompositeError.duplicateEvent("didPay", one, other)) {
      try composite.registerEvent(Bank.DidPay.self)
    }
    try composite.registerEvent(Shop.DidPay.self)
  }

  /// Also within one module, and inside the module whose factory is running.
  @Test func twoEventsOfOneNameAreFoundWhereverTheyMeet() throws {
    let expected = #"Two events are named didPay: "#
    let both = complaint {
      try composite.register("Both") {
        Probe("Both") { handlers in
          handlers.on(Shop.DidPay.self) { _, _ in }
          handlers.on(Bank.DidPay.self) { _, _ in }
        }
      }
    }
    #expect(both?.hasPrefix(expected) == true)
    final class Outer: Module {
      let shop = CompositeDelegate()
      static func handlers(_ handlers: inout ModuleHandlers<Outer>) { handlers.on(Bank.DidPay.self) { _, _ in } }
    }
    let inside = complaint {
      try composite.register("Outer") {
        let outer = Outer()
        try outer.shop.register("Shop") { Probe("Shop") { $0.on(Shop.DidPay.self) { _, _ in } } }
        return outer
      }
    }
    #expect(inside?.hasPrefix(expected) == true)
    // What failed has left no name behind.
    try composite.register("Bank") { Probe("Bank") { $0.on(Bank.DidPay.self) { _, _ in } } }
    expectEqual(composite.modules.map(\.name), ["Bank"])
  }

  private enum Profile { final class Coordinator: Module {} }
  private enum Checkout { final class Coordinator: Module {} }

  @Test func typesOfOneNameAreNotOneType() throws {
    try composite.register { Profile.Coordinator() }
    expectEqual(
      complaint { try composite.register { Checkout.Coordinator() } },
      "A module named 'Coordinator' is registered already.")
  }

  // MARK: Methods

  final class Session: Module {
    private(set) var calls: [String] = []

    static func handlers(_ handlers: inout ModuleHandlers<Session>) {
      handlers.on(DidEnterBackground.self, Session.lock)
      handlers.on(DidReceiveMemoryWarning.self, Session.shrink)
      handlers.answer(OpenURL.self, Session.opens)
      handlers.on(WillTerminate.self, Session.close)
    }

    func lock() { calls.append("lock") }
    func shrink(after event: DidReceiveMemoryWarning) { calls.append("shrink after \(type(of: event).name)") }
    func opens(_ event: OpenURL) -> Bool? { event.url.scheme == "pay" }
    func close() throws { throw Refusal("still open") }
  }

  @Test func methodsAreHandlers() throws {
    try composite.register { Session() }
    composite.send(DidEnterBackground())
    composite.send(DidReceiveMemoryWarning())
    #expect(composite.send(OpenURL.example))
    composite.send(WillTerminate())
    expectEqual(composite.module(Session.self)?.calls, ["lock", "shrink after didReceiveMemoryWarning"])
    expectEqual(composite.journal.dispatches.last?.handlers.map(\.error), ["still open"])
  }

  // MARK: Handlers without a class

  @Test func handlersAloneAreAModule() async throws {
    let log = Log()
    try composite.register(
      "Sentry",
      handlers: { handlers in
        handlers.on(DidFinishLaunching.self) { _ in log.add("start") }
        handlers.on(DidEnterBackground.self) { module, _ in
          module.owned.own("upload", as: .task) { log.add("upload cancelled") }
        }
        handlers.answer(OpenURL.self) { event in event.url.scheme == "pay" }
        handlers.on(WillTerminate.self) { _ in
          log.add("end")
          if log.lines.count > 1 { throw Refusal("no") }
        }
        handlers.answer(PerformFetch.self) { _ async in
          await Task.yield()
          return .newData
        }
        handlers.on(Tick.self) { module, _ in module.composite?.send(DidReceiveMemoryWarning()) }
      })
    composite.send(DidFinishLaunching())
    composite.send(DidEnterBackground())
    #expect(composite.send(OpenURL.example))
    let fetched = await composite.send(PerformFetch())
    expectEqual(fetched, .newData)
    composite.send(Tick())
    expectEqual(composite.journal.dispatches.suffix(2).map(\.event), ["didReceiveMemoryWarning", "tick"])
    try composite.remove("Sentry")
    expectEqual(log.lines, ["start", "upload cancelled"])
    expectEqual(composite.modulesStillAlive, [])
    try composite.restore("Sentry")
    composite.send(WillTerminate())
    expectEqual(composite.journal.dispatches.last?.handlers.map(\.error), ["no"])
  }

  /// A trailing closure makes a module; only the label makes handlers.
  @Test func aTrailingClosureIsAFactory() throws {
    try composite.register("A") { Flags() }
    try composite.register("B") { _ in Cart() }
    try composite.register("C", after: Flags.self, handlers: { $0.on(DidBecomeActive.self) { _ in } })
    expectEqual(composite.modules.map(\.handles), [[], [], ["didBecomeActive"]])
    #expect(composite.module(HandlerModule.self) != nil)
  }

  // MARK: JSON

  @Test func jsonHasLiterals() {
    let value: EventValue = ["name": "tea", "count": 2, "price": 1.5, "hot": true, "tags": ["a", .null]]
    expectEqual(value.json, #"{"count":2,"hot":true,"name":"tea","price":1.5,"tags":["a",null]}"#)
    expectEqual(["a": 1, "a": 2] as EventValue, .object(["a": .integer(2)]))
    expectEqual(2.0 as EventValue, .integer(2))
  }

  // MARK: Events without an example

  private struct DidLogOut: LifecycleEvent {
    var user: String
    var devices = 1
    var reason: String?
  }

  private func spelled(_ text: String) throws -> DidLogOut? {
    try composite.registerEvent(DidLogOut.self)
    return try composite.catalog.event(spelled: text) as? DidLogOut
  }

  @Test func anEventWithoutAnExampleIsMadeFromWhatItNeeds() throws {
    let event = try spelled("didLogOut=user:42,devices:2,reason:true")
    #expect(event?.user == "42" && event?.devices == 2 && event?.reason == "true")
    let json = try spelled(#"didLogOut={"user":"ada","devices":3}"#)
    #expect(json?.user == "ada" && json?.devices == 3 && json?.reason == nil)
  }

  @Test(arguments: [
    ("didLogOut", "The arguments of didLogOut are not valid: it expects the key 'user'."),
    ("didLogOut=devices:2", "The arguments of didLogOut are not valid: it expects the key 'user'."),
    (
      "didLogOut=user:ada,devices:two",
      "The arguments of didLogOut are not valid: 'devices' expects a whole number, not \"two\"."
    ),
    (
      "didLogOut=user:ada,devices:1,raeson:late",
      "didLogOut has no argument 'raeson'. It has: devices, user."
    ),
  ])
  func whatAnEventWithoutAnExampleLacksIsNamed(text: String, sentence: String) throws {
    expectEqual(complaint { _ = try spelled(text) }, sentence)
  }

  // MARK: A sequence and its owner

  final class Prices: Module {
    let owned = OwnedObjects()
    private(set) var seen: [Int] = []
    func show(_ price: Int) { seen.append(price) }
  }

  /// The owner dies while the sequence waits. Were it kept alive, its task would never end.
  @Test func aTaskOverASequenceDoesNotKeepItsOwner() async throws {
    let (prices, continuation) = AsyncStream.makeStream(of: Int.self)
    var owner: Prices? = Prices()
    weak let watched = owner
    let task = try #require(owner).owned.task("prices", over: prices, owner: try #require(owner)) { await $0.show($1) }
    continuation.yield(1)
    continuation.yield(2)
    while owner?.seen.count != 2 { await Task.yield() }
    // The body has returned before the owner is released by the task.
    while watched != nil {
      owner = nil
      await Task.yield()
    }
    try? await task.wait()
  }
}
