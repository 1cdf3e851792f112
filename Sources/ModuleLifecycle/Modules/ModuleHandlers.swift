/// Collects a module's handlers while the module is being registered.
@MainActor public struct ModuleHandlers<Handled: AnyObject> {
  @usableFromInline var table = HandlerTable()

  init() {}

  /// Registers a handler that doesn't answer.
  ///
  /// - Parameters:
  ///   - event: The event's type.
  ///   - body: Called with the module and the event. An error is caught and journaled, and the other modules are still
  ///     called.
  @inlinable public mutating func on<Event: LifecycleEvent>(
    _ event: Event.Type, _ body: @escaping @MainActor (Handled, Event) throws -> Void
  ) {
    table.add(event, TellingHandler(body))
  }

  /// Registers a handler that answers an event.
  ///
  /// - Parameters:
  ///   - event: The event's type.
  ///   - body: Called with the module and the event. Returns the module's vote, or `nil` to abstain. An error is
  ///     caught and journaled, and counts as abstaining. The other modules are still called.
  public mutating func answer<Event: LifecycleEvent>(
    _ event: Event.Type, _ body: @escaping @MainActor (Handled, Event) throws -> Event.Vote?
  ) {
    answer(event) { handled, event, _ in try body(handled, event) }
  }
}

extension ModuleHandlers {
  /// Registers a handler that answers an event later, with a completion.
  ///
  /// ```swift
  /// handlers.answerLater(PerformFetch.self) { feed, _, completion in
  ///   feed.load { pages in completion(pages.isEmpty ? .noData : .newData) }
  /// }
  /// ```
  ///
  /// Call the completion once, on any thread. Further calls are recorded and ignored. A completion that is released
  /// without a call abstains.
  ///
  /// - Parameters:
  ///   - event: The event's type.
  ///   - body: Called with the module, the event and the completion. An error is caught and journaled. It counts as
  ///     abstaining unless the completion has already been called.
  public mutating func answerLater<Event: AsyncLifecycleEvent>(
    _ event: Event.Type, _ body: @escaping @MainActor (Handled, Event, EventCompletion<Event.Vote>) throws -> Void
  ) {
    answerLater(event) { handled, event, _, completion in try body(handled, event, completion) }
  }

  /// Registers an asynchronous handler that answers an event when it returns.
  ///
  /// The handler runs up to its first suspension in the module's turn. The module is kept alive until the handler
  /// returns.
  ///
  /// Before macOS 26 and iOS 26, the handler starts only when all modules had their turns and `send` has returned to the
  /// main queue. Such handlers then start in registration order, but later than all synchronous ones: none can settle
  /// the event in its turn, and the journal has no computing time of it.
  ///
  /// - Parameters:
  ///   - event: The event's type.
  ///   - body: Called with the module and the event. Returns the module's vote, or `nil` to abstain. An error is
  ///     caught and journaled, and counts as abstaining. The task is cancelled when the event's deadline passes.
  public mutating func answer<Event: AsyncLifecycleEvent>(
    _ event: Event.Type, _ body: @escaping @MainActor (Handled, Event) async throws -> Event.Vote?
  ) {
    answer(event) { handled, event, _ in try await body(handled, event) }
  }

  /// Registers an asynchronous handler for an event that asks for no votes. The handler is done when it returns.
  ///
  /// - Parameters:
  ///   - event: The event's type.
  ///   - body: Called with the module and the event. See `answer(_:_:)`.
  public mutating func on<Event: AsyncLifecycleEvent>(
    _ event: Event.Type, _ body: @escaping @MainActor (Handled, Event) async throws -> Void
  ) where Event.Vote == Void {
    answer(event) { (handled: Handled, event: Event) async throws -> Void? in try await body(handled, event) }
  }
}

/// Handlers that are methods of the module: `handlers.on(DidEnterBackground.self, Session.lock)`.
///
/// Closures come first where both fit, such as `{ _ in … }`.
extension ModuleHandlers {
  /// Registers a method without parameters. See `on(_:_:)` with a closure.
  @_disfavoredOverload public mutating func on<Event: LifecycleEvent>(
    _ event: Event.Type, _ method: @escaping @MainActor (Handled) -> () throws -> Void
  ) {
    on(event) { (handled: Handled, _: Event) throws in try method(handled)() }
  }

  /// Registers a method that takes the event. See `on(_:_:)` with a closure.
  @_disfavoredOverload public mutating func on<Event: LifecycleEvent>(
    _ event: Event.Type, _ method: @escaping @MainActor (Handled) -> (Event) throws -> Void
  ) {
    on(event) { (handled: Handled, event: Event) throws in try method(handled)(event) }
  }

  /// Registers a method that takes the event and answers it. See `answer(_:_:)` with a closure.
  @_disfavoredOverload public mutating func answer<Event: LifecycleEvent>(
    _ event: Event.Type, _ method: @escaping @MainActor (Handled) -> (Event) throws -> Event.Vote?
  ) {
    answer(event) { (handled: Handled, event: Event) throws -> Event.Vote? in try method(handled)(event) }
  }

