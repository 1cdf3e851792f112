import Dispatch
public import Foundation
public import ModuleLifecycle
import RollcallTextFormatting

extension OwnedObjectRegistering where Self: ~Copyable {
  /// Calls a closure repeatedly on the main actor until the owner dies, for the first time after one interval.
  ///
  /// It fires in a program whose main thread runs a run loop, and in one with an asynchronous `main`; but not while code
  /// on the main queue runs a loop of its own. The shortest interval is 0.1 ms.
  ///
  /// - Parameters:
  ///   - name: The object's name.
  ///   - interval: The time between two calls.
  ///   - lifetime: How long the timer may live.
  ///   - body: Called on the main actor. It must not keep the owner alive.
  /// - Returns: A handle that stops the timer sooner.
  @discardableResult
  @MainActor public borrowing func timer(
    _ name: String, every interval: Duration, lifetime: OwnedLifetime = .module,
    _ body: @escaping @MainActor @Sendable () -> Void
  ) -> OwnedObject {
    let closure = TimerBody(body)
    let timer = DispatchSource.makeTimerSource(queue: .main)
    let nanoseconds = DispatchTimeInterval.nanoseconds(Int(min(max(100_000, interval / .nanoseconds(1)), 1e18)))
    timer.schedule(deadline: .now() + nanoseconds, repeating: nanoseconds)
    timer.setEventHandler { MainActor.assumeIsolated { closure.call() } }
    timer.activate()
    closure.timer = timer
    return own(
      name, as: .timer, lifetime: lifetime, detail: "every \(TimeInWords.exact(interval))",
      onMainActor: { closure.end() })
  }

  /// Calls a closure repeatedly on the main actor until the owner dies, and passes the owner, without keeping it alive:
  /// `owned.timer("autosave", every: .seconds(30), owner: self) { notes in notes.save() }`.
  ///
  /// - Parameters:
  ///   - name: The object's name.
  ///   - interval: The time between two calls.
  ///   - owner: What the body needs, as a rule the owner of this bag. Not kept alive. The body is not called after its end.
  ///   - lifetime: How long the timer may live.
  ///   - body: Called with the owner.
  /// - Returns: A handle that stops the timer sooner.
  @discardableResult
  @MainActor public borrowing func timer<Owner: AnyObject & Sendable>(
    _ name: String, every interval: Duration, owner: Owner, lifetime: OwnedLifetime = .module,
    _ body: @escaping @MainActor @Sendable (Owner) -> Void
  ) -> OwnedObject {
    timer(name, every: interval, lifetime: lifetime) { [weak owner] in if let owner { body(owner) } }
  }

  /// Owns a Foundation timer, which its run loop would otherwise keep firing forever.
  ///
  /// Foundation requires that a timer is invalidated on the thread of its run loop. This method is therefore for the
  /// main run loop, and cleanup runs on the main thread even when the owner dies elsewhere. A thread with its own run
  /// loop must invalidate its timers itself: own the object that ends the thread. For a timer that fires elsewhere, use
  /// `timer(_:every:on:isRunning:_:)` with a queue.
  ///
  /// - Parameters:
  ///   - timer: A timer on the main run loop, or on none.
  ///   - name: The object's name.
  /// - Returns: A handle that invalidates the timer sooner.
  @discardableResult
  @MainActor public borrowing func own(timer: Timer, named name: String) -> OwnedObject {
    own(timer, name, as: .timer, by: Timer.invalidate)
  }
}

/// A timer and the closure that it calls, until both are released. All of that happens on the main actor.
@MainActor private final class TimerBody {
  /// The timer and this object hold each other until the end.
  var timer: (any DispatchSourceTimer)?
  private var body: (@MainActor @Sendable () -> Void)?

  init(_ body: @escaping @MainActor @Sendable () -> Void) { self.body = body }

  func call() { body?() }

  /// Empties each property before its value is released: the closure's captures may call back here as they die.
  func end() {
    timer.take()?.cancel()
    _ = body.take()
  }
}
