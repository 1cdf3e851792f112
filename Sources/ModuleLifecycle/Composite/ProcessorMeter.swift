/// Measures what the main actor's thread does, from boundary to boundary: the end of one handler is the start of the next.
final class ProcessorMeter {
  /// A dispatch or a part that is measured. It keeps its meter, also when the composite is given another one meanwhile.
  struct Span {
    fileprivate let meter: ProcessorMeter
    /// What is put back when it ends.
    fileprivate let latest, nested: ThreadTimes
    fileprivate let start: ThreadTimes

    /// It ends at the latest boundary. What it used counts in what is around it.
    func end() -> ThreadTimes { meter.end(self) }

    /// It ends now.
    ///
    /// - Returns: What it used, with what was nested in it.
    func endAll() -> ThreadTimes {
      meter.skip()
      return meter.end(self)
    }

    /// It ends now.
    ///
    /// - Returns: What it used itself, without what was nested in it.
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
  /// What the events and the named parts used that are inside the present handler or part.
  private var nested = ThreadTimes.zero

  /// - Parameter readings: The thread's times; tests pass their own.
  init(readings: (() -> ThreadTimes)? = nil) { self.readings = readings }

  private func read() -> ThreadTimes { readings?() ?? source.read() }

  /// A dispatch, a named part or a module's creation begins.
  func begin() -> Span {
    let now = read()
    defer { (latest, nested) = (now, .zero) }
    return Span(meter: self, latest: latest, nested: nested, start: now)
  }

  /// What was used since the latest boundary, less what was nested in that. This is the next boundary.
  func lap() -> ThreadTimes {
    let now = read()
    defer { (latest, nested) = (now, .zero) }
    return now.minus(latest).minus(nested)
  }

  /// What was used since the latest boundary is charged to no handler.
  func skip() { latest = read() }

  private func end(_ span: Span) -> ThreadTimes {
    let used = latest.minus(span.start)
    (latest, nested) = (span.latest, span.nested.plus(used))
    return used
  }
}
