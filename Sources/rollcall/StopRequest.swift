#if CommandLine
import Foundation
import Synchronization

/// Takes the first Control-C for a wish to come to an end soon. A second one ends the process as ever.
struct StopRequest {
  private let isTaken: Bool

  init() {
    isStopWanted.store(false, ordering: .relaxed)
    isTaken = SignalHandling.handle(SIGINT, by: wishToStop)
  }

  /// From here on Control-C ends the process again.
  func end() { if isTaken { signal(SIGINT, SIG_DFL) } }

  /// Whether there was one.
  var isMade: Bool { isStopWanted.load(ordering: .relaxed) }
}

private let isStopWanted = Atomic(false)

private func wishToStop(by number: Int32) {
  isStopWanted.store(true, ordering: .relaxed)
  signal(number, SIG_DFL)
}
#endif
