#if CommandLine
import DelegateLab
import Inspection
import Launches
public import ModuleLifecycle
import OrderedCollections
import Recordings

/// Says line by line what happens, each thing once. It remembers what it has said.
public struct PlainReporter: Sendable {
  /// The owners that were removed and are not freed, and whether that was said.
  private var removed: OrderedDictionary<UInt64, Bool> = [:]
  /// What was done about an overdue owner, as last spoken of.
  private var leakFix: LeakFix?
  /// Whether modules come and go by the dozen, because all are created anew.
  private var isRebuilding = false
  /// The recording that is written, as last spoken of.
  private var recording: RecordingStatus?
  /// Whether what modules print is said.
  private let saysOutput: Bool

  /// Has said nothing yet, and will not speak of what is there already.
  ///
  /// - Parameters:
  ///   - state: What there is.
  ///   - saysOutput: Whether to say what modules print; not so where it is heard by other means.
  public init(_ state: DashboardState, saysOutput: Bool = true) {
    self.saysOutput = saysOutput
    recording = state.recording
    if case .leakFixed(let fix) = state.headline { leakFix = fix }
  }

  /// What there is on arrival.
  public func greeting(_ state: DashboardState) -> [String] {
    if state.playback != nil {
      return [state.statusLine, state.whereLine, "'help' lists the commands. Begin with 'play', or 'go end'."]
    }
    let hint = state.application.modules.count > 0 ? " Begin with 'fire didFinishLaunching'." : ""
    return [state.statusLine, "'help' lists the commands.\(hint)"]
  }

  /// Whether an entry may say something, so that the state has to be looked at when it has taken that in, and before it
  /// takes in the next.
  public func heeds(_ entry: JournalEntry) -> Bool {
    switch entry {
    case .owned, .releasing, .released, .owner, .alive, .state: false
    // Who is freed is not said not to be any more.
    case .module(let module): module.change == .failed || !isRebuilding
    case .dispatch, .completion, .overdue, .running, .output, .mark, .warning, .request, .journal, .gap: true
    }
  }

  /// What an action says, once the state has taken it in. Of entries the last one speaks: none before it is heeded.
  public mutating func lines(after action: Action, in state: DashboardState) -> [String] {
    let headline = HeadlineLine(state: state)
    switch action {
    case .entries(let entries):
      guard let entry = entries.last else { return [] }
      if case .module(let module) = entry { return lines(about: module, in: state) }
      return text(of: entry, in: state)
    case .reply(.accepted, let command?): if command.relaunches { isRebuilding = true }
    case .reply(.repeated, _): return state.repeated.map { [Phrases.outcome(of: $0)] } ?? []
    case .recording(let status?):
      defer { recording = status }
      if status.path != recording?.path || status.isRunning != recording?.isRunning { return [headline.recording.text] }
    case .contact, .attached: return [headline.contact?.text ?? headline.sentence]
    case .exported(let summary): return [headline.exported(summary).text]
    case .experiment(_, let line?):
      let time = line.afterNanoseconds.map { " (after \(Phrases.time($0)))" } ?? ""
      return ["\(line.kind.rawValue): \(line.text)\(time)"]
    case .experiment: return ["The experiment is over."]
    default: break
    }
    return []
  }

  /// What is to be said once the state has taken in all that is known: what has come of a remedy, and who is not freed.
  ///
  /// - Parameter isOver: Whether nothing is under way any more. As long as something is, nobody is said not to be freed
  ///   yet: most will be, in a moment.
  public mutating func settle(_ state: DashboardState, isOver: Bool) -> [String] {
    let headline = HeadlineLine(state: state)
    var lines: [String] = []
    if case .leakFixed(let fix) = state.headline, fix != leakFix {
      leakFix = fix
      lines.append(headline.leakFixed(fix).text)
    }
    guard isOver else { return lines }
    isRebuilding = false
    for owner in removed.keys where removed.updateValue(true, forKey: owner) == false {
      // Of who is overdue there is a warning.
      if state.application.ownership.owners[owner]?.isOverdue == false { lines.append(headline.removed(owner).text) }
    }
    return lines
  }

