#if CommandLine
import Inspection
import ModuleLifecycle
import TextFormatting

/// A command of plain mode, named by the first word of a typed line.
struct PlainVerb: Sendable {
  let word: String
  /// Other words for the command.
  let others: [String]
  /// How the command is written.
  let usage: String
  /// What the command does, as a continuation of its usage.
  let summary: String
  /// Carries out the command, or throws a `PlainProblem`.
  let perform: @Sendable (inout DashboardState, PlainLine) throws -> [Effect]

  /// Creates a command.
  ///
  /// - Parameter usage: How the command is written. It begins with the command's word.
  init(
    _ usage: String, also others: [String] = [], _ summary: String,
    perform: @escaping @Sendable (inout DashboardState, PlainLine) throws -> [Effect]
  ) {
    word = String(usage.prefix { $0.isLetter })
    (self.usage, self.others, self.summary, self.perform) = (usage, others, summary, perform)
  }

  /// Whether a typed word means this command, ignoring case.
  func isMeant(by typed: String) -> Bool { word == typed.lowercased() || others.contains(typed.lowercased()) }
}

/// The commands that act on the application.
extension PlainVerb {
  static let fire = PlainVerb(
    "fire EVENT [xTIMES [resend]] [NAME=VALUE ...]",
    "fires an event once, or several times (x20); arguments left out are those of its example; a repeated launch "
      + "creates all modules anew each time, unless 'resend' sends it to the existing ones"
  ) { state, line in try state.fire(line) }
  static let stop = PlainVerb(
    "stop, or stop recording", "stops firing an event repeatedly, or stops recording"
  ) { state, line in
    if line.rest.lowercased() == "recording" {
      guard state.isRecording else { throw PlainProblem("Nothing is being recorded.") }
      return state.toggleRecording()
    }
    guard state.canStopRepeating else { throw PlainProblem("Nothing is being fired repeatedly.") }
    return state.stopRepeating()
  }
  static let control = PlainVerb(
    "control", "asks the attached application for permission to control it"
  ) { state, _ in
    if let problem = state.controlProblem { throw PlainProblem(problem) }
    return state.askForControl()
  }
  static let again = PlainVerb("again", "fires the last event again") { state, _ in try state.fireAgain() }
  static let resend = PlainVerb(
    "resend", "when launching again: sends the event to the modules as they are"
  ) { state, _ in try state.answer(isRelaunch: false) }
  static let relaunch = PlainVerb(
    "relaunch", "when launching again: creates all modules anew and launches"
  ) { state, _ in try state.answer(isRelaunch: true) }
  static let remove = PlainVerb(
    "remove MODULE", "removes a module: the composite releases it"
  ) { state, line in [.perform(.remove(try state.module(line.rest, for: line).id))] }
  static let bringBack = PlainVerb(
    "bring back [MODULE]", also: ["back"], "brings back a removed module, the last one if none is named"
  ) { state, line in try state.bringBack(line) }
  static let catchUp = PlainVerb(
    "catch up MODULE", "sends only this module the launch that it missed"
  ) { state, line in try state.catchUp(line) }
  static let on = PlainVerb("on MODULE", "switches a module on, from the next event on") { state, line in
    [.perform(.switchOn(try state.module(line.rest, for: line).id))]
  }
  static let off = PlainVerb(
    "off MODULE", "switches a module off: no event calls it, and it keeps what it owns"
  ) { state, line in [.perform(.switchOff(try state.module(line.rest, for: line).id))] }
  static let move = PlainVerb(
    "move MODULE PLACE", "moves a module to another place in the call order"
  ) { state, line in try state.move(line) }
  static let fix = PlainVerb(
    "fix MODULE [OBJECT]",
    "cleans the object that may hold an overdue module, or one of its objects by number"
  ) { state, line in try state.fix(line) }
  static let record = PlainVerb(
    "record [FILE]",
    "records to a file, by default one named after the application and the time"
  ) { _, line in [.record(to: line.rest.isEmpty ? nil : PlainLine.unquoted(line.rest))] }
  static let lab = PlainVerb("lab [EXPERIMENT]", "lists the delegate lab's experiments, or runs one") {
    state, line in
    try state.runExperiment(named: line.rest)
  }
}

/// The commands that show something.
extension PlainVerb {
  static let events = PlainVerb(
    "events [WORDS]", also: ["event"], "lists the events, their arguments, and how they are answered"
  ) { state, line in [.say(try state.eventLines(fitting: line.rest))] }
  static let modules = PlainVerb(
    "modules [WORDS]", also: ["module"], "lists the modules in call order"
  ) { state, line in [.say(state.lines(of: .order, fitting: line.rest))] }
  static let timings = PlainVerb(
    "timings [#DISPATCH]", also: ["timing"],
    "each module's answer, start and time, in the latest event or another"
  ) { state, line in [.say(state.timingLines(of: try state.dispatch(line.rest)))] }
  static let stats = PlainVerb(
    "stats [EVENT]", also: ["statistics"],
    "how long each module's handler took, over all kept dispatches of an event"
  ) { state, line in [.say(try state.statisticsLines(of: line.rest))] }
  static let cleanup = PlainVerb(
    "cleanup [WORDS]", "the cleaned objects, and those that should have been cleaned, by owner"
  ) { state, line in [.say(state.lines(of: .cleanup, fitting: line.rest))] }
  static let warnings = PlainVerb(
    "warnings [KIND or NUMBER]", also: ["warning"],
    "all warnings by kind, or one with why it matters and what to do"
  ) { state, line in [.say(try state.warningLines(about: line.rest))] }
  static let log = PlainVerb("log [WORDS]", "the modules' output and log messages, and all warnings, newest last") {
    state, line in
    [.say(state.lines(of: .log, fitting: line.rest))]
  }
  static let detail = PlainVerb(
    "detail MODULE [OBJECT], or detail #DISPATCH",
    "details of a module, one of its objects, or a dispatch"
  ) { state, line in [.say(try state.detailLines(of: line))] }
  static let status = PlainVerb("status", "the application's state and counts") { state, _ in
    [.say([state.statusLine])]
  }
  static let export = PlainVerb(
    "export FORMAT [FILE]",
    "writes the kept journal to a file, by default one in this folder"
  ) { state, line in try state.export(line) }
  static let help = PlainVerb("help [COMMAND]", also: ["?"], "this list, or one command") { state, line in
    [.say(try state.helpLines(about: line.rest))]
  }
  static let quit = PlainVerb("quit", also: ["q", "exit"], "quits, as does the end of the input") { _, _ in [.quit] }
}

/// The commands that move in a recording.
extension PlainVerb {
  static let step = PlainVerb(
    "step [ENTRIES]", "goes forward by one or more entries of the recording, and prints what happens"
  ) { state, line in [.playback(.go(.step(try state.steps(line))))] }
  static let stepBack = PlainVerb("back [ENTRIES]", "goes back by one or more entries") { state, line in
    [.playback(.go(.step(-(try state.steps(line)))))]
  }
  static let go = PlainVerb(
    "go EVENT, go back EVENT, or go TIME, start, end, entry NUMBER",
    "goes to the next or previous occurrence of an event, or to a time from the start, such as 90s"
  ) { state, line in [.playback(.go(try state.place(line)))] }
  static let standing = PlainVerb("where", "the current entry, the number of entries, and the time") { state, _ in
    [.say([state.whereLine])]
  }
}
#endif
