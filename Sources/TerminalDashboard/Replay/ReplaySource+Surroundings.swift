#if CommandLine
import Dispatch

extension ReplaySource.Surroundings {
  /// The system's clock, and threads beside the terminal's.
  static func real(wake: @escaping @Sendable () -> Void) -> ReplaySource.Surroundings {
    let queue = DispatchQueue(label: "rollcall.replay", qos: .userInitiated)
    return ReplaySource.Surroundings(
      clock: { DispatchTime.now().uptimeNanoseconds },
      work: { work in queue.async { work() } },
      later: { delay, work in
        // More than a day is as good as never: something else will have happened by then.
        let delay = Int(min(delay, 86_400_000_000_000))
        DispatchQueue.global().asyncAfter(deadline: .now() + .nanoseconds(delay)) { work() }
      },
      wake: wake)
  }
}
#endif
