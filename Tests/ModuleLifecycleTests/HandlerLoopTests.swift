import Foundation
import RollcallTestingAdditions
import Testing

@testable import ModuleLifecycle

/// What the loop that calls handlers without counting references rests on: everything that it uses lives until the handler
/// has returned. One test for each sentence above `HandlerLoop`.
@MainActor @Suite(.inTurn, .serialized) struct HandlerLoopTests {
  private let composite = CompositeDelegate()
  private let log = Log()

  /// Says when it dies.
  private final class Witness: Sendable {
    private let name: String
    private let log: Log
    init(_ name: String, _ log: Log) { (self.name, self.log) = (name, log) }
    deinit { log.add("\(name) gone") }
  }

  private final class Member: Module {
    let name: String
    private let log: Log
    private let witness: Witness
    let act: @MainActor () -> Void

    init(_ name: String, _ log: Log, _ act: @escaping @MainActor () -> Void) {
      (self.name, self.log, self.act) = (name, log, act)
      witness = Witness(name, log)
    }

    static func handlers(_ handlers: inout ModuleHandlers<Member>) {
      handlers.on(Tick.self) { member, _ in
        member.act()
        member.log.add("\(member.name) returns")
      }
    }
  }

  /// The slots keep the modules; one that is removed while its handler runs is kept until the handler has returned.
  @Test func aModuleThatRemovesItselfLivesUntilItsHandlerHasReturned() throws {
    try composite.register("One") { [unowned composite, log] in
      Member("One", log) { [unowned composite] in try? composite.remove("One") }
    }
    composite.send(Tick())
    expectEqual(log.lines, ["One returns", "One gone"])
  }

  @Test func soDoesOneWhoseCompositeIsRemoved() throws {
    try composite.register("Shop") { [unowned composite, log] in
      let shop = CompositeDelegate()
      try shop.register("Cart") { [unowned composite] in
        Member("Cart", log) { [unowned composite] in try? composite.remove("Shop", forgetting: true) }
      }
      return shop
    }
    composite.send(Tick())
    expectEqual(log.lines, ["Cart returns", "Cart gone"])
  }

  @Test func soDoesTheOutermostOfTwoThatRun() throws {
    var depth = 0
    try composite.register("One") { [unowned composite, log] in
      Member("One", log) { [unowned composite] in
        depth += 1
        if depth == 1 { composite.send(Tick()) } else { try? composite.remove("One") }
      }
    }
    composite.send(Tick())
    expectEqual(log.lines, ["One returns", "One returns", "One gone"])
  }

  /// After a change, each module is looked up before it is called.
  @Test func aModuleThatWasRemovedIsNotCalled() throws {
    try composite.register("One") { [unowned composite, log] in
      Member("One", log) { [unowned composite] in try? composite.remove("Two") }
    }
    try composite.register("Two") { [log] in Member("Two", log) {} }
    composite.send(Tick())
    expectEqual(log.lines, ["Two gone", "One returns"])
  }

  /// A handler is called with the types with which it was registered: the plan of an event takes only its handlers.
  @Test func aHandlerGetsItsOwnEventOnly() throws {
    try composite.register("One") { [log] in
      Probe("One") { handlers in
        handlers.on(Tick.self) { _, event in log.add("\(type(of: event))") }
        handlers.on(OpenURL.self) { _, event in log.add("\(event.url)") }
        handlers.on(DidEnterBackground.self) { _, event in log.add("\(type(of: event))") }
      }
    }
    composite.send(OpenURL(url: try #require(URL(string: "pay:42"))))
    composite.send(DidEnterBackground())
    expectEqual(log.lines, ["pay:42", "DidEnterBackground"])
  }

  private final class Listener: Observer {
    private let log: Log
    init(_ log: Log) { self.log = log }
    nonisolated var interests: ObserverInterests { .calls }
    func around(_ call: ObservedCall, _ body: () -> ObservedCall.Ending) {
      log.add("around \(call.module)")
      _ = body()
    }
  }

  /// The caller of the loop keeps the plan, and the plan keeps the handlers: nothing else keeps what wraps one for an
  /// observer.
  @Test func whatWrapsAHandlerLivesAsLongAsThePlan() throws {
    let listener = Listener(log)
    composite.observers.add(listener)
    try composite.register("One") { [log] in Member("One", log) {} }
    for _ in 0..<2 { composite.send(Tick()) }
    expectEqual(log.lines, ["around One", "One returns", "around One", "One returns"])
  }

  /// So do the callers of a handler whose module goes.
  @Test func aHandlerLivesUntilItHasReturnedThoughItsModuleIsUnregistered() throws {
    final class Own: Module {
      let name = "Own"
      private let act: @MainActor () -> Void
      init(_ act: @escaping @MainActor () -> Void) { self.act = act }
      func instanceHandlers(_ handlers: inout ModuleHandlers<Own>) { handlers.on(Tick.self) { [act] _, _ in act() } }
    }
    try composite.register("Own") { [unowned composite, log] in
      let witness = Witness("Handler", log)
      return Own { [unowned composite] in
        try? composite.remove("Own", forgetting: true)
        composite.send(Tick())
        withExtendedLifetime(witness) { log.add("Handler returns") }
      }
    }
    composite.send(Tick())
    expectEqual(log.lines, ["Handler returns", "Handler gone"])
  }
}
