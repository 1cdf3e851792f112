import Foundation
import ModuleLifecycle
import RollcallRecordings
import RollcallTestingAdditions
import Testing

@testable import RollcallSampleModules

#if canImport(FoundationNetworking)
import FoundationNetworking
#endif

@MainActor @Suite(.inTurn, .serialized, .timeLimit(.minutes(10))) struct RequestsTests {
  @Test func removingItWhilePagesLoadReleasesEverythingLastFirst() async throws {
    let composite = try samples("Scene", "Feed: { type: Requests, pages: 2, answersAfter: 1min }")
    composite.send(DidFinishLaunching())
    try composite.remove("Feed")
    #expect(composite.modulesStillAlive.isEmpty)
    expectEqual(
      composite.releases(of: "Feed"),
      [
        "request page 2 ownerReleased", "request page 1 ownerReleased", "observer userDidLogOut ownerReleased",
        "session feed ownerReleased", "server ownerReleased",
      ])
  }

  @Test func removingItEndsRequestsOnTheWire() async throws {
    let composite = try samples("Scene", "Feed: { type: Requests, pages: 2, answersAfter: 1min }")
    composite.send(DidFinishLaunching())
    let session = try #require(composite.module(Requests.self, named: "Feed")?.session)
    let tasks = await SessionTasks(of: session)
    expectEqual(tasks.count, 2)
    try composite.remove("Feed")
    await eventually { tasks.count == 0 }
    #expect(composite.modulesStillAlive.isEmpty)
  }

  @Test func thePagesArriveAndTheirRowsAreFinished() async throws {
    let composite = try samples("Scene", "Feed: { type: Requests, pages: 3, answersAfter: 1ms }")
    composite.send(DidFinishLaunching())
    await eventually { composite.module(Requests.self, named: "Feed")?.pages.count == 3 }
    expectEqual(
      composite.releases(of: "Feed").sorted(),
      [
        "request page 1 finished", "request page 2 finished", "request page 3 finished",
      ])
    expectEqual(composite.module(Requests.self, named: "Feed")?.failures, [])
    try composite.remove("Feed")
    #expect(composite.modulesStillAlive.isEmpty)
  }

  @Test func aFetchIsAnsweredWhenThePageHasLoaded() async throws {
    let composite = try samples("Scene", "Feed: { type: Requests, pages: 1, answersAfter: 1ms }")
    await expectEqual(composite.send(PerformFetch()), .newData)
    expectEqual(composite.releases(of: "Feed"), ["request fetch finished"])
    composite.tearDown()
  }

  @Test func removingItDuringAFetchEndsTheWaitForItsAnswer() async throws {
    let composite = try samples("Scene", "Feed: { type: Requests, pages: 1, answersAfter: 1min }")
    async let found = composite.send(PerformFetch())
    await eventually { !composite.isIdle }
    try composite.remove("Feed")
    await expectEqual(found, .noData)
    #expect(composite.modulesStillAlive.isEmpty)
    expectEqual(
      composite.entries.compactMap { entry in
        if case .warning(let entry) = entry, entry.kind == .neverCompleted { entry.sentence } else { nil }
      },
      [
        "Feed released the completion of performFetch without calling it."
      ])
  }

  @Test func whenTheUserLogsOutTheRequestsAreCancelled() throws {
    let composite = try samples("Scene", "Session", "Feed: { type: Requests, pages: 1, answersAfter: 1min }")
    composite.send(DidFinishLaunching())
    composite.send(OpenURL(url: try #require(URL(string: "session:logout"))))
    expectEqual(composite.releases(of: "Feed"), ["request page 1 cancelled"])
    composite.tearDown()
  }

  @Test func aRemovedModuleComesBackWithANewServer() throws {
    let composite = try samples("Scene", "Feed: { type: Requests, answersAfter: 1min }")
    for _ in 1...3 {
      composite.send(DidFinishLaunching())
      try composite.remove("Feed")
      try composite.restore("Feed")
    }
    composite.tearDown()
    #expect(composite.modulesStillAlive.isEmpty)
  }

  /// On Linux, a request that waits on a new connection keeps a processor busy.
  @Test func aPageIsAwaitedOnAConnectionThatAnEarlierAnswerHasLeftOpen() async throws {
    let server = try LoopbackServer(answersAfter: .zero) { Data($0.utf8) }
    defer { server.close() }
    let session = URLSession(configuration: .ephemeral)
    defer { session.invalidateAndCancel() }
    let (page, response) = try await session.data(from: try server.url(path: "page"))
    expectEqual(String(decoding: page, as: UTF8.self), "/page")
    expectEqual(response.url?.query, "awaited=yes")
  }
}
