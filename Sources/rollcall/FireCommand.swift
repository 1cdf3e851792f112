#if CommandLine
import ArgumentParser
import Dashboard
import EventArguments
import Foundation
import Inspection
import ModuleLifecycle
import ModuleRegistration
import Recordings
import TextFormatting

/// Fires events headless.
struct FireCommand: ReportingCommand {
  static let configuration = CommandConfiguration(
    commandName: "fire", abstract: "Fire events at the composite, one after the other, and print what happened.",
    discussion: """
      ARGS is a JSON object, or key:value pairs at commas, of which the first colon separates:

        rollcall fire didFinishLaunching openURL=url:pay:42
        rollcall fire 'didFinishLaunching=options:{"region":"Peru"}'

      'rollcall events' lists the events and their arguments. \
      A launch is told with the creation of its modules before it; the time before main is not in it. \
      A budget is a time for each dispatch, events sent within it included, such as 50ms, and for all of a launch, \
      creation included; or a module's name and a time for each of its handlers, and for its creation, such as \
      Payments:5ms; or the name of a mark and the time from the launch's beginning to it, such as \
      'first frame:400ms'. What takes longer is listed on standard error, and the exit code is 1. Budgets of the map bring \
      warnings, and leave the exit code alone.

      Launching what is launched already tells warm times: the modules are there. With --relaunch all modules are let \
      go of and created anew before each repetition but the first, whose modules are new anyway:

        rollcall fire didFinishLaunching --repeat 20 --relaunch

      Control-C ends what is repeated with the event that is under way: what was fired is summed up, and the exit code \
      is 130.

      Warnings that are allowed are counted and not shown; the exit code does not change by that.

      At the end all modules are let go of in reverse order, then the application with its delegate, and what was \
      owned is printed as it is cleaned up. Asynchronous cleanups get 2 s, all together. \
      What modules print goes to standard error. With --json, standard output is a recording: a header, then one entry \
      of the journal a line. With --record the same goes to a file, whatever is printed.
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
      "How many times to fire all of them, up to 1,000,000; more than one, and a summary is printed.", valueName: "n"))
  var repetitions = "1"

  @Flag(help: "Create all modules anew for each repetition, so that all launches are cold.")
  var relaunch = false

  @Option(
    name: .customLong("budget"), parsing: .singleValue,
    help: ArgumentHelp(
      "How long a dispatch or a launch, or a module's handler or creation, may take; repeatable.",
      valueName: "[name:]time"))
  var budgets: [String] = []

  @OptionGroup var recording: RecordOption

  @OptionGroup var allowances: AllowOption

  func validate() throws { _ = try times }

  /// How often to fire all events. Whether what was typed is a number is looked at when all has been read, so that one
  /// sentence can say what is expected.
  private var times: Int {
    get throws {
      guard let count = Int(repetitions.filter { $0 != "," }), (1...Command.mostTimes).contains(count) else {
        throw ValidationError(
          "--repeat takes a number from 1 to \(CountText.format(Command.mostTimes)), not '\(repetitions.prefix(20))'.")
      }
      return count
    }
  }

  func perform() throws {
    let map = try MapArgument.load(map)
    var application = Optional(try MapArgument.makeApplication(map))
    let composite = MapArgument.composite(of: application)
    var recording: Recording?
    let fired: (printer: FirePrinter, stopped: String?)
    do {
      fired = try fire(at: composite, of: map, recording: &recording)
    } catch {
      // Also where nothing can be printed: what modules own is given back all the same.
      composite.tearDown()
      throw error
    }
    Waiting.forShutDown(of: composite)
    Waiting.forReleases(of: composite)
    composite.noteAliveAtExit()
    withExtendedLifetime(application) {}
    application = nil
    // Before the recording's end, which may fail.
    let (hasFailures, overBudget, unchecked) = try fired.printer.end()
    let isBad = hasFailures || overBudget != nil || fired.stopped != nil
    do {
      try RecordOption.end(recording)
    } catch let failure as Failure where isBad {
      StandardError.say("\(failure.message)\n")
    }
    let message = [fired.stopped, overBudget, unchecked, fired.stopped == nil ? try warmNote : nil].compactMap(\.self)
      .joined(separator: "\n\n")
    if isBad { throw Failure(text: message, code: fired.stopped == nil ? .firedBadly : .interrupted) }
    if !message.isEmpty { StandardError.say("\(message)\n") }
  }

  /// Fires everything, and gives what prints the rest, and how far it came if it was stopped.
  ///
  /// - Parameter recording: The recording that was begun, if one was asked for.
  @MainActor private func fire(
    at composite: CompositeDelegate, of map: ModuleMap, recording: inout Recording?
  ) throws -> (printer: FirePrinter, stopped: String?) {
    // All of them, before the first is fired: a command line is right or wrong as a whole.
    let events = try self.events.map { try Self.event(spelled: $0, in: composite.catalog) }
    let repetitions = try times
    if relaunch, !events.contains(where: Self.launches) {
      throw Failure(
        "--relaunch is for events that launch the application. Fire didFinishLaunching too, or leave --relaunch out.",
        code: .usage)
    }
    let budgets = try TimeBudgets(self.budgets, modules: composite.modules.map(\.name))
    let allowed = try allowances.warnings(besides: map, modules: composite.modules.map(\.name))
    recording = try self.recording.begin(composite, of: map, allowing: allowed)
    let report: any FireReport =
      json
      ? JSONReport(header: composite.journal.header(application: composite.name))
      : TableReport(isRepeated: repetitions > 1, allowed: allowed)
    let count = repetitions * events.count
    let printer = try FirePrinter(
      of: composite.journal, as: report, checking: budgets, count: repetitions > 1 ? count : nil)
    // Before a handler that crashes can take it along.
    try printer.flush()
    let stop = repetitions > 1 ? StopRequest() : nil
    defer { stop?.end() }
    for index in 0..<count {
      if stop?.isMade == true {
        return (printer, "Stopped after \(CountText.format(index)) of \(CountText.format(count)) events.")
      }
      if relaunch, index > 0, index.isMultiple(of: events.count) {
        try rebuild(composite, for: "launch \(CountText.format(index / events.count + 1))")
      }
      composite.send(any: events[index % events.count])
      Waiting.forAnswers(of: composite)
      try printer.flush()
      printer.noteFired()
    }
    return (printer, nil)
  }

  /// The event that an argument spells.
  ///
  /// - Throws: `Failure`, naming what would be valid.
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

  /// The colon of a link may have been taken for that behind an argument's name.
  private static func valueMeant(by text: String, _ name: String, of event: String, known: [String]) -> String? {
    guard let first = known.first, NearestName.matches(for: name, among: known).isEmpty,
      text.hasPrefix("\(event)=\(name):")
    else { return nil }
    return
      "If that is the value of '\(first)', write \(Excerpt.of("\(event)=\(first):\(text.dropFirst(event.count + 1))"))."
  }

  /// Whether an event launches the application.
  private static func launches(_ event: any LifecycleEvent) -> Bool {
    event is DidFinishLaunching || event is WillFinishLaunching
  }

  /// That only the first launch was cold, where others were sent after it.
  private var warmNote: String? {
    get throws {
      let names = events.map { String($0.prefix { $0 != "=" }) }
      let launches = [DidFinishLaunching.name, WillFinishLaunching.name]
      guard !relaunch, try times > 1, names.contains(where: launches.contains) else { return nil }
      return "Repeating a launch without --relaunch measures warm launches: the modules already exist."
    }
  }

  /// Lets go of all modules, and creates them anew.
  @MainActor private func rebuild(_ composite: CompositeDelegate, for launch: String) throws {
    try Failure.wrapping(.dataError, "The modules could not be created anew for \(launch): ") {
      try composite.rebuild()
    }
    // The old ones are not to be in the way of the new ones.
    Waiting.forReleases(of: composite, seconds: 0.1)
  }
}
#endif
