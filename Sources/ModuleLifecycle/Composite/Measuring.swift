/// What a composite measures for each handler.
@nonexhaustive public enum Measuring: Sendable, Equatable {
  /// The handler's duration.
  case time
  /// The duration, and how much of it the handler computed, waited for a processor and was blocked. See `TimeKinds`.
  /// Costs two system calls per handler, about 2 µs, which are charged to no handler.
  case processor
}

extension CompositeDelegate {
  /// What is measured for each handler, each named part of a handler and each module's creation, here and in the
  /// enclosing and nested composites. A change takes effect with the next event.
  public var measuring: Measuring {
    get { stack.meter == nil ? .time : .processor }
    set {
      guard newValue != measuring else { return }
      stack.meter = newValue == .processor ? ProcessorMeter() : nil
    }
  }
}
