/// What the entries tell that a journal keeps from one on, and what therefore is not to be told before them.
struct KeptFacts: Sendable {
  /// Whether one of them tells where the application stands.
  private(set) var tellsState = false
  /// Where it stood before the first that does; `nil` where that is not known any more.
  private(set) var stateBefore: ApplicationState?
  private(set) var hasLaunch = false
  private(set) var modules: [ModuleEntry] = []
  /// The objects whose acquisition is among them.
  private(set) var acquired: Set<UInt64> = []
  /// The objects of which they tell that their asynchronous cleanup has begun.
  private(set) var releasing: Set<UInt64> = []
  /// The owners that should be gone, where that is told.
  private(set) var departing: Set<UInt64> = []

  init(of journal: Journal, from sequence: UInt64) {
    let reader = JournalReader(journal: journal, position: sequence, wake: nil)
    while true {
      let (records, _) = reader.readRecords(limit: 1_024)
      for record in records { note(record) }
      if records.isEmpty { break }
    }
    if sequence == 0 { stateBefore = .notRunning }
  }

  private mutating func note(_ record: RecordRing.Record) {
    switch record {
    case .object(let object, _):
      if object.release == nil { acquired.insert(object.id) }
    case .dispatch(let dispatch, _):
      if !tellsState { (tellsState, stateBefore) = (true, dispatch.stateBefore) }
      if dispatch.names.event == DidFinishLaunching.name, !dispatch.isReplay { hasLaunch = true }
    case .entry(let entry): note(entry)
    }
  }

  private mutating func note(_ entry: JournalEntry) {
    switch entry {
    case .module(let module):
      modules.append(module)
      if module.change == .removed { departing.insert(module.owner) }
    case .owner(let owner): departing.insert(owner.owner)
    case .releasing(let object): releasing.insert(object.id)
    case .overdue(let overdue): departing.insert(overdue.owner)
    // It says where the application stands from then on, and not where it stood.
    case .state: tellsState = true
    default: break
    }
  }
}
