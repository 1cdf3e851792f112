public import Foundation
public import ModuleLifecycle
import TextFormatting

extension OwnedObjectRegistering where Self: ~Copyable {
  /// Calls a closure again and again on the main actor, until the owner dies.
  ///
  /// It is a Foundation timer on the main run loop, so it fires only in a program whose main thread runs that loop.
  ///
  /// - Parameters:
  ///   - name: The object's name.
  ///   - interval: The time between two calls.
  ///   - body: Called on the main actor. It must not keep the owner alive.
  /// - Returns: A handle with which to stop it sooner.
  @discardableResult
  @MainActor public borrowing func timer(
    _ name: String, every interval: Duration, _ body: @escaping @MainActor @Sendable () -> Void
  ) -> OwnedObject {
    // The run loop may hold an invalidated timer for a while, so what the closure captured is let go of by hand.
    let closure = TimerBody(body)
    let timer = Timer(timeInterval: interval / .seconds(1), repeats: true) { _ in
      MainQueue.run { closure.call() }
    }
    RunLoop.main.add(timer, forMode: .common)
    nonisolated(unsafe) let owned = timer
    return own(
      .timer, name, detail: "every \(TimeInWords.exact(interval))",
      onMainActor: {
        unsafe owned.invalidate()
        closure.letGo()
      })
  }

  /// Takes charge of a Foundation timer: its run loop would keep it firing for ever.
  ///
  /// Foundation wants a timer invalidated on the thread of its run loop, so this is for the main one, and so is the bag's
  /// cleanup when the owner dies elsewhere. A thread with a run loop of its own must take down its timers itself: own
  /// what ends that thread. For a timer that fires elsewhere, there is `timer(_:every:on:isRunning:_:)` on a queue.
  ///
  /// - Parameters:
  ///   - timer: A timer on the main run loop, or on none.
  ///   - name: The object's name.
  /// - Returns: A handle with which to invalidate it sooner.
  @discardableResult
  @MainActor public borrowing func own(timer: Timer, named name: String) -> OwnedObject {
    // A timer must be invalidated where its run loop runs.
    nonisolated(unsafe) let timer = timer
    return own(.timer, name, onMainActor: { unsafe timer.invalidate() })
  }
}

/// What a timer calls, until it is let go of. Both happen on the main actor.
@MainActor private final class TimerBody {
  private var body: (@MainActor @Sendable () -> Void)?

  init(_ body: @escaping @MainActor @Sendable () -> Void) { self.body = body }

  func call() { body?() }

  /// The body goes once nothing is under way with it: it may come back here.
  func letGo() { _ = body.take() }
}
