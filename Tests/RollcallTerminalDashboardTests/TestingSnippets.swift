// The code of the article on testing modules, compiled.

import Foundation
import ModuleLifecycle
import ModuleLifecycleTesting
import Testing

/// The failure that the article quotes.
@Test @MainActor func theCheckFindsTheArticlesLeak() async {
  let report = await ModuleCheck().report { Listener() }
  #expect(
    "\(report)"
      == "Listener is still alive: perhaps observer userDidLogOut holds it in its closure. "
      + "It was removed; its objects stay open.")
}

@Test @MainActor func theListenerLeaks() async {
  let report = await ModuleCheck().report { Listener() }
  #expect(report.findings.map(\.kind) == [.notFreed])
}

@Test @MainActor func sessionHasNoFault() async {
  await checkModule { Session() }
}

@Test @MainActor func sessionAndShopHaveNoFault() async {
  await checkModule(named: "Session and Shop") {
    let composite = CompositeDelegate()
    try composite.register("Session") { Session() }
    try composite.register("Shop") { ModuleSpy("Shop", in: RecordedCalls(), handling: [.on(DidBecomeActive.self)]) }
    return composite
  }
}

@Test @MainActor func sessionLeavesOtherLinksAlone() throws {
  let (composite, calls) = (CompositeDelegate(), RecordedCalls())
  try composite.register("Session") { Session() }
  try composite.register("Shop") { ModuleSpy("Shop", in: calls, handling: [.answer(OpenURL.self, true)]) }
  #expect(composite.send(OpenURL.example))
  #expect(calls.lines == ["Shop openURL url pay:42"])
}

@Test @MainActor func sessionIsToldOfEveryLink() throws {
  let (composite, calls) = (CompositeDelegate(), RecordedCalls())
  try composite.register("Session") {
    ModuleSpy("Session", in: calls, handling: [.answer(OpenURL.self, true), .on(DidEnterBackground.self)])
  }
  let link = try #require(URL(string: "pay:42"))
  composite.play(.coldStart(opening: link) + .sceneConnects("second") + .sceneLeaves("main") + .sceneLeaves("second"))
  #expect(calls.lines == ["Session openURL url pay:42", "Session didEnterBackground"])
}

@Test @MainActor func theSessionGoes() throws {
  try withLifetimeTracking { lifetimes in
    let session = lifetimes.track(Session(), named: "Session")
    #expect(session.owned.count == 3)
  }
}

@Test(.timeLimit(.minutes(1))) @MainActor func aRemovedSessionIsFreed() async throws {
  let composite = CompositeDelegate()
  let collector = JournalCollector(composite.journal)
  try composite.register("Session") { Session() }
  try composite.remove("Session")
  let freed = await collector.first { $0.freedModule == "Session" }
  #expect(freed.module?.took != nil)
}

@Test @MainActor func theSpyTakesTwelveMilliseconds() async throws {
  let clock = ManualClock()
  let composite = CompositeDelegate(journal: Journal(clock: clock.monotonic))
  try composite.register("Slow") {
    ModuleSpy(
      "Slow", in: RecordedCalls(),
      handling: [
        .answer(OpenURL.self) { _ in
          clock.advance(by: .milliseconds(12))
          return true
        }
      ])
  }
  composite.send(OpenURL.example)
  let opened = await JournalCollector(composite.journal).first { $0.dispatch?.event == OpenURL.name }
  #expect(opened.dispatch?.total == .milliseconds(12))
}
