import Foundation
import ModuleLifecycle
import RollcallFoundation
import Synchronization
import Testing

#if canImport(FoundationNetworking)
import FoundationNetworking
#endif

/// An owner with a bag. The tests check what its death does.
final class Owner: Sendable {
  let owned: OwnedObjects
  init(_ journal: Journal = Journal()) { owned = OwnedObjects(owner: "Owner", journal: journal) }
}

/// A count that any thread can raise.
final class Count: Sendable {
  private let count = Atomic(0)
  var value: Int { count.load(ordering: .sequentiallyConsistent) }
  func raise() { _ = raised() }
  /// Raises the count and returns the new value.
  func raised() -> Int { count.add(1, ordering: .sequentiallyConsistent).newValue }
}

/// Records what happened, from any thread. It uses the core's own lock, which the thread sanitizer understands.
final class Log: Sendable {
  private let stored = Locked<[String]>([])
  func add(_ line: String) { stored.withLock { $0.append(line) } }
  var lines: [String] { stored.withLock { $0 } }
}

/// Reports whether an object is alive, without retaining it.
@MainActor final class LifeSign {
  weak var object: AnyObject?
  init(_ object: AnyObject? = nil) { self.object = object }
  var isAlive: Bool { object != nil }
}

extension Journal {
  /// The kind and name of each object whose cleanup has begun, in the order of the cleanups.
  var beginnings: [String] {
    let entries = reader().readAny()
    let releasing = Set(entries.compactMap { if case .releasing(let entry) = $0 { entry.id } else { nil } })
    return entries.compactMap { entry in
      switch entry {
      case .releasing(let entry): "\(entry.kind) \(entry.name)"
      case .released(let entry) where !releasing.contains(entry.id): "\(entry.kind) \(entry.name)"
      default: nil
      }
    }
  }

  /// The kind, name and reason of each released object, in the order of the releases.
  var releases: [String] {
    reader().readAny().compactMap { entry in
      if case .released(let entry) = entry { "\(entry.kind) \(entry.name) \(entry.reason)" } else { nil }
    }
  }
}

/// Waits until the condition holds. Otherwise the test's time limit ends the wait.
@MainActor func eventually(_ condition: @MainActor () async -> Bool) async {
  while await !condition(), !Task.isCancelled { await Task.yield() }
}

/// Runs a closure on several threads at once and waits for all of them. It starts dedicated threads: tasks and queues
/// have only as many as there are processors, and a test that kept those busy would hold up every other test.
func concurrently(_ threads: Int, _ body: @escaping @Sendable (_ thread: Int) -> Void) async {
  let ended = Count()
  await withCheckedContinuation { done in
    for thread in 0..<threads {
      Thread.detachNewThread {
        body(thread)
        if ended.raised() == threads { done.resume() }
      }
    }
  }
}

/// Answers `stub://answer` with "hello" and never answers `stub://hang`.
final class StubProtocol: URLProtocol {
  override class func canInit(with request: URLRequest) -> Bool { request.url?.scheme == "stub" }
  override class func canonicalRequest(for request: URLRequest) -> URLRequest { request }
  override func stopLoading() {}

  override func startLoading() {
    guard let url = request.url, url.host() == "answer",
      let response = HTTPURLResponse(url: url, statusCode: 200, httpVersion: nil, headerFields: nil)
    else { return }
    client?.urlProtocol(self, didReceive: response, cacheStoragePolicy: .notAllowed)
    client?.urlProtocol(self, didLoad: Data("hello".utf8))
    client?.urlProtocolDidFinishLoading(self)
  }

  static func session(delegateQueue: OperationQueue? = nil) -> URLSession {
    let configuration = URLSessionConfiguration.cancellable
    configuration.protocolClasses = [StubProtocol.self]
    return URLSession(configuration: configuration, delegate: nil, delegateQueue: delegateQueue)
  }
}

/// The tasks that a session has at one moment, held weakly: the session releases a task that has ended.
///
/// Ask a session for its tasks only while none of them can end. On Linux, Foundation reads the table of tasks on the
/// delegate's queue and removes from it on another queue: a task that ends at that moment crashes the program.
struct SessionTasks: Sendable {
  private final class Probe: Sendable {
    private nonisolated(unsafe) weak var task: URLSessionTask?
    init(_ task: URLSessionTask) { unsafe self.task = task }
    var isAlive: Bool { unsafe task != nil }
  }

  private let probes: [Probe]

  init(of session: URLSession) async {
    probes = await withCheckedContinuation { done in
      session.getAllTasks { done.resume(returning: $0.map { Probe($0) }) }
    }
  }

  /// How many of these tasks the session still has.
  var count: Int { probes.count { $0.isAlive } }
}

func stub(_ host: String) throws -> URLRequest { URLRequest(url: try #require(URL(string: "stub://\(host)"))) }
