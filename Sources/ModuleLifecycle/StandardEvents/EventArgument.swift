/// One argument of an event, as a form offers it and a command line takes it.
public struct EventArgument: Sendable, Equatable {
  /// Its name.
  public let name: String
  /// The value that the event's example has for it.
  public let example: JSONValue

  /// An argument; a source that has only a recording makes them from what it read.
  public init(name: String, example: JSONValue) {
    self.name = name
    self.example = example
  }

  /// The arguments of an event type, in the order in which the type declares them.
  public static func all<Event: LifecycleEvent>(of type: Event.Type) -> [EventArgument] {
    let example = type.example
    let members = ((try? JSONValue(encoding: example)) ?? .null).members
    // JSON leaves out what is nil; the mirror does not.
    let declared = Mirror(reflecting: example).children
      .filter { child in child.label.map { members[$0] != nil } == true || isNil(child.value) }.compactMap(\.label)
    let others = members.keys.filter { !declared.contains($0) }.sorted()
    return (declared + others).map { EventArgument(name: $0, example: members[$0] ?? .null) }
  }

  private static func isNil(_ value: Any) -> Bool {
    let mirror = Mirror(reflecting: value)
    return mirror.displayStyle == .optional && mirror.children.isEmpty
  }
}

extension EventCatalog {
  /// The arguments of an event type whose static type is not known.
  public static func arguments(of type: any LifecycleEvent.Type) -> [EventArgument] {
    func open<Event: LifecycleEvent>(_ type: Event.Type) -> [EventArgument] { EventArgument.all(of: type) }
    return open(type)
  }
}
