import ModuleLifecycle

/// Which dispatch of a recording is looked at: the first launch, or of another event the one that took longest.
struct DispatchChoice {
  /// The dispatch, and what is known about it.
  struct Chosen {
    var dispatch: DispatchEntry
    /// willFinishLaunching, where this is a launch that had it.
    var before: DispatchEntry?
    /// How often the event was fired in the recording.
    var count: Int
    /// What it may take, in nanoseconds.
    var budget: UInt64?
    /// Whether it is the launch.
    var isLaunch: Bool
  }

  private static let launch = DidFinishLaunching.name
  private static let before = WillFinishLaunching.name

  private let options: ExportOptions
  private let event: String
  private var found: DispatchEntry?
  private var willFinish: DispatchEntry?
  private var count = 0
  private var names: Set<String> = []
  /// The budget that was passed while a dispatch of the event was under way.
  private var budget: (dispatch: UInt64, nanoseconds: UInt64)?
  private var foundBudget: UInt64?

  init(_ options: ExportOptions) {
    self.options = options
    event = options.event ?? Self.launch
  }

  private var isLaunch: Bool { event == Self.launch }

  mutating func add(_ entry: JournalEntry) {
    switch entry {
    case .dispatch(let dispatch): add(dispatch)
    case .running(let entry):
      if entry.event == event, let dispatch = entry.dispatch, let nanoseconds = entry.budgetNanoseconds {
        budget = (dispatch, nanoseconds)
      }
    default: break
    }
  }

  private mutating func add(_ dispatch: DispatchEntry) {
    names.insert(dispatch.event)
    if isLaunch, found == nil, dispatch.event == Self.before, !dispatch.isReplay { willFinish = dispatch }
    // A module that catches up is no launch.
    guard dispatch.event == event, !(isLaunch && dispatch.isReplay) else { return }
    count += 1
    if let found, isLaunch || found.totalNanoseconds >= dispatch.totalNanoseconds { return }
    found = dispatch
    foundBudget = budget?.dispatch == dispatch.id ? budget?.nanoseconds : nil
  }

  /// What was found; `nil` where the event was never fired.
  var chosen: Chosen? {
    found.map {
      Chosen(
        dispatch: $0, before: isLaunch ? willFinish : nil, count: count,
        budget: options.budgetNanoseconds ?? foundBudget, isLaunch: isLaunch)
    }
  }

  /// Why nothing was found.
  var problem: ExportError { .noDispatch(of: options.event, events: names.sorted()) }
}
