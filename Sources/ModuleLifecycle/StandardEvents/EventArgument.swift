/// One argument of an event, as a form offers it and a command line accepts it.
public struct EventArgument: Sendable, Equatable {
  /// The argument's name.
  public let name: String
  /// The argument's value in the event's example.
  public let example: JSONValue

  /// Creates an argument. A source that has only a recording creates arguments from what it has read.
  public init(name: String, example: JSONValue) {
    self.name = name
    self.example = example
  }

  /// Returns the arguments of an event type, in the order of their declaration.
  public static func all<Event: LifecycleEvent>(of type: Event.Type) -> [EventArgument] {
    let example = type.example
    let members = ((try? JSONValue(encoding: example)) ?? .null).members
    // JSON omits members that are nil; the mirror doesn't.
    // An event's own mirror can repeat a label.
    let declared: [String] = Mirror(reflecting: example).children.reduce(into: []) { labels, child in
      guard let label = child.label, !labels.contains(label) else { return }
      guard members[label] != nil || isNil(child.value) else { return }
      labels.append(label)
    }
    let others = members.keys.filter { !declared.contains($0) }.sorted()
    return (declared + others).map { EventArgument(name: $0, example: members[$0] ?? .null) }
  }

  private static func isNil(_ value: Any) -> Bool {
    let mirror = Mirror(reflecting: value)
    return mirror.displayStyle == .optional && mirror.children.isEmpty
  }
}

extension EventCatalog {
  /// Returns the arguments of an event type whose static type is unknown.
  public static func arguments(of type: any LifecycleEvent.Type) -> [EventArgument] {
    func open<Event: LifecycleEvent>(_ type: Event.Type) -> [EventArgument] { EventArgument.all(of: type) }
    return open(type)
  }
}
