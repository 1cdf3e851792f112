import ModuleLifecycle

/// A value that is computed on first use and then kept.
final class Deferred<Value: Sendable & Equatable>: Sendable, Equatable {
  private enum State: Sendable {
    case open(@Sendable () -> Value)
    case known(Value)
  }

  private let state: Locked<State>

  init(known value: Value) { state = Locked(.known(value)) }

  /// - Parameter work: Called on the reading thread. Two threads that read at once can both call it.
  init(_ work: @escaping @Sendable () -> Value) { state = Locked(.open(work)) }

  var value: Value {
    switch state.withLock({ $0 }) {
    case .known(let value): return value
    case .open(let work):
      let value = work()
      state.withLock { $0 = .known(value) }
      return value
    }
  }

  /// Returns a transformed value. Transforms at once if this value is already known.
  func map(_ change: @escaping @Sendable (Value) -> Value) -> Deferred {
    switch state.withLock({ $0 }) {
    case .known(let value): Deferred(known: change(value))
    case .open: Deferred { change(self.value) }
    }
  }

  static func == (one: Deferred, other: Deferred) -> Bool { one === other || one.value == other.value }
}
