/// Ticks at the program's current interval.
struct Ticker {
  private var start: ContinuousClock.Instant?

  /// Returns when the next tick is due; `nil` without an interval.
  mutating func deadline(interval: Duration?, now: ContinuousClock.Instant) -> ContinuousClock.Instant? {
    guard let interval else {
      start = nil
      return nil
    }
    let start = start ?? now
    self.start = start
    return start.advanced(by: interval)
  }

  mutating func didTick(at now: ContinuousClock.Instant) { start = now }
}
