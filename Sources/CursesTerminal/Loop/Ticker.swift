/// Ticks at the interval that a program wants at the moment.
struct Ticker {
  private var start: ContinuousClock.Instant?

  /// When the next tick is due; nil if there is no interval.
  mutating func deadline(interval: Duration?, now: ContinuousClock.Instant) -> ContinuousClock.Instant? {
    guard let interval else {
      start = nil
      return nil
    }
    let start = start ?? now
    self.start = start
    return start.advanced(by: interval)
  }

  /// Notes that a tick was sent.
  mutating func didTick(at now: ContinuousClock.Instant) { start = now }
}
