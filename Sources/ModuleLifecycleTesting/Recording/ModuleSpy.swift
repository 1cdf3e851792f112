public import ModuleLifecycle

/// A module that writes down what it is called with, and answers as it was told.
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
/// It stands beside the module under test: for the order of calls, for votes that meet its own, for a neighbour that
/// throws.
public final class ModuleSpy: Module {
  /// What a test wants it to own.
  public let owned = OwnedObjects()
  /// The name that its calls bear.
  public let name: String
  /// Where its calls go.
  public let calls: RecordedCalls
  private let handlers: [RecordedHandler]

  /// A module that handles events in the given ways.
  ///
  /// - Parameters:
  ///   - name: The name that its calls bear; the one that it is registered with, usually.
  ///   - calls: Where they go.
  ///   - handlers: What it does at which event.
  public init(_ name: String, in calls: RecordedCalls, handling handlers: [RecordedHandler]) {
    self.name = name
    self.calls = calls
    self.handlers = handlers
  }

  /// A module that is told of events and answers none.
  ///
  /// - Parameters:
  ///   - name: The name that its calls bear; the one that it is registered with, usually.
  ///   - calls: Where they go.
  ///   - events: The events that it handles.
  public convenience init(_ name: String, in calls: RecordedCalls, of events: any LifecycleEvent.Type...) {
    self.init(name, in: calls, handling: events.map { RecordedHandler.on($0) })
  }

  /// Handles what it was told to handle.
  public func instanceHandlers(_ handlers: inout Handlers<ModuleSpy>) {
    for handler in self.handlers { handler.add(to: &handlers) }
  }
}

/// What a `ModuleSpy` does at one event, after it has written down the call.
@MainActor public struct RecordedHandler {
  private let register: (inout Handlers<ModuleSpy>) -> Void

  func add(to handlers: inout Handlers<ModuleSpy>) { register(&handlers) }

  /// Nothing; where it is asked it abstains.
  public static func on(_ event: any LifecycleEvent.Type) -> Self {
    func open<Event: LifecycleEvent>(_ event: Event.Type) -> Self {
      Self { handlers in handlers.on(event) { module, event in module.calls.add(event, by: module.name) } }
    }
    return open(event)
  }

  /// Votes.
  ///
  /// - Parameters:
  ///   - event: The event's type.
  ///   - vote: The vote; `nil` abstains.
  public static func answer<Event: LifecycleEvent>(_ event: Event.Type, _ vote: Event.Vote?) -> Self {
    answer(event) { _ in vote }
  }

  /// Votes by what the event says, or does whatever else a test wants to happen inside the call.
  ///
  /// - Parameters:
  ///   - event: The event's type.
  ///   - vote: Gives the vote; `nil` abstains, and an error is the handler's own.
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

  /// Throws an error.
  public static func fail(_ event: any LifecycleEvent.Type, _ error: any Error) -> Self {
    func open<Event: LifecycleEvent>(_ event: Event.Type) -> Self { answer(event) { _ in throw error } }
    return open(event)
  }

  /// Answers when the test does, with `RecordedCalls.takeCompletion(of:by:)`.
  public static func answerLater<Event: AsyncLifecycleEvent>(_ event: Event.Type) -> Self {
    Self { handlers in
      handlers.answerLater(event) { module, event, completion in
        module.calls.add(event, by: module.name)
        module.calls.keep(RecordedCompletion(module: module.name, event: event, completion: completion))
      }
    }
  }
}
