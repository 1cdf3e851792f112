/// What a composite measures for each handler.
@nonexhaustive public enum Measuring: Sendable, Equatable {
  /// The handler's duration.
  case time
  /// The duration, and how much of it the handler computed, waited for a processor and was blocked. See `TimeKinds`.
  /// Costs two system calls per handler, which are charged to no handler.
  case processor
}
