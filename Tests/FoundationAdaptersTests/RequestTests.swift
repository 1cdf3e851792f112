import Foundation
import FoundationAdapters
import ModuleLifecycle
import Testing

#if canImport(FoundationNetworking)
  import FoundationNetworking
#endif

@MainActor @Suite(.timeLimit(.minutes(1))) struct RequestTests {
  @Test func anAnswerComesOnTheMainActorAndEndsTheRequest() async throws {
    let (journal, count) = (Journal(), Count())
    let owner = Owner(journal)
    let request = owner.owned.request("page 1", try stub("answer"), in: StubProtocol.session()) { result in
      MainActor.assertIsolated()
      if (try? result.get()) == RequestAnswer(data: Data("hello".utf8), status: 200) { count.raise() }
    }
    await eventually { !request.isLive && count.value == 1 }
    #expect(journal.releases == ["request page 1 finished"])
  }

  @Test func requestsInFlightAreCancelledWithTheirOwnerLastFirst() async throws {
    let (journal, count) = (Journal(), Count())
    let session = StubProtocol.session()
    var owner: Owner? = Owner(journal)
    for page in 1...3 {
      owner?.owned.request("page \(page)", try stub("hang"), in: session) { _ in count.raise() }
    }
    #expect(await session.taskCount == 3)
    owner = nil
    await eventually { await session.taskCount == 0 }
    #expect(
      journal.releases == [
        "request page 3 ownerReleased", "request page 2 ownerReleased", "request page 1 ownerReleased",
      ])
    #expect(count.value == 0, "Nobody is called after the owner died.")
    session.invalidateAndCancel()
  }

  @Test func aSessionLetsGoOfItsDelegateWithItsOwner() async {
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
    #expect(journal.releases == ["session api ownerReleased"])
  }

  @Test func aSessionAndItsRequestsGoTogether() async throws {
    let journal = Journal()
    let session = StubProtocol.session()
    var owner: Owner? = Owner(journal)
    owner?.owned.own(session: session, named: "api")
    owner?.owned.request("page 1", try stub("hang"), in: session) { _ in }
    owner = nil
    #expect(journal.releases == ["request page 1 ownerReleased", "session api ownerReleased"])
    await eventually { await session.taskCount == 0 }
  }

  /// Cancelling on a session's own queue ends the program; an owner that a completion block holds dies there.
  @Test(arguments: [false, true]) func anOwnerMayDieInACompletionBlock(onMainQueue: Bool) async throws {
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
    // The last reference goes on whatever queue comes last, with or without a main actor in between.
    await eventually { answers.value == rounds && journal.releases.count == 2 * rounds }
  }

  /// With the cache of an ephemeral session this ended the program in one run of three.
  @Test func aRequestMayBeCancelledAtAnyMoment() async throws {
    let journal = Journal()
    let session = URLSession(configuration: .cancellable)
    let nowhere = URLRequest(url: try #require(URL(string: "http://127.0.0.1:9/")))
    for round in 0..<300 {
      var owner: Owner? = Owner(journal)
      owner?.owned.request("page", nowhere, in: session) { _ in }
      for _ in 0..<(round % 4) { await Task.yield() }
      owner = nil
    }
    await eventually { await session.taskCount == 0 }
    #expect(journal.releases.count == 300)
    session.invalidateAndCancel()
  }

  @Test func aRequestAfterTheOwnerIsNotSent() async throws {
    let (journal, count) = (Journal(), Count())
    let session = StubProtocol.session()
    var owner: Owner? = Owner(journal)
    let registrar = owner?.owned.registrar
    owner = nil
    registrar?.request("page 2", try stub("answer"), in: session) { _ in count.raise() }
    #expect(await session.taskCount == 0)
    #expect(journal.releases == ["request page 2 late"])
    #expect(count.value == 0)
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
}
