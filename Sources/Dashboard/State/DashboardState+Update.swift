#if CommandLine
public import DelegateLab
public import Exports
public import Inspection
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
      refreshRows()
      sortAsWanted()
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
    case .events(let events): application.note(events: events)
    case .tick: break
    case .running(let running): if !isFrozen { application.note(running: running) }
    case .reply(let answer, let command): fold(answer, to: command)
    case .exported(let summary): headline = .exported(summary)
    case .contact(let contact): fold(contact)
    case .attached(let hello): attach(hello, now: now)
    case .role(let role): take(role)
    case .disconnected where attachment != nil: break
    case .disconnected:
      headline =
        followed == nil
        ? .failed("The application is no longer connected.") : .looked("The recording has come to its end.")
    case .line(let text): return perform(line: text)
    case .playback(let playback): return fold(playback)
    case .replayed(let model): show(model)
    case .prologue(let prologue): rejoin(prologue)
    case .playbackRefused(let problem): headline = .failed(problem)
    case .located(let occurrences): fold(occurrences)
    case .experiment(let id, let line): lab.fold(line, of: id)
    }
    return []
  }

  /// Takes in how far the application is with a command, or a service of the dashboard with what it was asked for.
  private mutating func fold(_ answer: Reply.Answer, to command: Command?) {
    switch answer {
    case .accepted:
      if commandsUnderWay == commandsStarted { waitingSince = now }
      commandsUnderWay += 1
      if case .fire(let sheet) = overlay, sheet.chosen?.name == command?.firing?.event { overlay = nil }
      if case .fireRepeatedly(let event, let arguments, let times, let relaunching)? = command {
        beginRepeating(event: event, arguments: arguments, times: times, relaunching: relaunching)
      }
    case .refused(let problem): refuse(command, problem: problem)
    case .problems(let problems): fold(problems, of: command)
    case .started:
      commandsStarted = min(commandsStarted + 1, commandsUnderWay)
      waitingSince = now
    case .repeating(let done): noteRepetitions(done)
    case .repeated(let summary): fold(summary)
    case .finished(let problem):
      commandsUnderWay = max(0, commandsUnderWay - 1)
      commandsStarted = min(max(0, commandsStarted - 1), commandsUnderWay)
      if commandsUnderWay == 0 { application.note(running: nil) }
      // Its end was not told: the connection was cut, or the composite has gone.
      if case .fireRepeatedly? = command, isRepeating { repeated = nil }
      guard let problem else { return }
      headline = .failed(problem)
      awaitedLeakFix = nil
    }
  }

  private mutating func refuse(_ command: Command?, problem: String) {
    if case .fire(var sheet) = overlay, command?.firing != nil {
      sheet.problem = problem
      sheet.goToProblem()
      overlay = .fire(sheet)
    } else {
      if case .cancel? = command { awaitedLeakFix = nil }
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
  /// The application takes other events than before.
  case events([EventDescription])
  /// Time has passed.
  case tick
  /// Another handler is running now, or none.
  case running(RunningHandler?)
  /// The application has come further with a command, or has checked it; without one, a service of the dashboard has come
  /// further with what it was asked for.
  case reply(Reply.Answer, to: Command?)
  /// A file has been written.
  case exported(ExportSummary)
  /// The application is not there any more.
  case disconnected
  /// The application in another process answers, or does not.
  case contact(Contact)
  /// The connection to an application in another process was replaced.
  case attached(Hello)
  /// The application has decided what this dashboard may do.
  case role(InspectionRole)
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
  /// The player has looked where an event comes.
  case located(EventOccurrences)
  /// An experiment has said something; without a line, that it is over.
  case experiment(id: String, line: LabLine?)
}

/// Something that the state wants done.
public enum Effect: Sendable, Equatable {
  /// Have the application carry a command out, and report how that goes.
  case perform(Command)
  /// Ask the application what is wrong with what a form would fire, and report it.
  case check(Command)
  /// Play the recording otherwise.
  case playback(PlaybackCommand)
  /// Ask where an event comes in the recording, and report it.
  case locate(event: String)
  /// Write everything that happens to a file, what the journal still has of the past first; to one that is named after
  /// the application and the time where none is given.
  case record(to: String?)
  /// Write nothing more to that file.
  case stopRecording
  /// Write all that is kept, or recorded, into a file, in one of the formats that are offered.
  ///
  /// - Parameters:
  ///   - path: The file, which must not be there yet; `nil` for one with a name of its own in the working folder.
  ///   - dispatch: The dispatch that a chart is about; `nil` for the launch.
  case export(format: ExportFormat, path: String?, dispatch: UInt64? = nil)
  /// Run an experiment, and report what it says.
  case run(experiment: String)
  /// Say these lines, where there is no screen.
  case say([String])
  /// Say why a typed line is not obeyed.
  case complain(String)
  /// Ask the application in another process to be allowed to control it.
  case askForControl
  /// Put a text on the user's clipboard.
  case copy(String)
  /// Leave.
  case quit
}
#endif
