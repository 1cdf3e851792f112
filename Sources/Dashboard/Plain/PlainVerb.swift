#if CommandLine
import Inspection
import ModuleLifecycle
import TextFormatting

/// The first word of a typed line: what a command is called where there is no screen.
struct PlainVerb: Sendable {
  let word: String
  /// Other words for the same.
  let others: [String]
  /// How it is written.
  let usage: String
  /// What it does, completing its usage.
  let summary: String
  /// Does it, or throws a `PlainProblem`.
  let perform: @Sendable (inout DashboardState, PlainLine) throws -> [Effect]

  /// - Parameter usage: It begins with the word.
  init(
    _ usage: String, also others: [String] = [], _ summary: String,
    perform: @escaping @Sendable (inout DashboardState, PlainLine) throws -> [Effect]
  ) {
    word = String(usage.prefix { $0.isLetter })
    (self.usage, self.others, self.summary, self.perform) = (usage, others, summary, perform)
  }

  /// Whether a typed word means it.
  func isMeant(by typed: String) -> Bool { word == typed.lowercased() || others.contains(typed.lowercased()) }
}

/// What acts on the application.
extension PlainVerb {
  static let fire = PlainVerb(
    "fire EVENT [xTIMES [resend]] [NAME=VALUE ...]",
    "fires an event, or so many times, such as x20; arguments that are left out are those of its example; a launch that "
      + "is repeated creates all modules anew each time, unless 'resend' sends it to those that are there"
  ) { state, line in try state.fire(line) }
  static let stop = PlainVerb(
    "stop, or stop recording", "while an event is fired repeatedly: no more of it; or ends a recording"
  ) { state, line in
    if line.rest.lowercased() == "recording" {
      guard state.isRecording else { throw PlainProblem("Nothing is being recorded.") }
      return state.toggleRecording()
    }
    guard state.canStopRepeating else { throw PlainProblem("Nothing is being fired repeatedly.") }
    return state.stopRepeating()
  }
  static let control = PlainVerb(
    "control", "asks the application to which this dashboard is attached to be allowed to control it"
  ) { state, _ in
    if let problem = state.controlProblem { throw PlainProblem(problem) }
    return state.askForControl()
  }
  static let again = PlainVerb("again", "fires the last event again") { state, _ in try state.fireAgain() }
  static let resend = PlainVerb(
    "resend", "when launching again: sends the event to the modules as they are"
  ) { state, _ in try state.answer(isRelaunch: false) }
  static let relaunch = PlainVerb(
    "relaunch", "when launching again: creates all modules anew, and launches"
  ) { state, _ in try state.answer(isRelaunch: true) }
  static let remove = PlainVerb(
    "remove MODULE", "removes a module: the composite lets go of it"
  ) { state, line in [.perform(.remove(try state.module(line.rest, for: line).id))] }
  static let bringBack = PlainVerb(
    "bring back [MODULE]", also: ["back"], "brings a removed module back, the last one if none is named"
  ) { state, line in try state.bringBack(line) }
  static let catchUp = PlainVerb(
    "catch up MODULE", "sends a module, and no other, the launch that it came too late for"
  ) { state, line in try state.catchUp(line) }
  static let on = PlainVerb("on MODULE", "switches a module on, from the next event on") { state, line in
    [.perform(.switchOn(try state.module(line.rest, for: line).id))]
  }
  static let off = PlainVerb(
    "off MODULE", "switches a module off: no event calls it, and it keeps what it owns"
  ) { state, line in [.perform(.switchOff(try state.module(line.rest, for: line).id))] }
  static let move = PlainVerb(
    "move MODULE PLACE", "gives a module another place in the order of the calls"
  ) { state, line in try state.move(line) }
  static let fix = PlainVerb(
    "fix MODULE [OBJECT]",
    "cleans the object that may hold an overdue module, or one of its objects by number"
  ) { state, line in try state.fix(line) }
  static let record = PlainVerb(
    "record [FILE]",
    "writes what happens to a file; without one, to one named after the application and the time"
  ) { _, line in [.record(to: line.rest.isEmpty ? nil : PlainLine.unquoted(line.rest))] }
  static let lab = PlainVerb("lab [EXPERIMENT]", "lists the delegate lab's experiments, or runs one") {
    state, line in
    try state.runExperiment(named: line.rest)
  }
}

