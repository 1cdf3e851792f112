/// The facts that a journal's entries report from one entry on. A prologue before that entry must not report them too.
struct KeptFacts: Sendable {
  /// Whether an entry reports the application's state.
  private(set) var tellsState = false
  /// The state before the first such entry; `nil` when it is no longer known.
  private(set) var stateBefore: ApplicationState?
  private(set) var hasLaunch = false
  private(set) var modules: [ModuleEntry] = []
  /// The objects whose acquisition is reported.
  private(set) var acquired: Set<UInt64> = []
  /// The objects whose asynchronous cleanup is reported as begun.
  private(set) var releasing: Set<UInt64> = []
  /// The owners that are reported as expected to go.
  private(set) var departing: Set<UInt64> = []

  init(of journal: Journal, from sequence: UInt64) {
    let reader = JournalReader(journal: journal, position: sequence, wake: nil)
    while case let entries = reader.readKept(limit: 1_024).entries, !entries.isEmpty {
      for entry in entries { note(entry) }
    }
    if sequence == 0 { stateBefore = .notRunning }
  }

  private mutating func note(_ entry: JournalEntry) {
    switch entry {
    case .dispatch(let dispatch):
      if !tellsState { (tellsState, stateBefore) = (true, dispatch.before.state) }
      if dispatch.event == DidFinishLaunching.name, !dispatch.isReplay { hasLaunch = true }
    case .owned(let object): acquired.insert(object.id)
    case .module(let module):
      modules.append(module)
      if module.change == .removed { departing.insert(module.owner) }
    case .owner(let owner): departing.insert(owner.owner)
    case .releasing(let object): releasing.insert(object.id)
    case .overdue(let overdue): departing.insert(overdue.owner)
    // It reports the state from then on, and not the state before.
    case .state: tellsState = true
    default: break
    }
  }
}
