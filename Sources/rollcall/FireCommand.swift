#if CommandLine
import ArgumentParser
import RollcallDashboard
import RollcallEventArguments
import Foundation
import RollcallInspection
import RollcallExperiments
import ModuleLifecycle
import RollcallMaps
import RollcallRecordings
import RollcallTerminalDashboard
import RollcallTextFormatting

/// Fires events without a screen.
struct FireCommand: ReportingCommand {
  static let configuration = CommandConfiguration(
    commandName: "fire", abstract: "Fire events at the composite, one after another, and print what happened.",
    discussion: """
      ARGS is a JSON object, or key:value pairs separated by commas; only the first colon of a pair separates:

        rollcall fire didFinishLaunching openURL=url:pay:42
        rollcall fire 'didFinishLaunching=options:{"region":"Peru"}'

      'rollcall events' lists the events and their arguments. The times of a launch include the creation of the \
      modules, but not the time before the composite, which has a row of its own.

      --defer creates and launches a module only after the launch, and --without leaves it out, to see what that brings. \
      'rollcall explain' says which modules could wait.

      A budget is a time for each dispatch and each whole launch, such as 50ms; a time for each handler of a module and \
      its creation, such as Payments:5ms; or a time from the start of the launch to a mark, such as 'first frame:400ms'; 'before the composite' counts as one. \
      Whatever takes longer is listed on standard error, and the exit code is 1. Times of the same kind are judged by \
      their median: from three times on, one slow time does not count. The map's budgets cause warnings, and do not change the \
      exit code.

      Repeating a launch measures warm launches: the modules already exist. With --relaunch, all modules are released \
      and created again before each repetition except the first, whose modules are new anyway:

        rollcall fire didFinishLaunching --repeat 20 --relaunch

      Control-C stops a repetition after the current event: the summary covers what was fired, and the exit code is 130.

      At the end, all modules are released in reverse order, then the application with its delegate, and the objects \
      that they owned are listed in the order in which their cleanup ended. Asynchronous cleanups get 2 s in total. \
      Output from modules goes to standard error. With --json, standard output is a recording, as --record writes it.
      """)

  @Argument(help: ArgumentHelp("The events to fire, in this order.", valueName: "event[=args]"))
  var events: [String]

  @Option(help: "The map that declares the modules.", completion: .file(extensions: ["map"]))
  var map: String = MapArgument.defaultPath

  @Flag(help: "Print the journal's entries as JSON lines.")
  var json = false

  @Option(
    name: .customLong("repeat"),
    help: ArgumentHelp(
      "How many times to fire all events, up to 1,000,000; more than once prints a summary.", valueName: "n"))
  var repetitions = "1"

  @Flag(help: "Create all modules again for each repetition, so that all launches are cold.")
  var relaunch = false

  @Option(
    name: .customLong("budget"), parsing: .singleValue,
    help: ArgumentHelp(
      "How long a dispatch or a launch, a module, or a mark may take; repeatable.",
      valueName: "[name:]time"))
  var budgets: [String] = []

  @OptionGroup var experiments: ExperimentOptions

  @OptionGroup var recording: RecordOption

  @OptionGroup var allowances: AllowOption

  func validate() throws { _ = try times }

  /// How often to fire all events. Parsed after the whole command line, so that one message can say what is expected.
  private var times: Int {
    get throws {
      guard let count = Command.times(repetitions) else {
        throw ValidationError(
          "--repeat takes a number from 1 to \(CountText.format(Command.mostTimes)), not '\(repetitions.prefix(20))'.")
      }
      return count
    }
  }

  func perform() throws {
    let map = try MapArgument.load(map)
    try experiments.check(against: map)
    var recording: Recording?
    let (printer, stopped) = try MapArgument.run(
      map, experiments: experiments.isUsed ? experiments.experiments() : .fromEnvironment
    ) { composite, _ in
      try fire(at: composite, of: map, recording: &recording)
    } afterwards: { composite, _ in
      Waiting.forReleases(of: composite)
      composite.recordLiveObjects()
    }
    // Print the rest before ending the recording, which can fail.
    let verdict = try printer.end()
    let isBad = verdict.thrown != nil || verdict.overBudget != nil || stopped != nil
    do { try RecordOption.end(recording) } catch { if !isBad { throw error } }
    let notes = [verdict.thrown, verdict.overBudget, verdict.unchecked, stopped == nil ? try warmNote : nil]
    let message = ([stopped] + notes).compactMap(\.self).joined(separator: "\n\n")
    if isBad { throw Failure(text: message, code: stopped == nil ? .firedBadly : .interrupted) }
    if !message.isEmpty { StandardError.say("\(message)\n") }
  }

