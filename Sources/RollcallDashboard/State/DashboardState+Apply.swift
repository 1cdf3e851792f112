#if CommandLine
import RollcallInspection
import ModuleLifecycle
import OrderedCollections
import RollcallRecordings

extension DashboardState {
  /// Applies the application's state after entries were dropped unread, and adjusts the view to the changes that they
  /// recorded.
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

  /// Applies one journal entry to the model, then updates the view.
  mutating func apply(_ entry: AnyEntry) {
    // Repeated firings are reported and counted as a whole.
    let isRepeated = repeated?.owns(entry) ?? false
    var isCounted = true
    if isRepeated, case .dispatch(let dispatch) = entry {
      isCounted = dispatch.event != repeated?.event
      if !isCounted { repeated?.latest = dispatch.id }
    }
    let change = application.apply(entry, isCounted: isCounted)
    if let change, !isRepeated { headline = .happened(change) }
    switch entry {
    case .module(let module):
      if selectedModule == nil { selectedModule = module.id }
      guard selectedModule == module.id, !isRepeated else { break }
      // Modules that only made room for the moved one need no headline.
      if module.change == .moved {
        headline = .looked(application.sentence(moved: module.id), hint: "J K move it")
      }
      if module.change == .unregistered { selectedModule = application.modules.rows.first?.id }
    case .released(let released):
      let object = OwnedObjectID(owner: released.ownerID, number: released.number)
      guard let fix = awaitedLeakFix, fix.object == object else { break }
      headline = .leakFixed(fix)
      awaitedLeakFix = nil
    default: break
    }
  }

  /// Shows another model: the application at another position in a recording. The view stays as it is: size, focus,
  /// filters, zoom, row order, selection and open layers.
  mutating func show(_ model: ApplicationModel) {
    application = model
    headline = model.latest.map(Headline.happened) ?? .start
    // A dispatch that is still to come can't be shown. One that was forgotten since can.
    if let shown = pinned, model.history.dispatch(at: shown.place)?.id != shown.dispatch.id,
      shown.place >= model.history.forgottenCount
    {
      pinned = nil
    }
    // A selected module that does not exist yet stays selected until it is registered.
    if selectedModule == nil { selectedModule = model.modules.rows.first?.id }
    (statistics, rows) = (nil, nil)
    renewDispatchPage()
  }
}
#endif
