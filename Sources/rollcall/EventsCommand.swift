#if CommandLine
import ArgumentParser
import RollcallEventArguments
import ModuleLifecycle
import RollcallMaps
import RollcallTextFormatting

/// Lists the events that can be fired.
struct EventsCommand: ReportingCommand {
  static let configuration = CommandConfiguration(
    commandName: "events", abstract: "List the events that can be fired, their arguments, and how they are answered.",
    discussion: """
      Below each event are its arguments as 'rollcall fire' takes them, with their default values:

        rollcall fire openURL=url:pay:42

      The handlers of an asynchronous event can continue after they have returned, until its deadline. With --json, \
      each line is one event.
      """)

  @Argument(
    help: ArgumentHelp("Only the event of this name, or the events whose names contain it.", valueName: "name"))
  var name: String?

  @Flag(help: "Print JSON lines.")
  var json = false

  func perform() throws {
    let catalog = MapArgument.registry.catalog
    var types = catalog.types
    if let name {
      let exact = types.filter { $0.name == name }
      types = exact.isEmpty ? types.filter { $0.name.lowercased().contains(name.lowercased()) } : exact
      if types.isEmpty {
        throw Failure(EventCatalogError.unknownEvent(name, known: catalog.names).description, code: .usage)
      }
    }
    // The last group has the events that the package does not define.
    let standard = EventGroup.standard.map { group in
      (group.title, group.types.filter { type in types.contains { $0 == type } })
    }
    let own = types.filter { type in !standard.contains { $0.1.contains { $0 == type } } }
    let groups = (standard + [("Your own", own)]).filter { !$0.1.isEmpty }
    let text = groups.map { title, types in
      let lines = types.map { json ? Self.json(of: $0, group: title).json.printableJSON : Self.text(of: $0) }
      return (json ? lines : [title, ""] + lines).joined(separator: "\n")
    }
    try StandardOutput.say(text.joined(separator: json ? "\n" : "\n\n"))
  }

  /// The name, the arguments with their default values, and how the event is answered.
  private static func text<Event: LifecycleEvent>(of event: Event.Type) -> String {
    let answer = event.policy.name == "broadcast" ? nil : "answers \(event.policy.rule)"
    let deadline = deadline(of: event).map { "async, at most \($0.spelled)" }
    let notes = [
      answer, deadline, next(after: event).map { "leads to \($0)" },
      applicationEvent(after: event).map { "leads to \($0), if the application's state changes" },
    ].compactMap(\.self)
    let lines = EventCatalog.arguments(of: event).map { $0.name + example(of: $0) } + notes
    return ([" \(event.name)"] + lines.map { "   \($0)" }).joined(separator: "\n")
  }

  private static func example(of argument: EventArgument) -> String {
    switch argument.example {
    // Shows what the argument takes, although the default is empty.
    case .object([:]): ":{}"
    case .array([]): ":[]"
    default: argument.exampleText.isEmpty ? "" : ":\(argument.exampleText)"
    }
  }

  private static func json<Event: LifecycleEvent>(of event: Event.Type, group: String) -> EventValue {
    var members: [String: EventValue] = [
      "name": .string(event.name), "group": .string(group), "answer": .string(event.policy.rule),
      "policy": .string(event.policy.name), "async": .bool(deadline(of: event) != nil),
      "arguments": .array(
        EventCatalog.arguments(of: event).map { .object(["name": .string($0.name), "example": $0.example]) }),
    ]
    members["deadline_ns"] = deadline(of: event).map { .integer(Int64($0 / .nanoseconds(1))) }
    members["leads_to"] = next(after: event).map(EventValue.string)
    members["may_lead_to"] = applicationEvent(after: event).map(EventValue.string)
    return .object(members)
  }

  /// The time limit for the handlers of an asynchronous event.
  private static func deadline(of event: any LifecycleEvent.Type) -> Duration? {
    (event as? any AsyncLifecycleEvent.Type)?.deadline
  }

  /// The first event that an event is bridged to, if any.
  private static func next(after event: any LifecycleEvent.Type) -> String? {
    event.sample?.bridged.first.map { type(of: $0).name }
  }

  /// The application's event that a scene's event can bring about, if any.
  private static func applicationEvent(after event: any LifecycleEvent.Type) -> String? {
    (event as? any SceneEvent.Type)?.applicationEvent?.name
  }
}
#endif
