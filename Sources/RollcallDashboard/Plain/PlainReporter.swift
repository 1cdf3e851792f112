#if CommandLine
import RollcallDelegateLab
import RollcallInspection
import RollcallLaunches
import ModuleLifecycle
import OrderedCollections
import RollcallRecordings

/// Reports what happens in plain mode, line by line and each change once. It remembers what it has reported.
package struct PlainReporter: Sendable {
  /// How much was said of a module that was removed but not freed.
  private enum Removal {
    case unsaid
    /// It went with all others, and is named only if it stays.
    case unsaidWithAll
    case said
  }

  /// The owners that were removed but not freed.
  private var removed: OrderedDictionary<OwnerID, Removal> = [:]
  /// The owners of which a warning has said that they are overdue. It comes right after the entry that they are.
  private var warnedOf: Set<OwnerID> = []
  /// The last reported fix for an overdue owner.
  private var leakFix: LeakFix?
  /// Whether all modules are being created anew, so that single ones are not reported.
  private var isRebuilding = false
  /// The last reported status of the recording.
  private var recording: RecordingStatus?
  /// Whether to report the modules' output.
  private let saysOutput: Bool

  /// Creates a reporter that will not report what the state already contains.
  ///
  /// - Parameters:
  ///   - state: The initial state.
  ///   - saysOutput: Whether to report the modules' output. Pass `false` if the user sees it by other means.
  package init(_ state: DashboardState, saysOutput: Bool = true) {
    self.saysOutput = saysOutput
    recording = state.recording
    if case .leakFixed(let fix) = state.headline { leakFix = fix }
  }

  /// Returns the lines to print first: the status, and a hint.
  package func greeting(_ state: DashboardState) -> [String] {
    if state.playback != nil {
      return [state.statusLine, state.whereLine, "'help' lists the commands. Begin with 'step', or 'go end'."]
    }
    let hint = state.application.modules.count > 0 ? " Begin with 'fire didFinishLaunching'." : ""
    return [state.statusLine, "'help' lists the commands.\(hint)"]
  }

  /// Returns the lines for an action that was applied to the state.
  ///
  /// Of several entries, only the last one is reported.
  package mutating func lines(after action: Action, in state: DashboardState) -> [String] {
    switch action {
    case .message(.entries(let entries, _)):
      guard let entry = entries.last else { return [] }
      if case .module(let module) = entry { return lines(about: module, in: state) }
      return text(of: entry, in: state)
    case .reply(.accepted, .relaunch?):
      isRebuilding = true
      return ["All modules are created anew."]
    case .reply(.accepted, .fireRepeatedly(_, _, _, relaunching: true)?): isRebuilding = true
    case .reply(.repeated, _): return state.repeated.map { [$0.sentence] } ?? []
    case .recording(let status?):
      defer { recording = status }
      if status.path != recording?.path || status.isRunning != recording?.isRunning { return [status.sentence] }
    case .message(.contact), .message(.hello):
      // Another process counts its owners anew.
      if case .message(.hello(let hello)) = action, !hello.isResumed { (removed, warnedOf) = ([:], []) }
      return [state.contactSentence ?? HeadlineLine(state: state).sentence]
    case .exported(let summary): return [summary.sentence]
    case .experiment(_, let line?):
      let time = line.afterNanoseconds.map { " (after \(Phrases.time($0)))" } ?? ""
      return ["\(line.kind.rawValue): \(line.text)\(time)"]
    case .experiment: return ["The experiment is over."]
    default: break
    }
    return []
  }

  /// Whether it is not yet known if a removed module will be freed.
  package func awaitsVerdict(in state: DashboardState) -> Bool {
    removed.contains { id, removal in
      guard removal != .said, let owner = state.application.ownership.owners[id], owner.isStillAlive else {
        return false
      }
      return !owner.isOverdue || owner.mutedBy == nil && !warnedOf.contains(id)
    }
  }

  /// The sentence about an owner that is overdue at the end.
  package static func stillAlive(_ owner: String) -> String {
    "\(owner) should be gone and is still alive: something holds it."
  }

  /// A sentence for each removed module that is not freed, and each other owner whose warning says that it is overdue,
  /// unless the user allows that. Equal ones are counted. Without a connection, only what is overdue is known to stay.
  package func leakSentences(in state: DashboardState) -> [String] {
    var counts: OrderedDictionary<String, Int> = [:]
    let others = warnedOf.filter { removed[$0] == nil }.sorted { $0.rawValue < $1.rawValue }
    for id in Array(removed.keys) + others {
      guard let owner = state.application.ownership.owners[id], owner.isStillAlive else { continue }
      var warning = WarningEntry()
      (warning.kind, warning.module, warning.owner) = (.ownerOverdue, owner.name, owner.name)
      if state.application.warnings.allowed.contains(warning) || state.isCutOff && !owner.isOverdue { continue }
      let sentence =
        owner.isOverdue ? Self.stillAlive(owner.name) : "\(owner.name) was removed and is not freed yet."
      counts[sentence, default: 0] += 1
    }
    return counts.map { sentence, count in count > 1 ? "\(Phrases.number(count))\u{00D7} \(sentence)" : sentence }
  }

  /// Returns the lines to print after all known entries were applied: applied fixes, and owners that are not freed.
  ///
  /// - Parameters:
  ///   - state: The current state.
  ///   - isOver: Whether no command is under way. Until then, owners are not reported: most will be freed in a
  ///     moment.
  package mutating func settle(_ state: DashboardState, isOver: Bool) -> [String] {
    let application = state.application
    var lines: [String] = []
    if case .leakFixed(let fix) = state.headline, fix != leakFix {
      leakFix = fix
      lines.append(application.ownership.sentence(about: fix))
    }
    guard isOver else { return lines }
    isRebuilding = false
    for owner in removed.keys where removed.updateValue(.said, forKey: owner) == .unsaid {
      // A warning already reports an overdue owner.
      if let owner = application.ownership.owners[owner], !owner.isOverdue { lines.append(owner.removal) }
    }
    return lines
  }

  private mutating func lines(about module: ModuleEntry, in state: DashboardState) -> [String] {
    let application = state.application
    switch module.change {
    case .failed: return [application.sentence(about: .notCreated(name: module.name, error: module.error))]
    // The report of an aborted launch covers the modules that it removed.
    case .removed:
      removed[module.owner] = isRebuilding || module.cause == .launchAborted ? .unsaidWithAll : .unsaid
    case .freed where removed[module.owner] == .unsaidWithAll: removed[module.owner] = nil
    case _ where isRebuilding: break
    case .freed:
      // The report of the fix covers its owner.
      if state.awaitedLeakFix?.owner == module.owner { removed[module.owner] = nil }
      if case .leakFixed(let fix) = state.headline, fix.owner == module.owner { removed[module.owner] = nil }
      if removed.removeValue(forKey: module.owner) != nil {
        return [application.sentence(about: .removed(owner: module.owner))]
      }
    case .broughtBack: return [application.sentence(about: .broughtBack(module.id))]
    case .switchedOn, .switchedOff: return application.latest.map { [application.sentence(about: $0)] } ?? []
    // Modules that only made room for the moved one are not reported.
    case .moved where module.id == state.selectedModule: return [application.sentence(moved: module.id)]
    default:
      let reason = module.error.map { ": \"\($0)\"" } ?? ""
      return module.stage.map { ["\(module.name) \($0.clause)\(reason)."] } ?? []
    }
    return []
  }

  private mutating func text(of entry: AnyEntry, in state: DashboardState) -> [String] {
    switch entry {
    case .dispatch(let dispatch):
      // Repeated firings are reported as a whole at the end.
      if state.repeated?.owns(entry) == true { return [] }
      guard let launch = state.launch(of: dispatch), launch.isComplete, launch.creationNanoseconds > 0 else {
        return [dispatch.sentence]
      }
      return [dispatch.sentence, LaunchWords(launch).summary]
    case .warning(let warning):
      if warning.kind == .ownerOverdue, let id = warning.ownerID { warnedOf.insert(id) }
      return state.application.warnings.allowed.contains(warning) ? [] : ["WARNING: \(warning.sentence)"]
    case .output(let output):
      guard saysOutput else { return [] }
      return ["\(output.place): \(output.line)"]
    case .mark(let mark):
      let launch = state.application.latestLaunch.flatMap { latest in
        latest.marks.contains { latest.atNanoseconds.plus($0.nanoseconds) == mark.atNanoseconds } ? latest : nil
      }
      return ["Mark: \(LaunchWords.words(of: mark, in: launch))."]
    case .running: return [state.runningSentence ?? HeadlineLine(state: state).sentence]
    case .completion(let entry) where entry.kind == .late:
      let took = Phrases.time(entry.tookNanoseconds)
      return ["\(entry.module) answered \(entry.event) #\(entry.dispatch) after \(took), too late to count."]
    case .request(let request): return request.isAsked(by: state.attachment?.own) ? [] : [request.sentence]
    case .journal(let entry): return [entry.sentence]
    case .gap(let gap):
      return ["\(Phrases.number(gap.dropped)) journal entries were dropped because the journal was full."]
    case .module, .completion, .owned, .releasing, .released, .overdue, .owner, .alive, .state, .lookUp, .stopped:
      return []
    }
  }
}
#endif
