public import ModuleLifecycle

/// A call of one of a `ModuleSpy`'s handlers.
public struct RecordedCall: Sendable, CustomStringConvertible {
  /// The name of the spy that was called.
  public let module: String
  /// The event with its arguments.
  public let event: any LifecycleEvent

  /// The module, the event and its arguments on one line: `Feed openURL url pay:42`.
  public var description: String {
    let arguments = EventValue(argumentsOf: event)
    let words = arguments == .null || arguments.words == "none" ? [] : [arguments.words]
    return ([module, type(of: event).name] + words).joined(separator: " ")
  }
}

/// Records the calls of all module spies that share it, in order.
///
/// ```swift
/// let calls = RecordedCalls()
/// try composite.register("Feed") { ModuleSpy("Feed", in: calls, of: OpenURL.self) }
/// composite.send(OpenURL(url: url))
/// calls.lines  // ["Feed openURL url pay:42"]
/// ```
///
/// It outlives the modules, so it stays complete when they are removed and brought back.
@MainActor public final class RecordedCalls {
  private struct Unanswered {
    let module: String
    let completion: AnyObject
  }

  /// The calls, oldest first.
  public private(set) var all: [RecordedCall] = []
  private var unanswered: [Unanswered] = []

  /// Creates an empty record.
  public init() {}

  /// The calls, one line each.
  public var lines: [String] { all.map(\.description) }

  /// Returns the names of the modules that were called with an event of one type, in the order of the calls.
  public func modules(calledWith event: any LifecycleEvent.Type) -> [String] {
    all.filter { type(of: $0.event) == event }.map(\.module)
  }

  /// Returns the events of one type that a module was called with, oldest first.
  ///
  /// - Parameters:
  ///   - event: The event's type.
  ///   - module: The module's name; `nil` for every module.
  public func events<Event: LifecycleEvent>(of event: Event.Type, to module: String? = nil) -> [Event] {
    all.filter { module == nil || $0.module == module }.compactMap { $0.event as? Event }
  }

  /// Takes the oldest open completion of a handler that answers later.
  ///
  /// The caller must call the completion. A completion that is dropped uncalled abstains, with a warning in the
  /// journal.
  ///
  /// - Parameters:
  ///   - event: The event's type.
  ///   - module: The module's name; `nil` for any module.
  /// - Returns: The completion; `nil` when no such call is unanswered.
  public func takeCompletion<Event: AsyncLifecycleEvent>(
    of event: Event.Type, by module: String? = nil
  ) -> RecordedCompletion<Event>? {
    let index = unanswered.firstIndex { call in
      (module == nil || call.module == module) && call.completion is RecordedCompletion<Event>
    }
    return index.flatMap { unanswered.remove(at: $0).completion as? RecordedCompletion<Event> }
  }

  /// Removes all calls. Completions that were not taken stay.
  public func removeAll() { all = [] }

  func add(_ event: any LifecycleEvent, by module: String) {
    all.append(RecordedCall(module: module, event: event))
  }

  func keep<Event: AsyncLifecycleEvent>(_ completion: RecordedCompletion<Event>) {
    unanswered.append(Unanswered(module: completion.module, completion: completion))
  }
}

/// An open call of a module spy, which a test answers later.
public final class RecordedCompletion<Event: AsyncLifecycleEvent>: Sendable {
  /// The name of the spy that was called.
  public let module: String
  /// The event that the spy was called with.
  public let event: Event
  /// The completion that answers the call. Call it once, from any thread.
  public let completion: EventCompletion<Event.Vote>

  init(module: String, event: Event, completion: EventCompletion<Event.Vote>) {
    self.module = module
    self.event = event
    self.completion = completion
  }

  /// Answers the call with a vote.
  public func callAsFunction(_ vote: Event.Vote) { completion(vote) }
}
