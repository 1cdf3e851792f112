/// What is measured of each handler.
@nonexhaustive public enum Measuring: Sendable, Equatable {
  /// How long it took.
  case time
  /// Also how long it computed, waited for a processor and was blocked; see `TimeKinds`. Costs two system calls for each
  /// handler, about 2 µs, which are charged to no handler.
  case processor
}

extension CompositeDelegate {
  /// What is measured of each handler, of the named parts of handlers and of each module's creation, here and in the
  /// composites around and inside this one. It counts from the next event on.
  public var measuring: Measuring {
    get { stack.meter == nil ? .time : .processor }
    set {
      guard newValue != measuring else { return }
      stack.meter = newValue == .processor ? ProcessorMeter() : nil
    }
  }
}
