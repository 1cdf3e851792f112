#if CommandLine
import ModuleLifecycle

extension DashboardState {
  /// Takes one step: changes the state, and says what is to be done.
  ///
  /// - Parameters:
  ///   - action: What happened.
  ///   - now: When, in nanoseconds since the journal's start.
  public mutating func update(_ action: Action, now: UInt64) -> [Effect] {
    // In a frozen view ages don't go on either; in a recording they may go back.
    if playback != nil { self.now = now } else if !isFrozen { self.now = max(self.now, now) }
    defer {
      refreshStatistics()
      refreshRows()
      keepSelectionFitting()
      keepSelectionVisible()
    }
    switch action {
    case .key(let key):
      return thawing(press(key))
    case .mouse(let event, let glyphs):
      return thawing(use(event, glyphs))
    case .resize(let size):
      self.size = size
      renewDispatchPage()
    case .entries(let entries):
      for entry in entries { fold(entry) }
      ownership.settle()
      if moduleFilter.filter != nil, entries.contains(where: \.changesModules) { moduleFilter.refit(roster) }
      if entries.contains(where: \.warns) { renewDispatchPage() }
    case .backlog(let backlog):
      if isFrozen { frozen = backlog }
    case .recording(let status):
      fold(status)
    case .ignoringPaste(let isIgnoring):
      isIgnoringPaste = isIgnoring
    case .copyRefused:
      headline = .failed("This terminal takes no text for the clipboard.")
    case .events(let events):
      source.events = events
    case .tick(let running):
      // What ran in a recording is in its entries.
      if !isFrozen, playback == nil { self.running = running }
    case .sent(let command):
      if commandsUnderWay == commandsStarted { waitingSince = self.now }
      commandsUnderWay += 1
      if case .fire = overlay { overlay = nil }
      if case .fireRepeatedly(let event, let arguments, let times, let relaunching) = command {
        beginRepeating(event: event, arguments: arguments, times: times, relaunching: relaunching)
      }
      if case .export(let format, _, _) = command { headline = .exporting(format: format) }
    case .refused(let command, let problem):
      refuse(command, problem: problem)
    case .started:
      commandsStarted = min(commandsStarted + 1, commandsUnderWay)
      waitingSince = self.now
    case .finished(let problem):
      commandsUnderWay = max(0, commandsUnderWay - 1)
      commandsStarted = min(max(0, commandsStarted - 1), commandsUnderWay)
      if commandsUnderWay == 0 { running = nil }
      if let problem {
        headline = .failed(problem)
        awaitedRemedy = nil
      }
    case .checked(let command, let problems):
      fold(problems, of: command)
    case .repeating(let progress):
      fold(progress)
    case .repeated(let summary):
      fold(summary)
    case .exported(let summary):
      headline = .exported(summary)
    case .line(let text):
      return obey(text)
    case .playback(let playback):
      return fold(playback)
    case .replayed(let snapshot):
      show(snapshot)
    case .playbackRefused(let problem):
      headline = .failed(problem)
    case .located(let occurrences):
      fold(occurrences)
    case .experiment(let id, let progress):
      lab.fold(progress, of: id)
    }
    return []
  }

  private mutating func refuse(_ command: Command, problem: String) {
    if case .fire(var sheet) = overlay, command.firing != nil {
      sheet.problem = problem
      sheet.goToProblem()
      overlay = .fire(sheet)
    } else {
      if case .cancel = command { awaitedRemedy = nil }
      headline = .failed(problem)
    }
  }
}

extension JournalEntry {
  fileprivate var warns: Bool { if case .warning = self { true } else { false } }
  fileprivate var changesModules: Bool { if case .module = self { true } else { false } }
}
#endif
