extension CompositeDelegate {
  /// Delivers an event once nothing else is in progress.
  ///
  /// If nothing is, the event is delivered at once. Otherwise it waits until the outermost dispatch has ended, with all
  /// its cleanups and the events it sends, and until all handlers that answer later have answered. An event queued by a
  /// cleanup waits for the removal, teardown or rebuild to finish.
  ///
  /// Events that are sent rather than queued don't wait for those answers, because the caller of `send` waits for a
  /// response.
  ///
  /// Any number of events can be queued. An event can lead to itself when a handler, an observer or a completion queues
  /// it again. After `longestCycle` such events without a pause, the next one is not delivered: its response is the one
  /// for no votes, and a warning names the events that lead to each other. Waiting for an answer is a pause.
  ///
  /// - Parameters:
  ///   - event: The event.
  ///   - completion: Called once with the response. If the composite is released first, the response is the one for no
  ///     votes.
  public func enqueue<Event: LifecycleEvent>(
    _ event: Event, completion: (@MainActor (Event.Response) -> Void)? = nil
  ) {
    let path = stack.ancestry
    guard path.isEmpty || admits(Event.self, after: path) else {
      refuse(event, completion)
      return
    }
    stack.enqueue(
      QueuedEvent(cause: EventCause(path: path, cycle: stack.cause.cycle)) { [weak self] in
        guard let self else {
          completion?(Event.policy.combine([]).response)
          return
        }
        self.deliver(event, by: self.plan(for: Event.self), completion: completion)
      })
  }

  /// Queues an event whose static type is not known. See `enqueue(_:completion:)`.
  public func enqueue(any event: any LifecycleEvent) {
    func open<Event: LifecycleEvent>(_ event: Event) { enqueue(event) }
    open(event)
  }

  /// Whether nothing is in progress: no handler is running, no answer is missing, and no event is queued.
  public var isIdle: Bool { stack.isIdle }

  /// The number of events that are queued.
  public var enqueuedCount: Int { stack.queue.count }
}