  private mutating func lines(about module: ModuleEntry, in state: DashboardState) -> [String] {
    let headline = HeadlineLine(state: state)
    switch module.change {
    case .failed: return ["\(module.name) could not be created: \(module.error ?? "no reason given")."]
    case _ where isRebuilding: break
    // That the launch was aborted tells who went with it.
    case .removed where module.cause != .launchAborted: removed[module.owner] = false
    case .freed:
      // Of who was helped it is said what was done.
      if case .leakFixed(let fix) = state.headline, fix.owner == module.owner { removed[module.owner] = nil }
      if removed.removeValue(forKey: module.owner) != nil { return [headline.removed(module.owner).text] }
    case .broughtBack: return [headline.broughtBack(module.id).text]
    case .switchedOn, .switchedOff:
      if case .switched(let id, let isNew)? = state.application.latest {
        return [headline.switched(id, isNew: isNew).text]
      }
    // Others move to make room for the one that was moved, which is no news.
    case .moved where module.id == state.selectedModule: return [headline.moved(module.id).text]
    default:
      let reason = module.error.map { ": \"\($0)\"" } ?? ""
      return module.stage.map { ["\(module.name) \($0.clause)\(reason)."] } ?? []
    }
    return []
  }

  private func text(of entry: JournalEntry, in state: DashboardState) -> [String] {
    switch entry {
    case .dispatch(let dispatch):
      // Of what is repeated all is said at its end.
      if state.repeated?.owns(entry) == true { return [] }
      guard let launch = state.launch(of: dispatch), launch.isComplete, launch.creationNanoseconds > 0 else {
        return [Self.sentence(about: dispatch)]
      }
      return [Self.sentence(about: dispatch), LaunchWords(launch).summary]
    case .warning(let warning):
      return state.application.warnings.allowed.contains(warning) ? [] : ["WARNING: \(warning.sentence)"]
    case .output(let output):
      guard saysOutput else { return [] }
      let place = output.module.map { "\($0) printed in \(output.event ?? "an event")" } ?? "Printed"
      return ["\(place): \(output.line)"]
    case .mark(let mark):
      let launch = state.application.latestLaunch.flatMap { latest in
        latest.marks.contains { latest.atNanoseconds.plus($0.nanoseconds) == mark.atNanoseconds } ? latest : nil
      }
      return ["Mark: \(LaunchWords.words(of: mark, in: launch))."]
    case .running:
      let line = HeadlineLine(state: state)
      return [line.running?.text ?? line.sentence]
    case .completion(let entry) where entry.kind == .late:
      let took = Phrases.time(entry.tookNanoseconds)
      return ["\(entry.module) answered \(entry.event) #\(entry.dispatch) after \(took), too late to count."]
    case .request(let request): return request.isAsked(by: state.attachment?.own) ? [] : [request.sentence]
    case .journal(let entry): return [entry.sentence]
    case .gap(let gap):
      return ["\(Phrases.number(gap.dropped)) entries of the journal were dropped, because it was full."]
    case .module, .completion, .owned, .releasing, .released, .overdue, .owner, .alive, .state: return []
    }
  }

  /// What came of a dispatch: `#117 openURL pay:42: yes (Scene), 2 called, 0.9 ms.`
  static func sentence(about dispatch: DispatchEntry) -> String {
    let sent = dispatch.parent.map { ["sent by \(dispatch.parentModule ?? "a handler") in #\($0)"] } ?? []
    return "\(dispatch.heading): \((dispatch.outcome + sent).joined(separator: ", "))."
  }
}

extension Command {
  /// Whether modules come and go by the dozen meanwhile.
  fileprivate var relaunches: Bool {
    switch self {
    case .relaunch, .fireRepeatedly(_, _, _, relaunching: true): true
    default: false
    }
  }
}
#endif
