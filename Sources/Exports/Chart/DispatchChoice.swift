import Launches
import ModuleLifecycle
import Recordings

/// Which dispatch of a recording is looked at: the first launch, or of another event the one that took longest, or the one
/// with a certain number.
struct DispatchChoice {
  /// The dispatch, and what is known about it.
  struct Chosen {
    var dispatch: DispatchEntry
    /// willFinishLaunching, where this is a launch that had it.
    var before: DispatchEntry?
    /// What the launch is made of, where this is one.
    var launch: ApplicationLaunch?
    /// How often the event was fired in the recording.
    var count: Int
    /// What it may take, in nanoseconds.
    var budget: UInt64?
    /// Whether that is for all of a launch, and not for its events alone.
    var budgetIsForAll: Bool
    /// Whether it is the launch.
    var isLaunch: Bool
  }

  private static let launch = DidFinishLaunching.name
  private static let before = WillFinishLaunching.name

  private let options: ExportOptions
  private let event: String
  private var found: DispatchEntry?
  private var finder: LaunchFinder
  /// The launch that was found, and its willFinishLaunching.
  private var launch: ApplicationLaunch?
  private var willFinish: DispatchEntry?
  private var count = 0
  private var names: Set<String> = []
  /// How many dispatches there are, whatever the event.
  private var dispatchCount = 0
  /// The budget that was passed while a dispatch of the event was under way.
  private var budget: (dispatch: UInt64, nanoseconds: UInt64)?
  private var foundBudget: UInt64?

  init(_ options: ExportOptions, header: JournalHeader) {
    self.options = options
    finder = LaunchFinder(header.modules ?? [])
    event = options.event ?? Self.launch
  }

  private var isLaunch: Bool { options.dispatch == nil && event == Self.launch }

  mutating func add(_ entry: JournalEntry) {
    let launch = finder.add(entry)
    switch entry {
    case .dispatch(let dispatch): add(dispatch, of: launch)
    // A moment of the launch that was taken, after its last event.
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
    // A module that catches up is no launch.
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

  /// What was found; `nil` where the event was never fired.
  var chosen: Chosen? {
    found.map {
      Chosen(
        dispatch: $0, before: isLaunch ? willFinish : nil, launch: launch, count: max(1, count),
        budget: options.budgetNanoseconds ?? foundBudget, budgetIsForAll: options.budgetNanoseconds != nil,
        isLaunch: isLaunch)
    }
  }

  /// Why nothing was found.
  var problem: ExportError {
    if let number = options.dispatch { return .noDispatchNumbered(number, count: dispatchCount) }
    return .noDispatch(of: options.event, events: names.sorted())
  }
}

/// Finds what is to be charted, and charts it at the end.
struct ChartExport: EntryExport {
  let header: JournalHeader
  private var choice: DispatchChoice

  init(header: JournalHeader, options: ExportOptions) {
    self.header = header
    choice = DispatchChoice(options, header: header)
  }

  mutating func add(_ entry: JournalEntry, to out: inout String) { choice.add(entry) }

  mutating func end(_ out: inout String) throws {
    guard let chosen = choice.chosen else { throw choice.problem }
    out.write(ChartDrawing(BootChart(chosen, header: header)).svg)
  }
}
