/// What one dispatch carries past its handlers: the event, and the ballots they cast.
@MainActor final class Payload<Event: LifecycleEvent> {
  let event: Event
  var ballots: [Ballot<Event.Vote>] = []

  init(_ event: Event) { self.event = event }
}

/// The handlers of one module by event, with the types of module and event known only inside each handler.
///
/// The loop over the handlers is the same code for all events, which is what makes it fast; the registration functions
/// pair every handler with its own types, so the unchecked casts in them cannot go wrong.
struct HandlerTable {
  typealias Handler = @MainActor (_ module: AnyObject, _ payload: AnyObject, _ voter: ModuleSlot) -> HandlerOutcome

  struct Entry {
    let event: any LifecycleEvent.Type
    let handler: Handler
  }

  private(set) var entries: [Entry] = []
  /// The first event that was named twice.
  private(set) var duplicate: String?

  mutating func add<Event: LifecycleEvent>(_ event: Event.Type, handler: @escaping Handler) {
    if self.handler(for: event) != nil, duplicate == nil { duplicate = Event.name }
    entries.append(Entry(event: event, handler: handler))
  }

  func handler(for event: any LifecycleEvent.Type) -> Handler? { entries.first { $0.event == event }?.handler }
}
