import Foundation
package import ModuleLifecycle
import RollcallExperiments
import RollcallRecordings

/// Launches a composite and ends: what a measurement of a launch needs.
@MainActor package enum Application {
  /// Makes a composite that experiments can change, and records it to the file that `ROLLCALL_RECORDING` names.
  package static func launch(_ body: (CompositeDelegate) throws -> Void) throws {
    let composite = CompositeDelegate(name: "Shop", measuring: .processor)
    composite.conduct(.fromEnvironment)
    let path = ProcessInfo.processInfo.environment["ROLLCALL_RECORDING"]
    let recording = try path.map { try composite.journal.record(to: $0, overwriting: true) }
    try body(composite)
    // What starts later has a while.
    let end = Date(timeIntervalSinceNow: 0.6)
    while Date() < end { _ = RunLoop.main.run(mode: .default, before: end) }
    recording?.stop()
  }
}

/// Waits, as for a disk or a server.
package func wait(_ milliseconds: Int) { Thread.sleep(forTimeInterval: Double(milliseconds) / 1_000) }

/// Computes, whatever else the machine does.
package func compute(_ milliseconds: Int) {
  var time = timespec()
  func used() -> Int {
    clock_gettime(CLOCK_THREAD_CPUTIME_ID, &time)
    return Int(time.tv_sec) * 1_000_000_000 + Int(time.tv_nsec)
  }
  let end = used() + milliseconds * 1_000_000
  while used() < end {}
}
