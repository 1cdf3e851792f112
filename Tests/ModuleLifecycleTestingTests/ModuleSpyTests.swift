import Foundation
import ModuleLifecycle
import ModuleLifecycleTesting
import RollcallTestingAdditions
import Testing

@Suite(.inTurn, .serialized, .timeLimit(.minutes(10))) @MainActor struct ModuleSpyTests {
  struct Refusal: Error, CustomStringConvertible { let description: String }

  let composite = CompositeDelegate()
  let calls = RecordedCalls()

  private func link(_ text: String) throws -> OpenURL { OpenURL(url: try #require(URL(string: text))) }

  @Test func everyCallIsRecordedWithItsArgumentsInOrder() throws {
    try composite.register("Feed") { [calls] in
      ModuleSpy("Feed", in: calls, of: DidBecomeActive.self, OpenURL.self)
    }
    try composite.register("Push") { [calls] in ModuleSpy("Push", in: calls, of: OpenURL.self) }
    composite.send(DidBecomeActive())
    expectEqual(composite.send(try link("pay:42")), false)
    composite.send(WillResignActive())
    expectEqual(calls.lines, ["Feed didBecomeActive", "Feed openURL url pay:42", "Push openURL url pay:42"])
    expectEqual(calls.modules(calledWith: OpenURL.self), ["Feed", "Push"])
    expectEqual(calls.events(of: OpenURL.self).map(\.url.absoluteString), ["pay:42", "pay:42"])
    #expect(calls.events(of: DidBecomeActive.self, to: "Push").isEmpty)
    calls.removeAll()
    expectEqual(calls.lines, [])
  }

  @Test func aSpyVotesAndThrowsAsConfigured() throws {
    try composite.register("A") { [calls] in
      ModuleSpy("A", in: calls, handling: [.answer(OpenURL.self, nil)])
    }
    try composite.register("B") { [calls] in
      ModuleSpy("B", in: calls, handling: [.fail(OpenURL.self, Refusal(description: "offline"))])
    }
    try composite.register("C") { [calls] in
      ModuleSpy("C", in: calls, handling: [.answer(OpenURL.self) { $0.url.scheme == "pay" }])
    }
    expectEqual(composite.send(try link("pay:1")), true)
    expectEqual(composite.send(try link("shop:1")), false)
    let collected = composite.journal.reader().readAny().compactMap(\.dispatch)
    expectEqual(collected.first?.handlers.map(\.outcome), [.abstained, .threw, .answered])
    expectEqual(collected.first?.handlers[1].error, "offline")
    expectEqual(calls.modules(calledWith: OpenURL.self), ["A", "B", "C", "A", "B", "C"])
  }

  @Test func aSpyAnswersLaterWhenTheTestDoes() async throws {
    for name in ["A", "B"] {
      try composite.register(name) { [calls] in
        ModuleSpy(name, in: calls, handling: [.answerLater(PerformFetch.self)])
      }
    }
    var response: BackgroundFetchResult?
    composite.send(PerformFetch()) { response = $0 }
    expectEqual(calls.lines, ["A performFetch", "B performFetch"])
    calls.takeCompletion(of: PerformFetch.self, by: "B")?(.newData)
    #expect(calls.takeCompletion(of: PerformFetch.self, by: "B") == nil)
    #expect(response == nil)
    let last = try #require(calls.takeCompletion(of: PerformFetch.self))
    expectEqual(last.module, "A")
    last.completion.abstain()
    expectEqual(response, .newData)
    #expect(calls.takeCompletion(of: HandleEventsForBackgroundURLSession.self) == nil)
  }

  @Test func aSpyOwnsItsObjectsAndTheCallsOutliveIt() throws {
    try composite.register("A") { [calls] in
      let module = ModuleSpy("A", in: calls, of: DidBecomeActive.self)
      module.owned.own("log", as: .file) {}
      return module
    }
    composite.send(DidBecomeActive())
    expectEqual(composite.ownedObjects.map(\.name), ["log"])
    try composite.remove("A")
    try composite.restore("A")
    composite.send(DidBecomeActive())
    expectEqual(calls.lines, ["A didBecomeActive", "A didBecomeActive"])
    try composite.remove("A")
    try composite.expectNoLiveObjects()
  }
}
