#if CommandLine
public import EventArguments
public import ModuleLifecycle
public import Recordings
public import TerminalUI

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
  /// The application has begun with a command.
  case started
  /// The source has looked at what a form would fire.
  case checked(Command, [EventArgumentProblem])
  /// The event that is being repeated has come so far.
  case repeating(RepetitionProgress)
  /// The event that was being repeated has been fired for the last time.
  case repeated(RepetitionSummary)
  /// A file has been written.
  case exported(ExportSummary)
  /// A command has been carried out, or failed.
  case finished(problem: String?)
  /// A line was typed where there is no screen.
  case line(String)
  /// The playing of a recording stands elsewhere than before.
  case playback(Playback)
  /// Another place of the recording was gone to: this is the application as it was there.
  case replayed(ApplicationSnapshot)
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
