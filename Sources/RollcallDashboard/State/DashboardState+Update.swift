#if CommandLine
package import RollcallDelegateLab
package import RollcallReports
package import RollcallInspection
package import ModuleLifecycle
package import RollcallRecordings
package import RollcallTerminalUI

extension DashboardState {
  /// Changes the state in response to an action.
  ///
  /// - Parameters:
  ///   - action: What happened.
  ///   - now: The current time, in nanoseconds since the journal's start.
  /// - Returns: The effects for the caller to carry out.
  package mutating func update(_ action: Action, now: UInt64) -> [Effect] {
    // In a frozen view, ages stop too. In a recording, time can go back.
    if playback != nil { self.now = now } else if !isFrozen { self.now = max(self.now, now) }
    defer { renewView() }
    switch action {
    // The refusal offers C.
    case .key(.character(let letter)) where letter.isLetter && letter != "C" && now < lettersAreTextUntil: break
    case .key(let key): return unfreezing(press(key))
    case .mouse(let event, let glyphs): return unfreezing(handle(event, glyphs))
    case .resize(let size):
      self.size = size
      renewDispatchPage()
    case .message(.entries(let entries, _)):
      for entry in entries { apply(entry) }
      application.settle()
      if entries.contains(where: { if case .warning = $0 { true } else { false } }) { renewDispatchPage() }
    case .backlog(let backlog):
      if isFrozen { frozen = backlog }
    case .replacedWhileFrozen:
      frozen = Backlog()
      headline = .looked("\(applicationWithProcess) ended here, and another one runs.", hint: "Space show it")
    case .recording(let status): apply(status)
    case .ignoringPaste(let isIgnoring): isIgnoringPaste = isIgnoring
    case .copied(let clipboard):
      if case .copied(let what, let lines, let isCut, _) = headline {
        headline = .copied(what: what, lines: lines, isCut: isCut, by: clipboard)
      }
    case .copyRefused: headline = .failed("This terminal does not support copying to the clipboard.")
    case .message(.events(let events)): application.note(events: events)
    case .tick: break
    case .message(.running(let running)): if !isFrozen { application.note(running: running) }
    case .reply(let answer, let command): apply(answer, to: command)
    case .exported(let summary): headline = .done(summary.sentence, isWhole: summary.missing == 0)
    case .message(.contact(let contact)): apply(contact)
    case .message(.hello(let hello)): attach(hello, now: now)
    case .message(.role(let role)): take(role)
    case .message(.bye) where attachment != nil, .message(.reply): break
    case .message(.bye):
      headline =
        followed == nil
        ? .failed("The application is no longer connected.") : .looked("The recording has ended.")
    case .line(let text): return perform(line: text)
    case .playback(let playback): return apply(playback)
    case .replayed(let model): show(model)
    case .message(.prologue(let prologue)): rejoin(prologue)
    case .playbackRefused(let problem): headline = .failed(problem)
    case .located(let occurrences): apply(occurrences)
    case .experiment(let id, let line): lab.apply(line, of: id)
    }
    return []
  }

  /// Adapts the view to a changed state.
  private mutating func renewView() {
    refreshRows()
    refreshCleanupRows()
    refreshLogLines()
    sortAsWanted()
    guard hasScreen else { return }
    keepSelectionFitting()
    keepSelectionVisible()
  }

  /// Applies the application's progress with a command, or a dashboard service's progress with a request.
  private mutating func apply(_ answer: Reply.Answer, to command: Command?) {
    switch answer {
    case .accepted:
      if commandsUnderWay == commandsStarted { waitingSince = now }
      commandsUnderWay += 1
      if let event = command?.firing?.event, fireSheet?.chosen?.name == event { self[FireSheet.self] = nil }
      if case .fireRepeatedly(let event, let arguments, let times, let relaunching)? = command {
        beginRepeating(event: event, arguments: arguments, times: times, relaunching: relaunching)
      }
    case .refused(let problem): refuse(command, problem: problem)
    case .problems(let problems): apply(problems, of: command)
    case .started:
      commandsStarted = min(commandsStarted + 1, commandsUnderWay)
      waitingSince = now
    case .repeating(let done): noteRepetitions(done)
    case .repeated(let summary): apply(summary)
    case .finished(let problem):
      commandsUnderWay = max(0, commandsUnderWay - 1)
      commandsStarted = min(max(0, commandsStarted - 1), commandsUnderWay)
      if commandsUnderWay == 0 { application.note(running: nil) }
      // The end was not reported: the connection was lost, or the composite is gone.
      if case .fireRepeatedly? = command, isRepeating { repeated = nil }
      guard let problem else { return }
      headline = .failed(problem)
      awaitedLeakFix = nil
    }
  }

