import ModuleLifecycle
import Synchronization

/// An answered request. Each is an event, so that a dashboard shows it.
struct RequestServed: EventWithExample {
  var method: String
  var path: String
  var status: Int

  static var example: RequestServed { RequestServed(method: "GET", path: "/notes", status: 200) }
}

/// A cache of recently requested notes. It is cleared once a minute.
final class Cache: Module {
  let owned = OwnedObjects()
  private nonisolated let notes = Mutex<[Int64: Note]>([:])

  static func handlers(_ handlers: inout ModuleHandlers<Cache>) {
    handlers.on(DidFinishLaunching.self) { cache, _ in
      cache.owned.task("expiry", isEndless: true) { [weak cache] in
        while true {
          try await Task.sleep(for: .seconds(60))
          cache?.clear()
        }
      }
    }
    handlers.on(DidReceiveMemoryWarning.self) { cache, _ in cache.clear() }
  }

  nonisolated subscript(id: Int64) -> Note? {
    get { notes.withLock { $0[id] } }
    set { notes.withLock { $0[id] = newValue } }
  }

  private nonisolated func clear() { notes.withLock { $0 = [:] } }
}

/// Counts served and failed requests.
final class Statistics: Module {
  let owned = OwnedObjects()
  private(set) var served = 0
  private(set) var failed = 0

  static func handlers(_ handlers: inout ModuleHandlers<Statistics>) {
    handlers.on(RequestServed.self) { statistics, request in
      statistics.served += 1
      if request.status >= 500 { statistics.failed += 1 }
    }
  }
}
