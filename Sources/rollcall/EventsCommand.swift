#if CommandLine
import ArgumentParser
import EventArguments
import ModuleLifecycle
import ModuleRegistration
import TextFormatting

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
    let groups = EventListing.groups(of: catalog, named: name)
    if groups.isEmpty, let name {
      throw Failure(EventCatalogError.unknownEvent(name, known: catalog.names).description, code: .usage)
    }
    try StandardOutput.say(json ? EventListing.json(groups) : EventListing.text(groups))
  }
}

/// What `rollcall events` prints about one event.
struct ListedEvent {
  let name: String
  let group: String
  let policy: String
  let rule: String
  let arguments: [EventArgument]
  /// The time limit for the handlers of an asynchronous event.
  let deadline: Duration?
  /// The first event that it is bridged to, if any.
  let leadsTo: String?

  init(_ type: any LifecycleEvent.Type, group: String) {
    func policy<Event: LifecycleEvent>(of type: Event.Type) -> (name: String, rule: String) {
      (type.policy.name, type.policy.rule)
    }
    name = type.name
    self.group = group
    (self.policy, rule) = policy(of: type)
    arguments = EventCatalog.arguments(of: type)
    deadline = (type as? any AsyncLifecycleEvent.Type)?.deadline
    leadsTo = type.example.bridged.first.map { Swift.type(of: $0).name }
  }

  /// The rule, the deadline and the event that follows, one per line.
  var answer: String {
    let rule = policy == "broadcast" ? "none" : rule
    let lines = [rule, deadline.map { "async, at most \($0.spelled)" }, leadsTo.map { "leads to \($0)" }]
    return lines.compactMap(\.self).joined(separator: "\n")
  }

  /// The event as JSON.
  var json: JSONValue {
    var members: [String: JSONValue] = [
      "name": .string(name), "group": .string(group), "answer": .string(rule), "policy": .string(policy),
      "arguments": .array(arguments.map { .object(["name": .string($0.name), "example": $0.example]) }),
      "async": .bool(deadline != nil),
    ]
    members["deadline_ns"] = deadline.map { .integer(Int64($0 / .nanoseconds(1))) }
    members["leads_to"] = leadsTo.map(JSONValue.string)
    return .object(members)
  }
}

/// The list of events, as a table for people and as JSON lines.
enum EventListing {
  /// The width of a line, and the column at which answers begin.
  private static let (width, answerColumn) = (80, 46)

  /// Groups the events of a catalogue. The last group has the events that the package does not define.
  ///
  /// - Parameter name: Selects the event of this name; if there is none, all events whose names contain it.
  static func groups(of catalog: EventCatalog, named name: String? = nil) -> [[ListedEvent]] {
    var rest = catalog.types
    if let name {
      let exact = rest.filter { $0.name == name }
      rest = exact.isEmpty ? rest.filter { $0.name.lowercased().contains(name.lowercased()) } : exact
    }
    var groups = EventGroup.standard.map { group in
      let types = group.types.filter { type in rest.contains { $0 == type } }
      rest.removeAll { type in types.contains { $0 == type } }
      return types.map { ListedEvent($0, group: group.title) }
    }
    groups.append(rest.map { ListedEvent($0, group: "Your own") })
    return groups.filter { !$0.isEmpty }
  }

  static func json(_ groups: [[ListedEvent]]) -> String {
    groups.joined().map(\.json.json.printableJSON).joined(separator: "\n")
  }

  static func text(_ groups: [[ListedEvent]]) -> String {
    let count = groups.joined().count
    let head = [
      "\(count) \(count == 1 ? "event; below it" : "events; below each"), its arguments with their default values."
    ]
    return (head + groups.flatMap { ["", title(of: $0)] + $0.flatMap(lines) }).joined(separator: "\n")
  }

  private static func title(of group: [ListedEvent]) -> String {
    (group.first?.group ?? "").padded(toColumns: answerColumn) + "answer"
  }

  /// The name and arguments on the left, and the answer on the right, beginning at the first line with room for it.
  private static func lines(of event: ListedEvent) -> [String] {
    var answer = event.answer.wrapped(toColumns: width - answerColumn)[...]
    let left = [" \(event.name)"] + event.arguments.map { "   \($0.name)\(example(of: $0))" }
    let lines = left.map { text in
      guard text.columnWidth < answerColumn, let part = answer.popFirst() else { return text }
      return text.padded(toColumns: answerColumn) + part
    }
    return lines + answer.map { "".padded(toColumns: answerColumn) + $0 }
  }

  private static func example(of argument: EventArgument) -> String {
    switch argument.example {
    // Shows what the argument takes, although the default is empty.
    case .object([:]): ":{}"
    case .array([]): ":[]"
    default: argument.exampleText.isEmpty ? "" : ":\(argument.exampleText)"
    }
  }
}
#endif
