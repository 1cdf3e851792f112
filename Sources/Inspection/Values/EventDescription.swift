public import EventArguments
public import ModuleLifecycle

/// An event that can be fired, as a form shows it.
public struct EventDescription: Sendable, Equatable {
  /// The event's name.
  public var name: String
  /// How the event's votes are combined, as text that completes "The answer is …".
  public var rule: String
  /// The event's arguments, in the order in which a form shows them.
  public var arguments: [EventArgument]
  /// The application states in which the event is expected; `nil` if it is expected in any.
  public var expectedStates: Set<ApplicationState>?
  /// How long handlers can take to answer after they have returned, in nanoseconds; `nil` if they answer synchronously.
  public var deadlineNanoseconds: UInt64?
  /// The names of the events that the event's example bridges. They are sent right after it.
  public var bridged: [String]
  /// The name of the application's event that follows if the application's state changes with the scene's; `nil` if the
  /// event moves no scene.
  public var applicationEvent: String?

  /// Creates a description of an event.
  public init(
    name: String, rule: String, arguments: [EventArgument] = [], expectedStates: Set<ApplicationState>? = nil,
    deadlineNanoseconds: UInt64? = nil, bridged: [String] = [], applicationEvent: String? = nil
  ) {
    self.name = name
    self.rule = rule
    self.arguments = arguments
    self.expectedStates = expectedStates
    self.deadlineNanoseconds = deadlineNanoseconds
    self.bridged = bridged
    self.applicationEvent = applicationEvent
  }

  /// Creates the description of an event type.
  public init(of type: any LifecycleEvent.Type) {
    LockOrder.expectNone()
    func open<Event: LifecycleEvent>(_ type: Event.Type) -> EventDescription {
      EventDescription(
        name: type.name, rule: type.policy.rule, arguments: EventArgument.all(of: type),
        expectedStates: type.transition?.expected,
        deadlineNanoseconds: (type as? any AsyncLifecycleEvent.Type).map { UInt64(nanoseconds: $0.deadline) },
        bridged: type.example.bridged.map { Swift.type(of: $0).name }.reduce(into: []) {
          if !$0.contains($1) { $0.append($1) }
        }, applicationEvent: (type as? any SceneEvent.Type)?.applicationEvent?.name)
    }
    self = open(type)
  }
}
