#if CommandLine
import ModuleLifecycle
import TextFormatting

/// Times of the journal as times of day.
struct Clock {
  private let origin: UInt64

  init(_ state: DashboardState) {
    // Only the time of day matters, so nothing here can overflow.
    let day: UInt64 = 86_400
    let shift = UInt64((state.source.secondsFromUTC % 86_400 + 86_400) % 86_400)
    origin = (state.source.startedNanoseconds % (day * 1_000_000_000) + shift * 1_000_000_000)
  }

  /// `22:41:09`
  func time(_ nanoseconds: UInt64) -> String {
    ClockText.format(secondsSinceMidnight: Int((origin &+ nanoseconds) / 1_000_000_000 % 86_400))
  }

  /// `22:41:09.114`
  func preciseTime(_ nanoseconds: UInt64) -> String {
    ClockText.format(nanosecondsSinceMidnight: (origin &+ nanoseconds) % 86_400_000_000_000)
  }
}
#endif
