import Launches
import ModuleLifecycle
import TextFormatting

extension TraceExport {
  /// A launch that is over, and in it the creation of its modules, in a lane of their own. What each module's creation
  /// took stands in the module's lane.
  mutating func add(_ launch: ApplicationLaunch, endingWith dispatch: DispatchEntry, _ out: inout String) {
    guard launch.isComplete, launch.creationNanoseconds > 0, let first = launch.creations.first else { return }
    lanes.hasLaunches = true
    let start = first.atNanoseconds
    let created = launch.creations.map(\.endNanoseconds).max() ?? start
    var group = SliceGroup()
    group.add(
      TraceEvent(
        phase: .complete, name: "launch", category: "launch", lane: .launches, at: start,
        took: dispatch.endOfCalls - min(start, dispatch.endOfCalls),
        arguments: [
          ("total_ns", .count(launch.totalNanoseconds)), ("creation_ns", .count(launch.creationNanoseconds)),
          ("slowest", .text(launch.slowest?.name)), ("slowest_ns", .count(launch.slowest?.nanoseconds)),
        ]))
    group.add(
      TraceEvent(
        phase: .complete, name: "\(CountText.format(launch.createdCount, "module")) created", category: "launch",
        lane: .launches, at: start, took: created - start,
        arguments: [("creation_ns", .count(launch.creationNanoseconds))]))
    for event in group.nested() { write(event, to: &out) }
  }
}