  /// Registers an asynchronous method that takes the event, and answers it when it returns. See `answer(_:_:)` with an
  /// asynchronous closure.
  @_disfavoredOverload public mutating func answer<Event: AsyncLifecycleEvent>(
    _ event: Event.Type, _ method: @escaping @MainActor (Handled) -> (Event) async throws -> Event.Vote?
  ) {
    answer(event) { (handled: Handled, event: Event) async throws -> Event.Vote? in try await method(handled)(event) }
  }
}

/// A module that consists of handlers, without a class of its own.
///
/// ```swift
/// try composite.register("Ads", handlers: { handlers in
///   handlers.on(DidFinishLaunching.self) { _ in Ads.start() }
///   handlers.on(DidEnterBackground.self) { ads, _ in ads.owned.task("upload") { await Ads.upload() } }
/// })
/// ```
///
/// A handler takes the event, or the module and the event. The module owns what `owned` is given, and finds its composite.
/// What a handler of a module with a class can be, its handlers can be, too: asynchronous, with the system's objects, with a
/// completion. Those take the module, except `answer(_:_:)` with the event alone, which can be asynchronous.
@MainActor public final class HandlerModule: Module {
  /// What the module's handlers own.
  public let owned = OwnedObjects()
  /// The composite that the module is in. A closure must not capture it: the composite keeps the closure.
  public private(set) weak var composite: CompositeDelegate?
  private let collect: @MainActor (inout ModuleHandlers<HandlerModule>) -> Void

  /// Creates a module, as `CompositeDelegate.register(_:after:isRequired:isOn:handlers:)` does. For a check of it:
  /// `await checkModule { HandlerModule(in: $0, handlers) }`.
  public init(
    in composite: CompositeDelegate, _ handlers: @escaping @MainActor (inout ModuleHandlers<HandlerModule>) -> Void
  ) {
    (self.composite, collect) = (composite, handlers)
  }

  /// Registers the module's handlers.
  public func instanceHandlers(_ handlers: inout ModuleHandlers<HandlerModule>) { collect(&handlers) }
}

extension ModuleHandlers where Handled == HandlerModule {
  /// Registers a handler that takes only the event. See `on(_:_:)` with the module.
  public mutating func on<Event: LifecycleEvent>(
    _ event: Event.Type, _ body: @escaping @MainActor (Event) throws -> Void
  ) {
    on(event) { (_: HandlerModule, event: Event) throws in try body(event) }
  }

  /// Registers a handler that takes only the event and answers it. See `answer(_:_:)` with the module.
  public mutating func answer<Event: LifecycleEvent>(
    _ event: Event.Type, _ body: @escaping @MainActor (Event) throws -> Event.Vote?
  ) {
    answer(event) { (_: HandlerModule, event: Event) throws -> Event.Vote? in try body(event) }
  }

  /// Registers an asynchronous handler that takes only the event, and answers it when it returns.
  public mutating func answer<Event: AsyncLifecycleEvent>(
    _ event: Event.Type, _ body: @escaping @MainActor (Event) async throws -> Event.Vote?
  ) {
    answer(event) { (_: HandlerModule, event: Event) async throws -> Event.Vote? in try await body(event) }
  }
}

/// How an asynchronous function starts.
enum FirstSegment {
  /// Whether the function runs up to its first suspension at once, where the system supports that. Tests turn it off.
  @TaskLocal static var runsAtOnce = true

  /// Whether this system supports it.
  static var isSupported: Bool {
    if #available(macOS 26, iOS 26, tvOS 26, watchOS 26, visionOS 26, *) { true } else { false }
  }
}

/// Starts a function. Where the system supports it, the function runs up to its first suspension before this returns.
@MainActor func startNow(_ body: @escaping @MainActor () async -> Void) -> Task<Void, Never> {
  if #available(macOS 26, iOS 26, tvOS 26, watchOS 26, visionOS 26, *), FirstSegment.runsAtOnce {
    Task.immediate { await body() }
  } else {
    Task { await body() }
  }
}

/// Handlers that receive the system's own objects alongside the event. See `SystemObjects`.
extension ModuleHandlers {
  /// Registers a handler that doesn't answer and that receives system objects.
  ///
  /// - Parameters:
  ///   - event: The event's type.
  ///   - body: Called with the module, the event and the system objects. See `on(_:_:)`.
  public mutating func on<Event: LifecycleEvent>(
    _ event: Event.Type, _ body: @escaping @MainActor (Handled, Event, SystemObjects) throws -> Void
  ) {
    table.add(
      event,
      AnsweringHandler<Handled, Event> { handled, dispatch, _ in
        try body(handled, dispatch.event, dispatch.answers?.system ?? [])
        return .returned
      })
  }

