#if CommandLine
public import Inspection
import Launches
public import ModuleLifecycle
import OrderedCollections
public import Recordings

/// Says line by line what happens, each thing once. It remembers what it has said.
public struct PlainReporter: Sendable {
  /// The headline as last seen, what it says, and whether that was said, or need not be.
  private var headline: Headline
  private var sentence: String
  private var isSaid = true
  /// The owner that was said not to be freed yet.
  private var pendingOwner: UInt64?
  /// Whether modules come and go by the dozen, because all are created anew.
  private var isRebuilding = false

  /// Whether what modules print is said.
  private let saysOutput: Bool

  /// Has said nothing yet, and will not speak of what is there already.
  ///
  /// - Parameters:
  ///   - state: What there is.
  ///   - saysOutput: Whether to say what modules print; not so where it is heard by other means.
  public init(_ state: DashboardState, saysOutput: Bool = true) {
    self.saysOutput = saysOutput
    headline = state.headline
    sentence = HeadlineLine(state: state).sentence
  }

  /// What there is on arrival.
  public func greeting(_ state: DashboardState) -> [String] {
    if state.playback != nil {
      return [state.statusLine, state.whereLine, "'help' lists the commands. Begin with 'play', or 'go end'."]
    }
    let hint = state.application.modules.count > 0 ? " Begin with 'fire didFinishLaunching'." : ""
    return [state.statusLine, "'help' lists the commands.\(hint)"]
  }

  /// That an application in another process does not answer, or has gone, or is back.
  public static func contact(_ state: DashboardState) -> [String] {
    let line = HeadlineLine(state: state)
    return [line.contact?.text ?? line.sentence]
  }

  /// A command was sent.
  public mutating func note(_ command: Command) {
    switch command {
    case .relaunch, .fireRepeatedly(_, _, _, relaunching: true): isRebuilding = true
    default: break
    }
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

  /// What an entry says, once the state has taken it in, and those before it that are not heeded.
  public mutating func lines(for entry: JournalEntry, in state: DashboardState) -> [String] {
    noteHeadline(after: entry, in: state) + text(of: entry, in: state)
  }

  /// What the headline says, unless it was said, once the state has taken in all that is known.
  ///
  /// - Parameter isOver: Whether nothing is under way any more. As long as something is, nobody is said not to be freed
  ///   yet: most will be, in a moment.
  public mutating func settle(_ state: DashboardState, isOver: Bool) -> [String] {
    if isOver { isRebuilding = false }
    guard !isSaid else { return [] }
    if case .happened(.removed(let id)) = headline, let owner = state.application.ownership.owners[id],
      !owner.isFreed, !owner.isOverdue
    {
      guard isOver, pendingOwner != id else { return [] }
      pendingOwner = id
    }
    isSaid = true
    return [sentence]
  }

  /// Takes in the headline.
  ///
  /// - Returns: What the one before it says, if it was not said and has no other time to be.
  private mutating func noteHeadline(after entry: JournalEntry, in state: DashboardState) -> [String] {
    // Others move to make room for the one that was moved, which is no news.
    let isShift = entry.moved.map { $0 != state.selectedModule } ?? false
    var lines: [String] = []
    if state.headline != headline || entry.isChangeOfModule && !isShift {
      if !isSaid { lines = [sentence] }
      headline = state.headline
      (sentence, isSaid) = ("", false)
    }
    let latest = HeadlineLine(state: state).sentence
    if latest != sentence { (sentence, isSaid) = (latest, isShift && isSaid) }
    switch headline {
    // Others say these.
    case .happened(.dispatched), .happened(.notCreated), .happened(.launchAborted): isSaid = true
    case .start, .failed, .looked, .repeated, .recording, .exported, .contact: isSaid = true
    default: if isRebuilding { isSaid = true }
    }
    // There is a warning that says so.
    if case .overdue = entry { isSaid = true }
    // Who is being helped is spoken of when it is known what has come of that.
    if case .happened(.removed(let id)) = headline, state.awaitedLeakFix?.owner == id { isSaid = true }
    return lines
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
    case .module(let module) where module.change == .failed:
      return ["\(module.name) could not be created: \(module.error ?? "no reason given")."]
    case .module(let module) where module.stage != nil && !isRebuilding:
      let reason = module.error.map { ": \"\($0)\"" } ?? ""
      return module.stage.map { ["\(module.name) \($0.clause)\(reason)."] } ?? []
    case .request(let request): return request.isAsked(by: state.attachment?.own) ? [] : [request.sentence]
    case .journal(let entry): return [entry.sentence]
    case .gap(let gap):
      return ["\(Phrases.number(gap.dropped)) entries of the journal were dropped, because it was full."]
    case .module, .completion, .owned, .releasing, .released, .overdue, .owner, .alive, .state: return []
    }
  }

  /// What came of firing an event repeatedly.
  public static func outcome(_ state: DashboardState) -> [String] {
    state.repeated.map { [Phrases.outcome(of: $0)] } ?? []
  }

  /// What has become of a recording, where that is news.
  ///
  /// - Parameter before: How far it was when it was looked at last.
  public static func recording(_ state: DashboardState, since before: RecordingStatus?) -> [String] {
    guard let status = state.recording, status.path != before?.path || status.isRunning != before?.isRunning else {
      return []
    }
    return [HeadlineLine(state: state).recording.text]
  }

  /// What came of an export.
  public static func outcome(of summary: ExportSummary, in state: DashboardState) -> String {
    HeadlineLine(state: state).exported(summary).text
  }

  /// A line of an experiment.
  public static func line(for progress: ExperimentProgress) -> String {
    switch progress {
    case .line(let line):
      let time = line.afterNanoseconds.map { " (after \(Phrases.time($0)))" } ?? ""
      return "\(line.word): \(line.text)\(time)"
    case .finished: return "The experiment is over."
    }
  }

  /// What came of a dispatch: `#117 openURL pay:42: yes (Scene), 2 called, 0.9 ms.`
  static func sentence(about dispatch: DispatchEntry) -> String {
    let threw = dispatch.throwing
    let parts = [
      dispatch.answerInWords,
      dispatch.calledCount == 0 ? "no module called" : "\(Phrases.number(dispatch.calledCount)) called",
      threw.isEmpty ? "" : "\(threw.joined(separator: ", ")) threw",
      Phrases.time(dispatch.totalNanoseconds),
      dispatch.parent.map { "sent by \(dispatch.parentModule ?? "a handler") in #\($0)" } ?? "",
    ]
    let marked = dispatch.isOutOfState ? ", out of state" : ""
    let replayed = dispatch.isReplay ? ", sent again to one module" : ""
    return "#\(dispatch.id) \(dispatch.title)\(marked)\(replayed): "
      + parts.filter { !$0.isEmpty }.joined(separator: ", ") + "."
  }
}

extension JournalEntry {
  /// Whether it says that a module was registered, removed or changed, and so what happened last.
  fileprivate var isChangeOfModule: Bool {
    guard case .module(let module) = self else { return false }
    return module.change != .freed && module.change != .failed && module.stage == nil
  }

  /// The module that has another place in the order now, if it says that one has.
  fileprivate var moved: ModuleID? {
    guard case .module(let module) = self, module.change == .moved else { return nil }
    return module.id
  }
}
#endif
