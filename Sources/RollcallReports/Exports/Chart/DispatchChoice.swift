import ModuleLifecycle
import RollcallLaunches
import RollcallRecordings

/// Chooses the dispatch to chart: the first launch, the slowest dispatch of another event, or the one with a given
/// number.
struct DispatchChoice {
  /// The chosen dispatch with its context.
  struct Chosen {
    var dispatch: DispatchEntry
    /// The launch's willFinishLaunching, if there was one.
    var before: DispatchEntry?
    /// The launch's parts; `nil` if the dispatch is not a launch.
    var launch: ApplicationLaunch?
    /// How often the event was fired in the recording.
    var count: Int
    /// The budget, in nanoseconds.
    var budget: UInt64?
    /// Whether the budget covers the whole launch, not only its events.
    var budgetIsForAll: Bool
    /// Whether the dispatch is the launch.
    var isLaunch: Bool
  }

  private static let launch = DidFinishLaunching.name
  private static let before = WillFinishLaunching.name

  private let options: ExportOptions
  private let event: String
  private var found: DispatchEntry?
  private var finder: LaunchFinder
  /// The launch that was found.
  private var launch: ApplicationLaunch?
  private var willFinish: DispatchEntry?
  private var count = 0
  private var names: Set<String> = []
  /// The number of dispatches of any event.
  private var dispatchCount = 0
  /// The budget that was exceeded while a dispatch of the event was running.
  private var budget: (dispatch: DispatchID, nanoseconds: UInt64)?
  private var foundBudget: UInt64?

  init(_ options: ExportOptions, header: JournalHeader) {
    self.options = options
    finder = LaunchFinder(header.modules ?? [], process: header.processOfFirstLaunch)
    event = options.event ?? Self.launch
  }

  private var isLaunch: Bool { options.dispatch == nil && event == Self.launch }

  mutating func add(_ entry: AnyEntry) {
    let launch = finder.add(entry)
    switch entry {
    case .dispatch(let dispatch): add(dispatch, of: launch)
    // A named moment of the chosen launch, after its last event.
    case .mark: if let launch, launch.steps.first == self.launch?.steps.first { self.launch = launch }
    case .running(let entry):
      let isMeant = options.dispatch.map { $0 == entry.dispatch } ?? (entry.event == event)
      if isMeant, let dispatch = entry.dispatch, let nanoseconds = entry.budgetNanoseconds {
        budget = (dispatch, nanoseconds)
      }
    default: break
    }
  }

  private mutating func add(_ dispatch: DispatchEntry, of launch: ApplicationLaunch?) {
    names.insert(dispatch.event)
    dispatchCount += 1
    if let number = options.dispatch {
      guard dispatch.id == number else { return }
      return take(dispatch)
    }
    if isLaunch, found == nil, dispatch.event == Self.before, !dispatch.isReplay { willFinish = dispatch }
    // A module that catches up is not a launch.
    guard dispatch.event == event, !(isLaunch && dispatch.isReplay) else { return }
    count += 1
    if isLaunch, found == nil { self.launch = launch }
    if let found, isLaunch || found.totalNanoseconds >= dispatch.totalNanoseconds { return }
    take(dispatch)
  }

  private mutating func take(_ dispatch: DispatchEntry) {
    found = dispatch
    foundBudget = budget?.dispatch == dispatch.id ? budget?.nanoseconds : nil
  }

  /// The choice; `nil` if the event was never fired.
  var chosen: Chosen? {
    found.map {
      Chosen(
        dispatch: $0, before: isLaunch ? willFinish : nil, launch: launch, count: max(1, count),
        budget: options.budgetNanoseconds ?? foundBudget, budgetIsForAll: options.budgetNanoseconds != nil,
        isLaunch: isLaunch)
    }
  }

  /// The reason why nothing was found.
  var problem: ExportError {
    if let number = options.dispatch { return .noDispatchNumbered(number, count: dispatchCount) }
    return .noDispatch(of: options.event, events: names.sorted())
  }
}

/// Finds the dispatch to chart, and charts it at the end.
struct ChartExport: EntryExport {
  let header: JournalHeader
  private var choice: DispatchChoice

  init(header: JournalHeader, options: ExportOptions) {
    self.header = header
    choice = DispatchChoice(options, header: header)
  }

  mutating func add(_ entry: AnyEntry, to out: inout String) { choice.add(entry) }

  mutating func end(_ out: inout String) throws {
    guard let chosen = choice.chosen else { throw choice.problem }
    out.write(ChartDrawing(BootChart(chosen, header: header)).svg)
  }
}
