#if CommandLine
import Launches
import ModuleLifecycle

/// The time axis of the waterfall: that of the dispatch that is shown, or that of the launch which it belongs to.
struct TimeAxis {
  /// Where the dispatch begins on the axis.
  let start: UInt64
  /// How long the axis is.
  let total: UInt64

  init(of dispatch: DispatchEntry, in launch: ApplicationLaunch?) {
    start = launch?.step(of: dispatch.id)?.startNanoseconds ?? 0
    total = start.plus(dispatch.totalNanoseconds)
  }

  /// The part of the axis that a time in the dispatch takes, from 0 to 1.
  func range(from start: UInt64, lasting duration: UInt64) -> (from: Double, to: Double) {
    let whole = Double(max(1, total))
    let begin = Double(self.start) + Double(start)
    return (begin / whole, (begin + Double(duration)) / whole)
  }
}
#endif
