/// How one call of a handler ended, in a byte; what it answered or threw stands in the dispatch's payload.
enum HandlerResult: UInt8, Sendable {
  case returned
  case answered
  case abstained
  case threw
  /// It answered, and its answer is one after which nobody else is asked.
  case claimed
  /// It will answer later.
  case pending
  /// It was not called.
  case skipped
}

/// The handlers of one module by event, with the types of module and event known only inside each handler.
///
/// The loop over the handlers is the same code for all events, which is what makes it fast; the registration functions
/// pair every handler with its own types, so the unchecked casts in them cannot go wrong.
struct HandlerTable {
  typealias Handler = @MainActor (_ module: AnyObject, _ payload: DispatchPayload, _ step: Int) -> HandlerResult

  struct Entry {
    let event: any LifecycleEvent.Type
    /// Whether it may answer after it has returned.
    let isAsync: Bool
    let handler: Handler
  }

  private(set) var entries: [Entry] = []
  /// The first event that was named twice.
  private(set) var duplicate: String?

  mutating func add<Event: LifecycleEvent>(_ event: Event.Type, isAsync: Bool = false, handler: @escaping Handler) {
    if entry(for: event) != nil, duplicate == nil { duplicate = Event.name }
    entries.append(Entry(event: event, isAsync: isAsync, handler: handler))
  }

  func entry(for event: any LifecycleEvent.Type) -> Entry? { entries.first { $0.event == event } }
}
