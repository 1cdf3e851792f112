public import ModuleLifecycle

/// One call of a handler of a `ModuleSpy`.
public struct RecordedCall: Sendable, CustomStringConvertible {
  /// The module's name.
  public let module: String
  /// The event as it was handled, with its arguments.
  public let event: any LifecycleEvent

  /// Module, event and arguments on one line: `Feed openURL url pay:42`.
  public var description: String {
    let arguments = (try? JSONValue(encoding: event)) ?? .null
    let words = arguments.members.isEmpty || arguments.words == "none" ? [] : [arguments.words]
    return ([module, type(of: event).name] + words).joined(separator: " ")
  }
}

/// What module spies were called with, in the order of the calls, over all modules that write here.
///
/// ```swift
/// let calls = RecordedCalls()
/// try composite.register("Feed") { ModuleSpy("Feed", in: calls, of: OpenURL.self) }
/// composite.send(OpenURL(url: url))
/// calls.lines  // ["Feed openURL url pay:42"]
/// ```
///
/// It outlives the modules, so it is complete when they have been removed and brought back.
@MainActor public final class RecordedCalls {
  private struct Unanswered {
    let module: String
    let completion: AnyObject
  }

  /// The calls, oldest first.
  public private(set) var all: [RecordedCall] = []
  private var unanswered: [Unanswered] = []

  /// No calls yet.
  public init() {}

  /// The calls, a line each.
  public var lines: [String] { all.map(\.description) }

  /// The names of the modules that were called with an event of one type, in the order of the calls.
  public func modules(calledWith event: any LifecycleEvent.Type) -> [String] {
    all.filter { type(of: $0.event) == event }.map(\.module)
  }

  /// The events of one type that a module was called with, oldest first.
  ///
  /// - Parameters:
  ///   - event: The event's type.
  ///   - module: The module's name; every module's when it is `nil`.
  public func events<Event: LifecycleEvent>(of event: Event.Type, to module: String? = nil) -> [Event] {
    all.filter { module == nil || $0.module == module }.compactMap { $0.event as? Event }
  }

  /// Takes the oldest completion of a handler that was told to answer later and has not been answered for yet.
  ///
  /// Whoever takes it has to call it; one that is dropped uncalled abstains, with a warning in the journal.
  ///
  /// - Parameters:
  ///   - event: The event's type.
  ///   - module: The module's name; any module's when it is `nil`.
  /// - Returns: The completion; `nil` when no such call is unanswered.
  public func takeCompletion<Event: AsyncLifecycleEvent>(
    of event: Event.Type, by module: String? = nil
  ) -> RecordedCompletion<Event>? {
    let index = unanswered.firstIndex { call in
      (module == nil || call.module == module) && call.completion is RecordedCompletion<Event>
    }
    return index.flatMap { unanswered.remove(at: $0).completion as? RecordedCompletion<Event> }
  }

  /// Forgets all calls; completions that were not taken stay.
  public func removeAll() { all = [] }

  func add(_ event: any LifecycleEvent, by module: String) {
    all.append(RecordedCall(module: module, event: event))
  }

  func keep<Event: AsyncLifecycleEvent>(_ completion: RecordedCompletion<Event>) {
    unanswered.append(Unanswered(module: completion.module, completion: completion))
  }
}

/// How a module spy answers one call later.
public final class RecordedCompletion<Event: AsyncLifecycleEvent>: Sendable {
  /// The module that was called.
  public let module: String
  /// What it was called with.
  public let event: Event
  /// What answers, once, from any thread.
  public let completion: Completion<Event.Vote>

  init(module: String, event: Event, completion: Completion<Event.Vote>) {
    self.module = module
    self.event = event
    self.completion = completion
  }

  /// Answers.
  public func callAsFunction(_ vote: Event.Vote) { completion(vote) }
}
