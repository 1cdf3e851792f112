extension CompositeDelegate {
  /// Delivers an event when everything that is under way is over: at once if nothing is, else after the outermost
  /// dispatch has ended, with all that it cleans and sends, and the last handler that answers later has answered; after
  /// the removal, teardown or rebuilding in which a cleanup queued it.
  ///
  /// Events that are sent, and not queued, do not wait for those answers: the caller of `send` waits for its response.
  ///
  /// Any number may be queued. But an event that leads to itself, because a handler, an observer or a completion queues it
  /// again, is not delivered any more when `longestCycle` events have come of that without a pause; a warning names the
  /// events that lead to each other, and the response is the one for no votes. Waiting for an answer is a pause.
  ///
  /// - Parameters:
  ///   - event: The event.
  ///   - completion: Gets the response, once; if the composite dies before the event's turn, the one for no votes.
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

  /// Queues an event whose static type is not known; see `enqueue(_:completion:)`.
  public func enqueue(any event: any LifecycleEvent) {
    func open<Event: LifecycleEvent>(_ event: Event) { enqueue(event) }
    open(event)
  }

  /// Whether nothing is under way: no handler runs, none has yet to answer, and no event is queued.
  public var isIdle: Bool { stack.isQuiet && stack.pending.isEmpty && stack.queue.isEmpty }

  /// How many events wait until what is under way is over.
  public var enqueuedCount: Int { stack.queue.count }
}
