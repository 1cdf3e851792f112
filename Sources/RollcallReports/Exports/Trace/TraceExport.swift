import ModuleLifecycle
import RollcallLaunches
import RollcallRecordings

/// A trace. It has a lane for the launches, one for the events, one for each module with its handlers' calls, one for
/// the application's state, and for each owner the lifetimes of its objects.
///
/// An object that is not released when the recording ends has no end in the trace either; viewers draw it as
/// unfinished. A skipped module has no slice, but the event's slice has the number of modules that were called.
struct TraceExport: EntryExport {
  let header: JournalHeader
  var lanes = TraceLanes()
  private(set) var trees = DispatchTrees()
  /// The objects that have a beginning in the trace and no end.
  var alive: Set<UInt64> = []
  private var state: (state: ApplicationState, since: UInt64)?
  /// The latest time so far.
  private(set) var lastTime: UInt64 = 0
  private var isFirst = true

  private var finder: LaunchFinder

  init(header: JournalHeader) {
    self.header = header
    finder = LaunchFinder(header.modules ?? [], process: header.processOfFirstLaunch)
  }

  mutating func begin(_ out: inout String) {
    let began = CalendarTime(nanosecondsSince1970: header.startedNanoseconds)
    out.write("{\"displayTimeUnit\":\"ns\",\"otherData\":{\"application\":")
    out.write(EventValue.string(header.application).spelled)
    out.write(",\"began\":\"\(began.iso8601)\",\"format\":\"rollcall \(header.version)\"},\"traceEvents\":[")
  }

  mutating func add(_ entry: AnyEntry, to out: inout String) {
    lastTime = max(lastTime, entry.writtenNanoseconds ?? 0)
    if let launch = finder.add(entry), case .dispatch(let dispatch) = entry { add(launch, endingWith: dispatch, &out) }
    switch entry {
    case .dispatch(let dispatch): add(dispatch, to: &out)
    case .completion(let entry): write(instant(of: entry), to: &out)
    case .module(let entry): add(entry, to: &out)
    case .owned(let entry): write(beginning(of: entry), to: &out)
    case .releasing(let entry): write(cleanup(of: entry), to: &out)
    case .released(let entry): write(ending(of: entry), to: &out)
    case .state(let entry): move(to: entry.state, at: entry.atNanoseconds, &out)
    default: if let event = notice(of: entry) { write(event, to: &out) }
    }
  }

  mutating func end(_ out: inout String) {
    flushHeld(&out)
    if let state { write(slice(of: state.state, from: state.since, to: lastTime), to: &out) }
    for event in lanes.metadata(application: header.application) { write(event, to: &out) }
    out.write("\n]}\n")
  }

  mutating func write(_ event: TraceEvent, to out: inout String) {
    out.write(isFirst ? "\n" : ",\n")
    isFirst = false
    out.write(event.json)
  }

  // MARK: Events

  private mutating func add(_ dispatch: DispatchEntry, to out: inout String) {
    if let state = dispatch.state { move(to: state, at: dispatch.endOfCalls, &out) }
    guard let parent = dispatch.parent else { return writeTree(of: dispatch, to: &out) }
    trees.hold(dispatch, until: parent)
    if trees.isFull { flushHeld(&out) }
  }

  /// Writes the dispatches whose outermost event never arrived.
  private mutating func flushHeld(_ out: inout String) {
    while let orphans = trees.takeOrphans() {
      for orphan in orphans { writeTree(of: orphan, to: &out) }
    }
  }

  private mutating func writeTree(of root: DispatchEntry, to out: inout String) {
    var group = SliceGroup()
    var others: [TraceEvent] = []
    var next = [root]
    while let dispatch = next.popLast() {
      addSlices(of: dispatch, to: &group, others: &others)
      let children = trees.takeChildren(of: dispatch.id)
      let calls = children.isEmpty ? [] : dispatch.callTimes
      for child in children { others += arrow(to: child, from: dispatch, calls) }
      next += children.reversed()
    }
    for event in group.nested() + others { write(event, to: &out) }
  }

  // MARK: State

  private mutating func move(to new: ApplicationState, at time: UInt64, _ out: inout String) {
    guard new != state?.state else { return }
    let time = max(time, state?.since ?? 0)
    if let state { write(slice(of: state.state, from: state.since, to: time), to: &out) }
    state = (new, time)
  }

  private func slice(of state: ApplicationState, from start: UInt64, to end: UInt64) -> TraceEvent {
    TraceEvent(
      phase: .complete, name: state.words, category: "state", lane: .state, at: start, took: end - min(start, end))
  }
}
