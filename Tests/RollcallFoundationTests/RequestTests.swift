import Foundation
import ModuleLifecycle
import RollcallTestingAdditions
import Testing

@testable import RollcallFoundation

#if canImport(FoundationNetworking)
import FoundationNetworking
#endif

@MainActor @Suite(.inTurn, .serialized, .timeLimit(.minutes(10))) struct RequestTests {
  @Test func anAnswerComesOnTheMainActorAndEndsTheRequest() async throws {
    let (journal, count) = (Journal(), Count())
    let owner = Owner(journal)
    let request = owner.owned.request("page 1", try stub("answer"), in: StubProtocol.session()) { result in
      MainActor.assertIsolated()
      if (try? result.get()) == RequestAnswer(data: Data("hello".utf8), status: 200) { count.raise() }
    }
    await eventually { !request.isLive && count.value == 1 }
    expectEqual(journal.releases, ["request page 1 finished"])
  }

  @Test func requestsInFlightAreCancelledWithTheirOwnerLastFirst() async throws {
    let (journal, count) = (Journal(), Count())
    let session = StubProtocol.session()
    var owner: Owner? = Owner(journal)
    for page in 1...3 {
      owner?.owned.request("page \(page)", try stub("hang"), in: session) { _ in count.raise() }
    }
    let tasks = await SessionTasks(of: session)
    expectEqual(tasks.count, 3)
    owner = nil
    await eventually { tasks.count == 0 }
    expectEqual(
      journal.releases,
      [
        "request page 3 ownerReleased", "request page 2 ownerReleased", "request page 1 ownerReleased",
      ])
    expectEqual(count.value, 0, "No handler is called after the owner's death.")
    session.finishTasksAndInvalidate()
  }

  @Test func aSessionReleasesItsDelegateWithItsOwner() async {
    final class Delegate: NSObject, URLSessionDelegate, Sendable {}
    let journal = Journal()
    var owner: Owner? = Owner(journal)
    var delegate: Delegate? = Delegate()
    weak let probe = delegate
    owner?.owned.own(
      session: URLSession(configuration: .ephemeral, delegate: delegate, delegateQueue: nil), named: "api")
    delegate = nil
    #expect(probe != nil)
    owner = nil
    await eventually { probe == nil }
    expectEqual(journal.releases, ["session api ownerReleased"])
  }

  @Test func aSessionWithANotifyingDelegateIsReleasedWhenItIsInvalid() async {
    final class Delegate: NSObject, URLSessionDelegate {
      let invalidation = SessionInvalidation()
      let gate = DispatchSemaphore(value: 0)
      func urlSession(_ session: URLSession, didBecomeInvalidWithError error: (any Error)?) {
        gate.wait()
        invalidation.note()
      }
    }
    let (journal, delegate) = (Journal(), Delegate())
    var owner: Owner? = Owner(journal)
    let session = owner?.owned.own(
      session: URLSession(configuration: .ephemeral, delegate: delegate, delegateQueue: nil), named: "api",
      until: delegate.invalidation)
    owner = nil
    #expect(session?.state == .releasing && journal.releases.isEmpty)
    delegate.gate.signal()
    await session?.waitUntilReleased()
    expectEqual(journal.releases, ["session api ownerReleased"])
  }

  /// Darwin notifies a session's delegate of a task while the task is being made.
  @Test func aTaskCanBeMadeDuringTheCreationOfAnother() throws {
    let session = StubProtocol.session()
    let owner = Owner(Journal())
    owner.owned.own(session: session, named: "api")
    let request = try stub("hang")
    let outer = SessionGate.makeTask(in: session) { session in
      let inner = SessionGate.makeTask(in: session) { $0.dataTask(with: request) }
      #expect(inner != nil)
      return session.dataTask(with: request)
    }
    #expect(outer != nil)
    withExtendedLifetime(owner) {}
  }

  @Test func aSessionWithoutADelegateIsNotWaitedFor() {
    let journal = Journal()
    var owner: Owner? = Owner(journal)
    owner?.owned.own(session: URLSession(configuration: .ephemeral), named: "api", until: SessionInvalidation())
    owner = nil
    expectEqual(journal.releases, ["session api ownerReleased"])
  }

  @Test func aCancelledRequestIsReleasedWhenTheSessionIsDoneWithIt() async throws {
    let journal = Journal()
    let session = StubProtocol.session()
    let owner = Owner(journal)
    let request = owner.owned.request("page 1", try stub("hang"), in: session) { _ in }
    await expectEqual(SessionTasks(of: session).count, 1)
    request.cancel()
    expectEqual(journal.beginnings, ["request page 1"])
    await request.waitUntilReleased()
    expectEqual(journal.releases, ["request page 1 cancelled"])
    session.finishTasksAndInvalidate()
  }

  @Test func aSessionAndItsRequestsAreReleasedTogether() async throws {
    let journal = Journal()
    let session = StubProtocol.session()
    var owner: Owner? = Owner(journal)
    owner?.owned.own(session: session, named: "api")
    owner?.owned.request("page 1", try stub("hang"), in: session) { _ in }
    let tasks = await SessionTasks(of: session)
    expectEqual(tasks.count, 1)
    owner = nil
    await eventually { journal.releases.count == 2 }
    expectEqual(journal.beginnings, ["request page 1", "session api"])
    await eventually { tasks.count == 0 }
  }

  /// Cancelling on a session's own queue ends the program, and an owner that a completion block holds dies there.
  @Test(arguments: [false, true]) func anOwnerCanDieInACompletionBlock(onMainQueue: Bool) async throws {
    let (journal, answers, rounds) = (Journal(), Count(), 20)
    for _ in 0..<rounds {
      let session = StubProtocol.session(delegateQueue: onMainQueue ? .main : nil)
      var owner: Owner? = Owner(journal)
      owner?.owned.own(session: session, named: "api")
      owner?.owned.request("slow", try stub("hang"), in: session) { _ in }
      let last = owner
      session.dataTask(with: try stub("answer")) { _, _, _ in
        withExtendedLifetime(last) { answers.raise() }
      }.resume()
      owner = nil
    }
    // The last reference is released on the queue that finishes last, which can be another than the main actor's.
    await eventually { answers.value == rounds && journal.releases.count == 2 * rounds }
  }

  /// With an ephemeral session's cache this crashed in one run of three.
  @Test func aRequestCanBeCancelledAtAnyTime() async throws {
    let journal = Journal()
    let session = URLSession(configuration: .cancellable)
    let nowhere = URLRequest(url: try #require(URL(string: "http://127.0.0.1:9/")))
    for round in 0..<300 {
      var owner: Owner? = Owner(journal)
      owner?.owned.request("page", nowhere, in: session) { _ in }
      for _ in 0..<(round % 4) { await Task.yield() }
      owner = nil
    }
    await eventually { journal.releases.count == 300 }
    session.finishTasksAndInvalidate()
  }

  /// The cancellation comes before the request is sent, while it is sent, or while the server has it.
  @Test func aThousandRequestsAreCancelledAtRandomMoments() async throws {
    let (server, session) = (try HangingServer(), URLSession(configuration: .cancellable))
    let (journal, answers) = (Journal(), Count())
    for round in 0..<1_000 {
      let accepted = server.accepted.value
      var owner: Owner? = Owner(journal)
      let request = try #require(
        owner?.owned.request("page", try server.request(), in: session) { _ in answers.raise() })
      if round.isMultiple(of: 10) { await eventually { server.accepted.value > accepted } }
      for _ in 0..<Int.random(in: 0...8) { await Task.yield() }
      switch round % 3 {
      case 0: owner = nil
      case 1: request.cancel()
      default: await Task { @concurrent in request.cancel() }.value
      }
      await request.waitUntilReleased()
    }
    expectEqual(answers.value, 0)
    expectEqual(journal.releases.count, 1_000)
    await eventually { server.closed.value == server.accepted.value }
    session.finishTasksAndInvalidate()
  }

  @Test func aRequestAfterTheOwnersDeathIsNotSent() async throws {
    let (journal, count) = (Journal(), Count())
    let session = StubProtocol.session()
    var owner: Owner? = Owner(journal)
    let registrar = owner?.owned.registrar
    owner = nil
    registrar?.request("page 2", try stub("answer"), in: session) { _ in count.raise() }
    await expectEqual(SessionTasks(of: session).count, 0)
    expectEqual(journal.releases, ["request page 2 late"])
    expectEqual(count.value, 0)
  }

  @Test func aFailureIsAnAnswerToo() async throws {
    let failures = Count()
    let owner = Owner()
    let refused = URLRequest(url: try #require(URL(string: "unknown://nowhere")))
    let request = owner.owned.request("page 1", refused, in: StubProtocol.session()) { result in
      if case .failure = result { failures.raise() }
    }
    await eventually { !request.isLive && failures.value == 1 }
  }

  @Test func aTaskIsCancelledWithItsOwner() async throws {
    let journal = Journal()
    let session = StubProtocol.session()
    var owner: Owner? = Owner(journal)
    let (running, waiting) = (session.dataTask(with: try stub("hang")), session.dataTask(with: try stub("hang")))
    owner?.owned.own(task: running, named: "running")
    owner?.owned.own(task: waiting, named: "never resumed")
    running.resume()
    owner = nil
    await eventually { running.state != .running && waiting.state != .suspended }
    waiting.resume()
    #expect(waiting.state != .running)
    expectEqual(journal.releases, ["request never resumed ownerReleased", "request running ownerReleased"])
    session.finishTasksAndInvalidate()
  }

  @Test func anEndedTaskCanBeFinishedOrCancelled() async throws {
    let (journal, ended) = (Journal(), Count())
    let session = StubProtocol.session()
    let owner = Owner(journal)
    let handles = try ["a", "b"].map { name in
      let task = session.dataTask(with: try stub("answer")) { _, _, _ in ended.raise() }
      defer { task.resume() }
      return owner.owned.own(task: task, named: name)
    }
    await eventually { ended.value == 2 }
    handles[0].finish()
    handles[1].cancel()
    expectEqual(journal.releases, ["request a finished", "request b cancelled"])
    session.finishTasksAndInvalidate()
  }

  /// Asking an invalidated session for a task ends the program.
  @Test func aRequestInAnInvalidatedSessionFails() async throws {
    let (journal, failures) = (Journal(), Count())
    let owner = Owner(journal)
    let session = StubProtocol.session()
    let api = owner.owned.own(session: session, named: "api")
    let inFlight = owner.owned.request("in flight", try stub("hang"), in: session) { result in
      if case .failure(let error as URLError) = result, error.code == .cancelled { failures.raise() }
    }
    api.cancel()
    owner.owned.request("late", try stub("answer"), in: session) { result in
      if case .failure(let error as URLError) = result, error.code == .cancelled { failures.raise() }
    }
    await eventually { failures.value == 2 && !inFlight.isLive }
    expectEqual(journal.releases.first, "session api cancelled")
    expectEqual(journal.releases.dropFirst().sorted(), ["request in flight finished", "request late finished"])
  }

  /// The session's owner and the callers that make requests are on different threads.
  @Test func aSessionCanBeInvalidatedWhileRequestsAreMade() async throws {
    let answers = Count()
    let (request, asker) = (try stub("hang"), Owner())
    for round in 0..<50 {
      let session = StubProtocol.session()
      let keeper = Owner()
      let api = keeper.owned.own(session: session, named: "api")
      await withTaskGroup { group in
        group.addTask { @concurrent in api.cancel() }
        group.addTask { @concurrent in
          for page in 1...10 {
            asker.owned.request("\(round) \(page)", request, in: session) { _ in answers.raise() }
          }
        }
      }
    }
    await eventually { answers.value == 500 }
  }

  @Test func theSharedSessionKeepsWorking() async throws {
    let failures = Log()
    let owner = Owner()
    let shared = owner.owned.own(session: .shared, named: "shared")
    shared.cancel()
    let refused = URLRequest(url: try #require(URL(string: "unknown://nowhere")))
    owner.owned.request("page 1", refused, in: .shared) { result in
      if case .failure(let error as URLError) = result { failures.add("\(error.code == .unsupportedURL)") }
    }
    await eventually { failures.lines == ["true"] }
  }
}
