public import ModuleLifecycle

/// An event that can be fired, as a form shows it.
public struct EventDescription: Sendable, Equatable {
  /// Its name.
  public var name: String
  /// How its votes are combined, in words that complete "The answer is …".
  public var rule: String
  /// Its arguments, in the order in which a form shows them.
  public var arguments: [EventArgument]
  /// The states in which it is expected; `nil` where that is all the same.
  public var expectedStates: Set<ApplicationState>?
  /// How long its handlers may take to answer after they have returned, in nanoseconds; `nil` where they answer at once.
  public var deadlineNanoseconds: UInt64?
  /// The events that its example stands for, which are sent right after it.
  public var bridged: [String]

  /// A description of an event.
  public init(
    name: String, rule: String, arguments: [EventArgument] = [], expectedStates: Set<ApplicationState>? = nil,
    deadlineNanoseconds: UInt64? = nil, bridged: [String] = []
  ) {
    self.name = name
    self.rule = rule
    self.arguments = arguments
    self.expectedStates = expectedStates
    self.deadlineNanoseconds = deadlineNanoseconds
    self.bridged = bridged
  }

  /// The description of an event type.
  public init(of type: any LifecycleEvent.Type) {
    func open<Event: LifecycleEvent>(_ type: Event.Type) -> EventDescription {
      EventDescription(
        name: type.name, rule: type.policy.rule, arguments: EventArgument.all(of: type),
        expectedStates: type.transition?.expected,
        deadlineNanoseconds: (type as? any AsyncLifecycleEvent.Type).map { UInt64(nanoseconds: $0.deadline) },
        bridged: type.example.bridged.map { Swift.type(of: $0).name }.reduce(into: []) {
          if !$0.contains($1) { $0.append($1) }
        })
    }
    self = open(type)
  }
}