  /// Fires all events. Returns the printer for the remaining entries, and a sentence if the user stopped early.
  ///
  /// - Parameter recording: Receives the recording, if the user asked for one.
  @MainActor private func fire(
    at composite: CompositeDelegate, of map: ModuleMap, recording: inout Recording?
  ) throws -> (printer: FirePrinter, stopped: String?) {
    // Check all events before firing the first: a command line is right or wrong as a whole.
    let events = try self.events.map { try Self.event(spelled: $0, in: composite.catalog) }
    let repetitions = try times
    if relaunch, !launches {
      throw Failure(
        "--relaunch needs an event that launches the application. Also fire didFinishLaunching, or omit --relaunch.",
        code: .usage)
    }
    let modules = composite.modules.map(\.name)
    let budgets = try TimeBudgets(self.budgets, modules: modules)
    let allowed = try allowances.warnings(besides: map, modules: modules)
    recording = try self.recording.begin(composite, of: map, allowing: allowed)
    let count = repetitions * events.count
    let printer = try FirePrinter(
      of: composite.journal, as: json ? nil : FireReport(isRepeated: repetitions > 1, allowed: allowed),
      header: composite.journal.header(application: composite.name), checking: budgets,
      count: repetitions > 1 ? count : nil)
    // Print the first entries before a handler can crash.
    try printer.flush()
    let stop = repetitions > 1 ? StopRequest() : nil
    defer { stop?.end() }
    for index in 0..<count {
      if stop?.isMade == true {
        return (printer, "Stopped after \(CountText.format(index)) of \(CountText.format(count)) events.")
      }
      if relaunch, index > 0, index.isMultiple(of: events.count) {
        let launch = CountText.format(index / events.count + 1)
        try Failure.wrapping(.dataError, "The modules could not be created anew for launch \(launch): ") {
          try composite.recreateModules()
        }
        // The old modules must not get in the way of the new ones.
        Waiting.forReleases(of: composite, seconds: 0.1)
      }
      composite.fire(any: events[index % events.count])
      Waiting.forAnswers(of: composite, unless: stop)
      Waiting.forDeferred(of: composite, unless: stop)
      try printer.flush()
      if stop?.isMade == true, !composite.isIdle {
        return (printer, "Stopped during event \(CountText.format(index + 1)) of \(CountText.format(count)).")
      }
      printer.noteFired()
    }
    return (printer, nil)
  }

  /// Returns the event that an argument spells.
  ///
  /// - Throws: `Failure`, which says what would be valid.
  static func event(spelled text: String, in catalog: EventCatalog) throws -> any LifecycleEvent {
    do throws(EventCatalogError) {
      return try catalog.event(spelled: text)
    } catch {
      let pointer: String? =
        switch error {
        case .unknownEvent(let name, let known) where NearestName.suggestion(for: name, among: known).isEmpty:
          "'rollcall events' lists them."
        case .unknownArgument(let name, let event, let known): valueMeant(by: text, name, of: event, known: known)
        default: nil
        }
      throw Failure([error.description, pointer].compactMap(\.self).joined(separator: " "), code: .usage)
    }
  }

  /// A hint for a link whose scheme was taken for an argument's name.
  private static func valueMeant(by text: String, _ name: String, of event: String, known: [String]) -> String? {
    guard let first = known.first, NearestName.matches(for: name, among: known).isEmpty,
      text.hasPrefix("\(event)=\(name):")
    else { return nil }
    return
      "If that is the value of '\(first)', write \(Excerpt.of("\(event)=\(first):\(text.dropFirst(event.count + 1))"))."
  }

  /// Whether any of the events launches the application.
  private var launches: Bool {
    events.contains { [DidFinishLaunching.name, WillFinishLaunching.name].contains(String($0.prefix { $0 != "=" })) }
  }

  /// A note that repeated launches without `--relaunch` are warm.
  private var warmNote: String? {
    get throws {
      guard !relaunch, try times > 1, launches else { return nil }
      return "Repeating a launch without --relaunch measures warm launches: the modules already exist."
    }
  }
}
#endif
