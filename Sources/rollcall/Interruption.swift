import Dispatch
import Foundation
import ModuleLifecycle

/// Takes away what is not finished before a signal from outside ends the process, which it then does all the same.
final class Interruption {
  private let queue = DispatchQueue(label: "rollcall.interruption")
  private let undo = Undo()
  private var sources: [any DispatchSourceSignal] = []

  private final class Undo: Sendable {
    let step = Locked<(@Sendable () -> Void)?>(nil)
  }

  init() {
    sources = [SIGINT, SIGTERM, SIGHUP].compactMap { number in
      // Who was started to survive a signal, as by nohup, goes on doing so.
      let previous = signal(number, SIG_IGN)
      if unsafe unsafeBitCast(previous, to: Int.self) == unsafeBitCast(SIG_IGN, to: Int.self) { return nil }
      let source = DispatchSource.makeSignalSource(signal: number, queue: queue)
      source.setEventHandler { [undo] in
        undo.step.withLock { $0 }?()
        signal(number, SIG_DFL)
        kill(getpid(), number)
      }
      source.resume()
      return source
    }
  }

  /// Begins something that has to be undone; a signal that comes meanwhile waits for that.
  ///
  /// - Parameters:
  ///   - begin: What to do.
  ///   - undone: What undoes it, called on another thread.
  func begin<Result>(_ begin: () throws -> Result, undone: (Result) -> @Sendable () -> Void) rethrows -> Result {
    try queue.sync {
      let result = try begin()
      undo.step.withLock { $0 = undone(result) }
      return result
    }
  }
}