  private mutating func refuse(_ command: Command?, problem: String) {
    if fireSheet != nil, command?.firing != nil {
      self[FireSheet.self]?.refuse(problem)
    } else {
      if case .cancel? = command { awaitedLeakFix = nil }
      headline = .failed(problem)
    }
  }
}

/// Something that changes the state.
package enum Action: Sendable, Equatable {
  /// A key was pressed.
  case key(Key)
  /// The mouse was used, on a screen drawn with these glyphs.
  case mouse(MouseEvent, GlyphSet)
  /// The screen was resized.
  case resize(Size)
  /// The application has sent a message. Replies come as `reply`.
  case message(InspectionMessage)
  /// The view is frozen, and this many entries behind.
  case backlog(Backlog)
  /// The application ended while the view was frozen, and another one has replaced it. The view stays at the end.
  case replacedWhileFrozen
  /// The end of a pasted text is missing, so keys are ignored (`true`), or keys are handled again (`false`).
  case ignoringPaste(Bool)
  /// The text of the last `copy` effect is on its way to the clipboard.
  case copied(by: Clipboard)
  /// The terminal does not support copying to the clipboard.
  case copyRefused
  /// A recording has started, progressed or ended.
  case recording(RecordingStatus?)
  /// Time has passed.
  case tick
  /// The application has progressed with a command, or has checked it. Without a command, a dashboard service has
  /// progressed with a request.
  case reply(Reply.Answer, to: Command?)
  /// A file has been written.
  case exported(ExportSummary)
  /// The user typed a line in plain mode.
  case line(String)
  /// The playback of a recording has changed its position or state.
  case playback(Playback)
  /// The playback jumped to another position in the recording. The model is the application's state there.
  case replayed(ApplicationModel)
  /// The player refused a command, for this reason.
  case playbackRefused(String)
  /// The player has located an event in the recording.
  case located(EventOccurrences)
  /// An experiment has printed a line; `nil` when it has ended.
  case experiment(id: String, line: LabLine?)
}

/// An effect that an update asks its caller to carry out.
package enum Effect: Sendable, Equatable {
  /// Send a command to the application, and report its progress.
  case perform(Command)
  /// Ask the application which problems a form's input has, and report them.
  case check(Command)
  /// Pass a command to the player of the recording.
  case playback(PlaybackCommand)
  /// Locate an event in the recording, and report its occurrences.
  case locate(event: String)
  /// Record to a file, beginning with the past entries that the journal still has. With `nil`, the file is named after
  /// the application and the time.
  case record(to: String?)
  /// Stop recording.
  case stopRecording
  /// Export everything that is kept or recorded to a file.
  ///
  /// - Parameters:
  ///   - format: One of the offered formats.
  ///   - path: The file, which must not exist yet; `nil` for a generated name in the working folder.
  ///   - dispatch: The dispatch that a chart shows; `nil` for the launch.
  case export(format: ExportFormat, path: String?, dispatch: DispatchID? = nil)
  /// Run an experiment, and report its output.
  case run(experiment: String)
  /// Print these lines in plain mode.
  case say([String])
  /// Print why a typed line was refused.
  case complain(String)
  /// Ask an application in another process for the controlling role.
  case askForControl
  /// Copy a text to the user's clipboard, and report how.
  case copy(String)
  /// Quit the dashboard.
  case quit
}
#endif
