/// Measures the processor times of the main actor's thread between boundaries. The end of one handler is the start of
/// the next.
final class ProcessorMeter {
  /// A dispatch or part that is being measured. It keeps its meter, even if the composite gets another one meanwhile.
  struct Span {
    fileprivate let meter: ProcessorMeter
    /// The values that are restored when it ends.
    fileprivate let latest, nested: ThreadTimes
    fileprivate let start: ThreadTimes

    /// Ends it at the latest boundary. Its times count as nested in what encloses it.
    func end() -> ThreadTimes { meter.end(self) }

    /// Ends it now.
    ///
    /// - Returns: Its times, including those of nested events and parts.
    func endAll() -> ThreadTimes {
      meter.skip()
      return meter.end(self)
    }

    /// Ends it now.
    ///
    /// - Returns: Its own times, without those of nested events and parts.
    func endNow() -> ThreadTimes {
      let own = meter.lap()
      _ = meter.end(self)
      return own
    }
  }

  private var source = ThreadTimesSource()
  private let readings: (() -> ThreadTimes)?
  /// The reading at the latest boundary.
  private var latest = ThreadTimes.zero
  /// The times of the events and named parts inside the current handler or part.
  private var nested = ThreadTimes.zero

  /// - Parameter readings: Returns the thread's times. Tests pass their own function.
  init(readings: (() -> ThreadTimes)? = nil) { self.readings = readings }

  private func read() -> ThreadTimes { readings?() ?? source.read() }

  /// Begins a dispatch, a named part or a module's creation.
  func begin() -> Span {
    let now = read()
    defer { (latest, nested) = (now, .zero) }
    return Span(meter: self, latest: latest, nested: nested, start: now)
  }

  /// Returns the times since the latest boundary, without nested ones, and sets the next boundary.
  func lap() -> ThreadTimes {
    let now = read()
    defer { (latest, nested) = (now, .zero) }
    return now.minus(latest).minus(nested)
  }

  /// Discards the times since the latest boundary. They are charged to no handler.
  func skip() { latest = read() }

  private func end(_ span: Span) -> ThreadTimes {
    let used = latest.minus(span.start)
    (latest, nested) = (span.latest, span.nested.plus(used))
    return used
  }
}

/// What a composite measures for each handler.
@nonexhaustive public enum Measuring: Sendable, Equatable {
  /// The handler's duration.
  case time
  /// The duration, and how much of it the handler computed, waited for a processor and was blocked. See `TimeBreakdown`.
  /// Costs two system calls per handler, which are charged to no handler.
  case processor
}

/// The time that a thread spent computing and waiting for a processor, since it started or between two readings.
struct ThreadTimes: Equatable {
  /// In nanoseconds. `unknown` if it was not measured.
  var computing: UInt64
  /// In nanoseconds. `unknown` if the system doesn't report it.
  var waiting: UInt64

  static let unknown = UInt64.max
  static let zero = ThreadTimes(computing: 0, waiting: 0)
  static let notMeasured = ThreadTimes(computing: unknown, waiting: unknown)

  var isMeasured: Bool { computing != Self.unknown }

  /// Subtracts other times. The result is never negative.
  func minus(_ other: Self) -> Self {
    Self(
      computing: computing.minus(other.computing),
      waiting: waiting == Self.unknown || other.waiting == Self.unknown
        ? Self.unknown : waiting.minus(other.waiting))
  }

  func plus(_ other: Self) -> Self {
    Self(
      computing: computing.plus(other.computing),
      waiting: waiting == Self.unknown || other.waiting == Self.unknown ? Self.unknown : waiting.plus(other.waiting))
  }

  /// The times as a journal entry stores them: `nil` where unknown.
  var fields: (computing: UInt64?, waiting: UInt64?) {
    (isMeasured ? computing : nil, waiting == Self.unknown ? nil : waiting)
  }
}