  /// Registers a handler that answers an event and receives system objects.
  ///
  /// - Parameters:
  ///   - event: The event's type.
  ///   - body: Called with the module, the event and the system objects. See `answer(_:_:)`.
  public mutating func answer<Event: LifecycleEvent>(
    _ event: Event.Type, _ body: @escaping @MainActor (Handled, Event, SystemObjects) throws -> Event.Vote?
  ) {
    table.add(
      event,
      AnsweringHandler<Handled, Event> { handled, dispatch, step in
        let vote = try body(handled, dispatch.event, dispatch.answers?.system ?? [])
        return dispatch.ownAnswers?.cast(vote, at: step) ?? (vote == nil ? .abstained : .returned)
      })
  }

  /// Registers a handler that answers an event later, with a completion, and receives system objects.
  ///
  /// - Parameters:
  ///   - event: The event's type.
  ///   - body: Called with the module, the event, the system objects and the completion. See `answerLater(_:_:)`.
  public mutating func answerLater<Event: AsyncLifecycleEvent>(
    _ event: Event.Type,
    _ body: @escaping @MainActor (Handled, Event, SystemObjects, EventCompletion<Event.Vote>) throws -> Void
  ) {
    table.add(
      event,
      AnsweringHandler<Handled, Event>(isAsync: true) { handled, dispatch, step in
        guard let answers = dispatch.ownAnswers else { return .skipped }
        let completion = answers.completion(for: step, in: dispatch)
        do {
          try Owner.$current.withValue(dispatch.plan.steps[step].owners.last) {
            try body(handled, dispatch.event, answers.system, completion)
          }
        } catch {
          completion.handlerThrew(error)
        }
        return .pending
      })
  }

  /// Registers an asynchronous handler that answers an event when it returns. It keeps the system objects until then.
  ///
  /// - Parameters:
  ///   - event: The event's type.
  ///   - body: Called with the module, the event and the system objects. See `answer(_:_:)`.
  public mutating func answer<Event: AsyncLifecycleEvent>(
    _ event: Event.Type, _ body: @escaping @MainActor (Handled, Event, SystemObjects) async throws -> Event.Vote?
  ) {
    answerLater(event) { handled, event, system, completion in
      completion.work = startNow {
        do {
          completion.settle(try await body(handled, event, system))
        } catch {
          completion.fail(error)
        }
      }
    }
  }

  /// Registers an asynchronous handler that receives system objects, for an event that asks for no votes. The handler
  /// is done when it returns.
  ///
  /// - Parameters:
  ///   - event: The event's type.
  ///   - body: Called with the module, the event and the system objects. See `on(_:_:)`.
  public mutating func on<Event: AsyncLifecycleEvent>(
    _ event: Event.Type, _ body: @escaping @MainActor (Handled, Event, SystemObjects) async throws -> Void
  ) where Event.Vote == Void {
    answer(event) { (handled: Handled, event: Event, system: SystemObjects) async throws -> Void? in
      try await body(handled, event, system)
    }
  }
}

/// The handlers of one module, by event.
@usableFromInline struct HandlerTable {
  struct Entry {
    let event: any LifecycleEvent.Type
    let handler: EventHandler
  }

  private(set) var entries: [Entry] = []
  /// The first event that was registered twice.
  private(set) var duplicate: String?

  @usableFromInline mutating func add<Event: LifecycleEvent>(_ event: Event.Type, _ handler: EventHandler) {
    if self.handler(for: event) != nil, duplicate == nil { duplicate = Event.name }
    entries.append(Entry(event: event, handler: handler))
  }

  func handler(for event: any LifecycleEvent.Type) -> EventHandler? { entries.first { $0.event == event }?.handler }
}

/// The system's own objects, which a sender passes to handlers alongside an event. They can't be encoded.
///
/// ```swift
/// composite.send(SceneWillConnect(scene: id), with: [windowScene, options])
///
/// handlers.on(SceneWillConnect.self) { scene, _, system in
///   guard let windowScene = system[UIWindowScene.self] else { return }  // fired from a dashboard
///   scene.makeWindow(in: windowScene)
/// }
/// ```
///
/// Only handlers receive them. They are in no journal, recording or inspector, and are released when the event is
/// over. An event that is fired from a dashboard, or replayed for a late module, has none. A handler must therefore
/// work without them, or report that it can't.
public struct SystemObjects: ExpressibleByArrayLiteral {
  private let values: [Any]

  /// Creates a list of values. If two have the same type, handlers find the first.
  public init(arrayLiteral values: Any...) { self.values = values }

  /// The first value of exactly that type. A collection converts to others: every dictionary to one with any keys.
  package func exactly<Value>(_ type: Value.Type) -> Value? {
    values.first { Swift.type(of: $0) == type } as? Value
  }

  /// The first value of a type, in the order in which the sender passed them. `nil` when there is none.
  ///
  /// The type can be a superclass of the value's type, or a protocol: `system[(any NSCoding).self]`.
  public subscript<Value>(_ type: Value.Type) -> Value? {
    for value in values {
      if let value = value as? Value { return value }
    }
    return nil
  }
}
