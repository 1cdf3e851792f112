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
