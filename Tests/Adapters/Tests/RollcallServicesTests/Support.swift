import Logging
import Synchronization

struct Problem: Error, CustomStringConvertible {
  let description: String
  init(_ description: String) { self.description = description }
}

/// A logger that says nothing.
var quiet: Logger {
  var logger = Logger(label: "tests")
  logger.logLevel = .critical
  return logger
}

/// Lines, in the order in which they were added on any thread.
final class Lines: Sendable {
  private let stored = Mutex<[String]>([])
  func add(_ line: String) { stored.withLock { $0.append(line) } }
  var all: [String] { stored.withLock { $0 } }
  var withoutTimes: [String] { all.map(\.withoutTimes) }
}

extension String {
  /// The text with a word in place of measured times.
  var withoutTimes: String { replacing(/[0-9.]+ (µs|ms|s|min)\b/, with: "TIME") }
}

/// Keeps tasks waiting until it opens, even if they are cancelled.
final class Gate: Sendable {
  private let state = Mutex<(isOpen: Bool, waiting: [CheckedContinuation<Void, Never>])>((false, []))

  func wait() async {
    await withCheckedContinuation { continuation in
      let isOpen = state.withLock { state in
        if !state.isOpen { state.waiting.append(continuation) }
        return state.isOpen
      }
      if isOpen { continuation.resume() }
    }
  }

  func open() {
    let waiting = state.withLock { state in
      defer { state = (true, []) }
      return state.waiting
    }
    for continuation in waiting { continuation.resume() }
  }
}

/// Waits until the condition holds.
@MainActor func eventually(_ condition: () -> Bool) async { while !condition() { await Task.yield() } }
