package import ModuleLifecycle
package import RollcallEventArguments

/// An event that can be fired, as a form shows it.
package struct EventDescription: Sendable, Equatable {
  /// The event's name.
  package var name: String
  /// How the event's votes are combined, as text that completes "The answer is …".
  package var rule: String
  /// The event's arguments, in the order in which a form shows them.
  package var arguments: [EventArgument]
  /// The application states in which the event is expected; `nil` if it is expected in any.
  package var expectedStates: Set<ApplicationState>?
  /// How long handlers can take to answer after they have returned, in nanoseconds; `nil` if they answer synchronously.
  package var deadlineNanoseconds: UInt64?
  /// The names of the events that the event's example bridges. They are sent right after it.
  package var bridged: [String]
  /// The name of the application's event that follows if the application's state changes with the scene's; `nil` if the
  /// event moves no scene.
  package var applicationEvent: String?

  /// Creates a description of an event.
  package init(
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
  package init(of type: any LifecycleEvent.Type) {
    LockOrder.expectNone()
    func open<Event: LifecycleEvent>(_ type: Event.Type) -> EventDescription {
      EventDescription(
        name: type.name, rule: type.policy.rule, arguments: EventArgument.all(of: type),
        expectedStates: type.transition?.expected,
        deadlineNanoseconds: (type as? any AsyncLifecycleEvent.Type).map { UInt64(nanoseconds: $0.deadline) },
        bridged: (type.sample?.bridged ?? []).map { Swift.type(of: $0).name }.reduce(into: []) {
          if !$0.contains($1) { $0.append($1) }
        }, applicationEvent: (type as? any SceneEvent.Type)?.applicationEvent?.name)
    }
    self = open(type)
  }
}
