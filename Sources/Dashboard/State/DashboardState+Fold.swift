#if CommandLine
import Inspection
import ModuleLifecycle
import OrderedCollections
import Recordings

extension DashboardState {
  /// Takes in how the application stands after entries that were dropped unread; what they would have changed of the look
  /// is made up for.
  mutating func rejoin(_ prologue: Prologue) {
    application.rejoin(prologue)
    if wantedModule != nil || selectedModule.flatMap({ application.modules[$0] }) == nil {
      selectedModule = nil
      selectWantedModule()
    }
    if let fix = awaitedLeakFix, application.ownership.owners[fix.object.owner]?.live[fix.object.number] == nil {
      awaitedLeakFix = nil
    }
  }

  /// Takes in one entry of the journal: the model learns what it tells, and the look follows.
  mutating func fold(_ entry: JournalEntry) {
    // What is fired repeatedly is told, and counted, as a whole.
    let isRepeated = repeated?.owns(entry) ?? false
    var isCounted = true
    if isRepeated, case .dispatch(let dispatch) = entry { isCounted = dispatch.event != repeated?.event }
    let happening = application.fold(entry, isCounted: isCounted)
    if let happening, !isRepeated { headline = .happened(happening) }
    switch entry {
    case .module(let module):
      if selectedModule == nil { selectedModule = module.id }
      guard selectedModule == module.id, !isRepeated else { break }
      // Others move to make room for the one that was moved, which is no news.
      if module.change == .moved { headline = .moved(module.id) }
      if module.change == .unregistered { selectedModule = application.modules.rows.first?.id }
    case .released(let released):
      let object = OwnedObjectID(owner: released.ownerID, number: released.number)
      guard let fix = awaitedLeakFix, fix.object == object else { break }
      headline = .leakFixed(fix)
      awaitedLeakFix = nil
    default: break
    }
  }

  /// Shows another model: the application as it was at another place of a recording. The look at it stays: size, focus,
  /// filters, zoom, order of the rows, what is selected and what lies over the panes.
  mutating func show(_ model: ApplicationModel) {
    let before = application.ownership
    application = model
    application.ownership.takeFolds(of: before)
    if let query = before.filter?.query { application.ownership.setFilter(query) }
    headline = model.latest.map(Headline.happened) ?? .start
    // What has not happened yet can't be looked at. What was forgotten since can.
    if let shown = pinned, model.history.dispatch(at: shown.place)?.id != shown.dispatch.id,
      shown.place >= model.history.forgottenCount
    {
      pinned = nil
    }
    // A module that is not there yet stays selected until it comes.
    if selectedModule == nil { selectedModule = model.modules.rows.first?.id }
    (statistics, rows) = (nil, nil)
    renewDispatchPage()
  }
}
#endif
