#if CommandLine
public import EventArguments
public import ModuleLifecycle
public import Recordings
public import TerminalUI

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
    case .key(let key): return unfreezing(press(key))
    case .mouse(let event, let glyphs): return unfreezing(handle(event, glyphs))
    case .resize(let size):
      self.size = size
      renewDispatchPage()
    case .entries(let entries):
      for entry in entries { fold(entry) }
      application.ownership.settle()
      if entries.contains(where: { if case .warning = $0 { true } else { false } }) { renewDispatchPage() }
    case .backlog(let backlog):
      if isFrozen { frozen = backlog }
    case .recording(let status): fold(status)
    case .ignoringPaste(let isIgnoring): isIgnoringPaste = isIgnoring
    case .copyRefused: headline = .failed("This terminal takes no text for the clipboard.")
    case .events(let events): application.source.events = events
    case .tick(let running):
      // What ran in a recording is in its entries.
      if !isFrozen, playback == nil { application.running = running }
    case .sent(let command):
      if commandsUnderWay == commandsStarted { waitingSince = self.now }
      commandsUnderWay += 1
      if case .fire = overlay { overlay = nil }
      if case .fireRepeatedly(let event, let arguments, let times, let relaunching) = command {
        beginRepeating(event: event, arguments: arguments, times: times, relaunching: relaunching)
      }
      if case .export(let format, _, _) = command { headline = .looked("Exporting as \(format)...") }
    case .refused(let command, let problem): refuse(command, problem: problem)
    case .progress(let progress): fold(progress)
    case .checked(let command, let problems): fold(problems, of: command)
    case .line(let text): return perform(line: text)
    case .playback(let playback): return fold(playback)
    case .replayed(let model): show(model)
    case .prologue(let prologue): rejoin(prologue)
    case .playbackRefused(let problem): headline = .failed(problem)
    case .located(let occurrences): fold(occurrences)
    case .experiment(let id, let progress): lab.fold(progress, of: id)
    }
    return []
  }

  /// Takes in how far the application is with a command.
  private mutating func fold(_ progress: CommandProgress) {
    switch progress {
    case .started:
      commandsStarted = min(commandsStarted + 1, commandsUnderWay)
      waitingSince = now
    case .repeating(let done): noteRepetitions(done)
    case .repeated(let summary): fold(summary)
    case .exported(let summary): headline = .exported(summary)
    case .finished(let problem):
      commandsUnderWay = max(0, commandsUnderWay - 1)
      commandsStarted = min(max(0, commandsStarted - 1), commandsUnderWay)
      if commandsUnderWay == 0 { application.running = nil }
      guard let problem else { return }
      headline = .failed(problem)
      awaitedLeakFix = nil
    }
  }

  private mutating func refuse(_ command: Command, problem: String) {
    if case .fire(var sheet) = overlay, command.firing != nil {
      sheet.problem = problem
      sheet.goToProblem()
      overlay = .fire(sheet)
    } else {
      if case .cancel = command { awaitedLeakFix = nil }
      headline = .failed(problem)
    }
  }
}

/// Something that changes the state.
public enum Action: Sendable, Equatable {
  /// A key was pressed.
  case key(Key)
  /// The mouse was used, on a screen that is drawn with these signs.
  case mouse(MouseEvent, GlyphSet)
  /// The screen has another size.
  case resize(Size)
  /// The journal has new entries.
  case entries([JournalEntry])
  /// The view is frozen, and so far behind.
  case backlog(Backlog)
  /// The end of a pasted text did not come, so that keys are ignored, or they no longer are.
  case ignoringPaste(Bool)
  /// This terminal takes no text for the clipboard.
  case copyRefused
  /// A recording has begun, has come further, or has ended.
  case recording(RecordingStatus?)
  /// The source offers other events than before.
  case events([EventDescription])
  /// Time has passed; this handler is running now.
  case tick(running: RunningHandler?)
  /// The source refused a command.
  case refused(Command, problem: String)
  /// The source accepted a command.
  case sent(Command)
  /// The application has come further with a command.
  case progress(CommandProgress)
  /// The source has looked at what a form would fire.
  case checked(Command, [EventArgumentProblem])
  /// A line was typed where there is no screen.
  case line(String)
  /// The playing of a recording stands elsewhere than before.
  case playback(Playback)
  /// Another place of the recording was gone to: this is the application as it was there.
  case replayed(ApplicationModel)
  /// Entries were dropped unread: this is how the application stands after them.
  case prologue(Prologue)
  /// The recording can't be played as it was asked for, for this reason.
  case playbackRefused(String)
  /// The source has looked where an event comes.
  case located(EventOccurrences)
  /// An experiment has said something.
  case experiment(id: String, ExperimentProgress)
}

/// Something that the state wants done.
public enum Effect: Sendable, Equatable {
  /// Hand a command to the source, and report how that went.
  case perform(Command)
  /// Ask the source what is wrong with what a form would fire, and report it.
  case check(Command)
  /// Have the source play its recording otherwise.
  case playback(PlaybackCommand)
  /// Ask the source where an event comes in its recording, and report it.
  case locate(event: String)
  /// Have the source run an experiment, and report what it says.
  case run(experiment: String)
  /// Say these lines, where there is no screen.
  case say([String])
  /// Say why a typed line is not obeyed.
  case complain(String)
  /// Put a text on the user's clipboard.
  case copy(String)
  /// Leave.
  case quit
}
#endif