/// What looks.
extension PlainVerb {
  static let events = PlainVerb(
    "events [WORDS]", also: ["event"], "lists the events, their arguments, and how they are answered"
  ) { state, line in [.say(try state.eventLines(fitting: line.rest))] }
  static let modules = PlainVerb(
    "modules [WORDS]", also: ["module"], "lists the modules in the order of the calls"
  ) { state, line in [.say(state.moduleLines(fitting: line.rest))] }
  static let timings = PlainVerb(
    "timings [#DISPATCH]", also: ["timing"],
    "what each module answered, when it was called and how long it took, in the latest event or another"
  ) { state, line in [.say(state.timingLines(of: try state.dispatch(line.rest)))] }
  static let stats = PlainVerb(
    "stats [EVENT]", also: ["statistics"],
    "how long each module's handler took over all dispatches of an event that are kept"
  ) { state, line in [.say(try state.statisticsLines(of: line.rest))] }
  static let cleanup = PlainVerb(
    "cleanup [WORDS]", "what was cleaned up, and what should have been, by owner"
  ) { state, line in [.say(state.cleanupLines(fitting: line.rest))] }
  static let warnings = PlainVerb(
    "warnings [KIND or NUMBER]", also: ["warning"],
    "all warnings by kind; one of them with why it matters and what to do"
  ) { state, line in [.say(try state.warningLines(about: line.rest))] }
  static let log = PlainVerb("log [WORDS]", "what modules printed or logged, and all warnings, newest last") {
    state, line in
    [.say(state.messageLines(fitting: line.rest))]
  }
  static let detail = PlainVerb(
    "detail MODULE [OBJECT], or detail #DISPATCH",
    "all that is known of a module, of one of its objects, or of a dispatch"
  ) { state, line in [.say(try state.detailLines(of: line))] }
  static let status = PlainVerb("status", "the application's state, and what there is to count") { state, _ in
    [.say([state.statusLine])]
  }
  static let export = PlainVerb(
    "export FORMAT [FILE]",
    "writes what the journal keeps into a file, without a name into one in this folder"
  ) { state, line in try state.export(line) }
  static let help = PlainVerb("help [COMMAND]", also: ["?"], "this list, or one command") { state, line in
    [.say(try state.helpLines(about: line.rest))]
  }
  static let quit = PlainVerb("quit", also: ["q", "exit"], "ends, as does the end of the input") { _, _ in [.quit] }
}

/// What plays a recording.
extension PlainVerb {
  static let play = PlainVerb("play", "plays on, and says what happens; at the end, from the beginning") { _, _ in
    [.playback(.play)]
  }
  static let pause = PlainVerb("pause", "stands still") { _, _ in [.playback(.pause)] }
  static let step = PlainVerb(
    "step [ENTRIES]", "goes one entry of the recording on, or so many, and says what happens"
  ) { state, line in [.playback(.go(.step(try state.steps(line))))] }
  static let stepBack = PlainVerb("back [ENTRIES]", "goes one entry back, or so many") { state, line in
    [.playback(.go(.step(-(try state.steps(line)))))]
  }
  static let speed = PlainVerb(
    "speed FACTOR", "plays so many times as fast as it happened, from 1/8 to 1,000, or max"
  ) { state, line in [.playback(.setSpeed(try state.speed(line.rest)))] }
  static let go = PlainVerb(
    "go EVENT, go back EVENT, or go TIME, start, end, entry NUMBER",
    "goes to where an event comes next or came last, or to a time from the beginning, such as 90s"
  ) { state, line in [.playback(.go(try state.place(line)))] }
  static let standing = PlainVerb("where", "which entry is shown, of how many, and when that was") { state, _ in
    [.say([state.whereLine])]
  }
}
#endif
