// Composite delegates as they are often written, each with its fault. The tests in this folder assert what the fault
// does, and beside it what `CompositeDelegate` does in the same case.

/// A delegate that logs its name and returns an answer.
@MainActor final class NaiveDelegate {
  let name: String
  let answer: () -> Bool
  private(set) var calls = 0

  init(_ name: String, _ answer: @escaping () -> Bool = { true }) {
    self.name = name
    self.answer = answer
  }

  func didFinishLaunching() -> Bool {
    calls += 1
    return answer()
  }
}

/// `flag = flag && delegate.call()`: after the first no, no further delegate is called.
@MainActor struct ShortCircuitAnd {
  var delegates: [NaiveDelegate]

  func didFinishLaunching() -> Bool {
    var flag = true
    for delegate in delegates { flag = flag && delegate.didFinishLaunching() }
    return flag
  }
}

/// `flag = flag || delegate.call()`: after the first yes, no further delegate is called.
@MainActor struct ShortCircuitOr {
  var delegates: [NaiveDelegate]

  func openURL() -> Bool {
    var flag = false
    for delegate in delegates { flag = flag || delegate.didFinishLaunching() }
    return flag
  }
}

/// Calls all delegates and always answers yes.
@MainActor struct AlwaysYes {
  var delegates: [NaiveDelegate]

  func didFinishLaunching() -> Bool {
    for delegate in delegates { _ = delegate.didFinishLaunching() }
    return true
  }
}

/// Declares a method for each event. The forwarder below forgets one of them.
@MainActor class NaiveProtocolDelegate {
  var heard: [String] = []
  func didBecomeActive() { heard.append("didBecomeActive") }
  func willResignActive() { heard.append("willResignActive") }
}

@MainActor final class ForgetfulForwarder: NaiveProtocolDelegate {
  let delegates: [NaiveProtocolDelegate]
  init(_ delegates: [NaiveProtocolDelegate]) { self.delegates = delegates }
  override func didBecomeActive() { for delegate in delegates { delegate.didBecomeActive() } }
}

/// Stops at the first delegate that throws.
@MainActor struct ThrowingLoop {
  var delegates: [() throws -> Void]

  func send() throws { for delegate in delegates { try delegate() } }
}

/// Walks its list by index while the list can change: removing an earlier entry skips the next one, and an added entry
/// is called in the middle of the event.
@MainActor final class IndexLoop {
  struct Entry {
    let name: String
    let body: () -> Void
  }

  var delegates: [Entry] = []

  func send() {
    var index = 0
    while index < delegates.count {
      delegates[index].body()
      index += 1
    }
  }
}

/// Keeps the current event in one property, which a nested event overwrites.
@MainActor final class SharedEventSlot {
  var current = ""
  var delegates: [(SharedEventSlot) -> Void] = []

  func send(_ event: String) {
    current = event
    for delegate in delegates { delegate(self) }
  }
}

/// Overwrites the module that had the name. Keeps the last of two handlers for one event.
@MainActor final class OverwritingRegistry {
  var modules: [String: () -> Void] = [:]
  func register(_ name: String, _ body: @escaping () -> Void) { modules[name] = body }
  func send() { for name in modules.keys.sorted() { modules[name]?() } }
}

// MARK: - Completions

/// Passes the system's completion to all delegates: it is called once by each.
@MainActor struct RawCompletion {
  var delegates: [(@escaping (String) -> Void) -> Void]

  func fetch(completion: @escaping (String) -> Void) {
    for delegate in delegates { delegate(completion) }
  }
}

/// Keeps one completion for all events: a second event's overwrites the first one's.
@MainActor final class SharedCompletion {
  private var completion: ((String) -> Void)?
  func fetch(completion: @escaping (String) -> Void) { self.completion = completion }
  func answer(_ result: String) { completion?(result) }
}

/// Counts answers without checking their sender: a second answer from one counts for another that is missing.
@MainActor final class BareCounter {
  private var answers: [String] = []
  private let count: Int
  private let completion: ([String]) -> Void

  init(_ count: Int, completion: @escaping ([String]) -> Void) {
    self.count = count
    self.completion = completion
  }

  func answer(_ result: String) {
    answers.append(result)
    if answers.count == count { completion(answers) }
  }
}

/// Counts up with each call and down with each answer: a quick answer brings it to zero before the next call.
@MainActor final class EagerCounter {
  private var outstanding = 0
  private(set) var completions = 0

  func fetch(_ delegates: [(@escaping () -> Void) -> Void]) {
    for delegate in delegates {
      outstanding += 1
      delegate { [self] in
        outstanding -= 1
        if outstanding == 0 { completions += 1 }
      }
    }
  }
}

// MARK: - Timings and traces

/// Keeps one stamp for each name: the time between two stamps is charged to the later one, whatever ran in it.
@MainActor final class StampProfiler {
  private let clock: () -> Int
  private var stamps: [String: Int] = [:]
  private var last: Int
  private(set) var report: [String: Int] = [:]

  init(clock: @escaping () -> Int) {
    self.clock = clock
    last = clock()
  }

  /// Takes a stamp and charges the time since the last stamp of any name.
  func mark(_ name: String) {
    let now = clock()
    report[name] = now - last
    last = now
  }

  func begin(_ name: String) { stamps[name] = clock() }

  /// Measures from the latest stamp of that name.
  func end(_ name: String) { report[name] = clock() - (stamps[name] ?? 0) }

  /// The time from one name's stamp to another's: negative when they were called in the other order.
  func between(_ first: String, _ second: String) -> Int { (stamps[second] ?? 0) - (stamps[first] ?? 0) }
}

/// A trace that is empty once it has been read.
@MainActor final class DrainingTrace {
  private var entries: [String] = []
  func add(_ entry: String) { entries.append(entry) }
  func read() -> [String] {
    defer { entries = [] }
    return entries
  }
}
