import ModuleLifecycle
import TerminalUI

/// Times of the journal as times of day.
struct Clock {
  private let origin: UInt64

  init(_ state: DashboardState) {
    let started = Int64(clamping: state.source.startedNanoseconds) + Int64(state.source.secondsFromUTC) * 1_000_000_000
    origin = UInt64(max(0, started))
  }

  /// `22:41:09`
  func time(_ nanoseconds: UInt64) -> String {
    ClockText.format(secondsSinceMidnight: Int((origin + nanoseconds) / 1_000_000_000 % 86_400))
  }

  /// `22:41:09.114`
  func preciseTime(_ nanoseconds: UInt64) -> String {
    ClockText.format(nanosecondsSinceMidnight: (origin + nanoseconds) % 86_400_000_000_000)
  }
}
