#if CommandLine
import Launches
import ModuleLifecycle
import Recordings

extension DashboardState {
  /// Takes in one entry of the journal.
  mutating func fold(_ entry: JournalEntry) {
    let entry = entry.withShortTexts
    let launch = launchFinder.add(entry)
    switch entry {
    case .dispatch(let dispatch): fold(dispatch.withSoundRows, of: launch)
    case .module(let module): fold(module)
    case .owned(let owned): ownership.fold(owned)
    case .releasing(let releasing): ownership.fold(releasing)
    case .released(let released):
      ownership.fold(released)
      noteRemedy(by: released)
    case .overdue(let overdue): ownership.fold(overdue)
    case .owner(let owner):
      ownership.fold(owner)
      if owner.change == .freed { forgetWarning(about: owner.owner) }
    case .alive, .completion: break
    case .running(let entry): running = RunningHandler(entry)
    case .state(let entry):
      applicationState = entry.state
      if entry.state == .notRunning { launchedAt = nil }
    case .output(let line):
      output.append(line)
      if output.count > 200 { output.removeFirst() }
      notice = .output(line)
    case .warning(let warning):
      if warnings.add(warning) { notice = .warning(warning) }
      if warning.kind == .launchAborted {
        abortedLaunch = warning.dispatch
        headline = .launchAborted(warning.sentence, by: warning.module ?? "")
      }
    case .gap(let gap): droppedEntries &+= gap.dropped
    }
  }

  /// Takes in how the application stands after entries that were dropped unread.
  mutating func rejoin(_ prologue: Prologue) {
    applicationState = prologue.state
    if launchedAt != prologue.launchedNanoseconds {
      (launchedAt, knowsLaunch, heardOfLaunch) = (prologue.launchedNanoseconds, false, [])
    }
    roster.rejoin(prologue.modules)
    ownership.rejoin(prologue.entries, present: Set(prologue.modules.filter(\.isPresent).compactMap(\.owner)))
    for entry in prologue.entries { fold(entry) }
    ownership.settle()
  }

  private mutating func fold(_ dispatch: DispatchEntry, of launch: ApplicationLaunch?) {
    let isRepeated = repeated?.owns(dispatch) == true
    history.fold(dispatch, launch: launch, isCounted: !(isRepeated && dispatch.event == repeated?.event))
    if running?.dispatch.map({ $0.id == dispatch.id }) ?? true { running = nil }
    settleWarning(about: dispatch)
    if let state = dispatch.state { applicationState = state }
    if dispatch.isReplay {
      noteLaunched(by: dispatch)
    } else if dispatch.event == DidFinishLaunching.name {
      (launchedAt, knowsLaunch) = (dispatch.atNanoseconds, true)
      if dispatch.id != abortedLaunch { abortedLaunch = nil }
      heardOfLaunch = []
      noteLaunched(by: dispatch)
    }
    guard dispatch.parent == nil else { return }
    if !isRepeated { headline = .dispatched(dispatch.id) }
    // What an earlier event left on the notice line is not about this one.
    if let notice, notice.atNanoseconds < dispatch.atNanoseconds { self.notice = nil }
  }

  private mutating func noteLaunched(by dispatch: DispatchEntry) {
    for span in dispatch.handlers where span.part == nil && span.outcome != .skipped {
      if let row = roster[span.moduleID] { heardOfLaunch.insert(row.owner) }
    }
  }

  /// What was said of a dispatch while it took too long is said otherwise when it is over.
  private mutating func settleWarning(about dispatch: DispatchEntry) {
    warnings.settle(dispatch)
    guard case .warning(let warning) = notice, warning.dispatch == dispatch.id,
      let settled = warning.settled(by: dispatch)
    else { return }
    notice = .warning(settled)
  }

  private mutating func noteRemedy(by entry: ReleasedEntry) {
    let object = OwnedObjectID(owner: entry.ownerID, number: entry.number)
    guard let remedy = awaitedRemedy, remedy.object == object else { return }
    headline = .remedied(remedy)
    awaitedRemedy = nil
  }

  private mutating func fold(_ module: ModuleEntry) {
    let instance = roster[module.id]?.owner
    roster.fold(module)
    ownership.fold(module)
    if selectedModule == nil { selectedModule = module.id }
    // What was let go of because the launch was aborted is told by that.
    if case .launchAborted = headline, module.cause == .launchAborted { return }
    // That modules come and go is told by what has them created anew.
    if repeated?.bringsBack(module) == true { return }
    switch module.change {
    case .removed: headline = .removed(owner: module.owner)
    case .broughtBack: headline = .broughtBack(module.id)
    case .failed: headline = .failed("\(module.name) could not be created: \(module.error ?? "no reason given").")
    case .switchedOn, .switchedOff: headline = .switched(module.id, isNew: module.owner != instance)
    case .moved: if module.id == selectedModule { headline = .moved(module.id) }
    case .unregistered: if selectedModule == module.id { selectedModule = roster.rows.first?.id }
    case .freed: forgetWarning(about: module.owner)
    default: break
    }
  }

  /// Who is freed is overdue no more; that it was stays among the warnings.
  private mutating func forgetWarning(about owner: UInt64) {
    guard case .warning(let warning) = notice, warning.kind == .ownerOverdue, warning.ownerID == owner else { return }
    notice = nil
  }
}
#endif
