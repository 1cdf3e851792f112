public import ModuleLifecycle

/// A module that records its calls and answers as configured.
///
/// ```swift
/// let calls = RecordedCalls()
/// try composite.register("Feed") { ModuleSpy("Feed", in: calls, of: DidFinishLaunching.self, OpenURL.self) }
/// try composite.register("Push") {
///   ModuleSpy("Push", in: calls, handling: [.answer(OpenURL.self, true), .answerLater(PerformFetch.self)])
/// }
/// composite.send(OpenURL(url: url))
/// calls.lines  // ["Feed openURL url pay:42", "Push openURL url pay:42"]
/// ```
///
/// Register it beside the module under test to check the order of calls, to add votes to the module's own, or to have a
/// neighbour that throws.
public final class ModuleSpy: Module {
  /// The bag for objects that a test wants the spy to own.
  public let owned = OwnedObjects()
  /// The name in the spy's recorded calls.
  public let name: String
  /// Where the spy records its calls.
  public let calls: RecordedCalls
  private let handlers: [RecordedHandler]

  /// Creates a spy that handles events in the given ways.
  ///
  /// - Parameters:
  ///   - name: The name in the recorded calls, usually the one that the spy is registered with.
  ///   - calls: Where the spy records its calls.
  ///   - handlers: What the spy does at each event.
  public init(_ name: String, in calls: RecordedCalls, handling handlers: [RecordedHandler]) {
    self.name = name
    self.calls = calls
    self.handlers = handlers
  }

  /// Creates a spy that records events and never votes.
  ///
  /// - Parameters:
  ///   - name: The name in the recorded calls, usually the one that the spy is registered with.
  ///   - calls: Where the spy records its calls.
  ///   - events: The events that the spy handles.
  public convenience init(_ name: String, in calls: RecordedCalls, of events: any LifecycleEvent.Type...) {
    self.init(name, in: calls, handling: events.map { RecordedHandler.on($0) })
  }

  /// Registers the handlers that the spy was created with.
  public func instanceHandlers(_ handlers: inout ModuleHandlers<ModuleSpy>) {
    for handler in self.handlers { handler.add(to: &handlers) }
  }
}

/// What a `ModuleSpy` does at one event after recording the call.
@MainActor public struct RecordedHandler {
  private let register: (inout ModuleHandlers<ModuleSpy>) -> Void

  func add(to handlers: inout ModuleHandlers<ModuleSpy>) { register(&handlers) }

  /// Returns a handler that only records the call. It abstains if the event asks for a vote.
  public static func on(_ event: any LifecycleEvent.Type) -> Self {
    func open<Event: LifecycleEvent>(_ event: Event.Type) -> Self {
      Self { handlers in handlers.on(event) { module, event in module.calls.add(event, by: module.name) } }
    }
    return open(event)
  }

  /// Returns a handler that votes.
  ///
  /// - Parameters:
  ///   - event: The event's type.
  ///   - vote: The vote; `nil` abstains.
  public static func answer<Event: LifecycleEvent>(_ event: Event.Type, _ vote: Event.Vote?) -> Self {
    answer(event) { _ in vote }
  }

  /// Returns a handler that computes its vote from the event. The closure can do whatever else a test needs inside the
  /// call.
  ///
  /// - Parameters:
  ///   - event: The event's type.
  ///   - vote: Computes the vote; `nil` abstains. An error counts as thrown by the handler.
  public static func answer<Event: LifecycleEvent>(
    _ event: Event.Type, with vote: @escaping @MainActor (Event) throws -> Event.Vote?
  ) -> Self {
    Self { handlers in
      handlers.answer(event) { module, event in
        module.calls.add(event, by: module.name)
        return try vote(event)
      }
    }
  }

  /// Returns a handler that throws an error.
  public static func fail(_ event: any LifecycleEvent.Type, _ error: any Error) -> Self {
    func open<Event: LifecycleEvent>(_ event: Event.Type) -> Self { answer(event) { _ in throw error } }
    return open(event)
  }

  /// Returns a handler that answers later, when the test calls `RecordedCalls.takeCompletion(of:by:)` and then the
  /// completion.
  public static func answerLater<Event: AsyncLifecycleEvent>(_ event: Event.Type) -> Self {
    Self { handlers in
      handlers.answerLater(event) { module, event, completion in
        module.calls.add(event, by: module.name)
        module.calls.keep(RecordedCompletion(module: module.name, event: event, completion: completion))
      }
    }
  }
}
