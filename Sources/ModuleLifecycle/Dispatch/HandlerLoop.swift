/// The one file that uses modules and handlers without counting references, because two counts a handler would cost as
/// much as the calls themselves. It is sound for these reasons:
///
/// - `HandlerLoop.run` lasts as long as one dispatch. Its caller keeps the plan, and the plan keeps the handlers.
/// - The composite's slots keep the modules as long as nothing changes. After a change, each module is looked up before it
///   is called, and a module that is removed while one of its handlers runs is kept until the handler has returned.
/// - A handler is called with the types with which it was registered: the plan of an event takes only handlers of that
///   event, and a module's table only handlers of its class. Debug builds check the casts.
enum HandlerLoop {
  /// A call that does not retain what it calls.
  @safe struct Call {
    private let module: Unmanaged<AnyObject>
    private let handler: Unmanaged<EventHandler>

    init(_ module: AnyObject, _ handler: EventHandler) {
      unsafe (self.module, self.handler) = (.passUnretained(module), .passUnretained(handler))
    }

    @inline(__always) @MainActor fileprivate func perform(
      _ dispatch: Unmanaged<Dispatch>, _ step: Int
    ) -> HandlerResult {
      unsafe handler.borrow { handler in
        unsafe module.borrow { module in
          unsafe dispatch.borrow { dispatch in handler.call(module, dispatch, step) }
        }
      }
    }
  }

  /// Calls the handlers of a dispatch, one after the other, and adds a row for each call. The end of one call is the start
  /// of the next. Doesn't read the clock if the dispatch is not recorded.
  @MainActor static func run(_ dispatch: Dispatch, on stack: DispatchStack) {
    let (plan, clock, running) = (dispatch.plan, stack.clock, stack.running)
    let (start, isRecorded, isWatched) = (dispatch.start, dispatch.isRecorded, dispatch.isWatched)
    let unretained = unsafe Unmanaged.passUnretained(dispatch)
    let count = plan.calls.count
    var rows = [HandlerSpans.Call]()
    rows.reserveCapacity(count)
    var (index, last) = (0, start)
    // Unchecked arithmetic: a monotonic clock does not go back.
    while index < count {
      if stack.changes != plan.changes {
        let isReachable = stack.isReachable(index, in: plan)
        // Modules may have been released just now. Their time is no handler's.
        if isRecorded { last = clock.now }
        guard isReachable else {
          rows.append(.skipped(index, at: last &- start))
          index &+= 1
          continue
        }
      }
      running.enter(index, since: last)
      let result = unsafe plan.calls[index].perform(unretained, index)
      let end = isRecorded ? clock.now : last
      let (time, nested) = (end &- last, stack.takeNested())
      rows.append(
        HandlerSpans.Call(
          label: Int32(truncatingIfNeeded: index), result: result, start: last &- start, total: time,
          own: nested == 0 ? time : time &- min(nested, time)))
      last = isWatched ? stack.noteReturn(of: index, in: dispatch, &rows[rows.count - 1]) : end
      index &+= 1
      if result == .claimed || result == .threw, dispatch.isEnded(by: result, at: index &- 1) { break }
    }
    while index < count {
      rows.append(.skipped(index, at: last &- start))
      index &+= 1
    }
    (dispatch.end, dispatch.calls) = (last, rows)
  }
}

extension HandlerLoop {
  /// Ends a dispatch without calling its handlers.
  @MainActor static func skip(_ dispatch: Dispatch) {
    dispatch.calls = dispatch.plan.calls.indices.map { .skipped($0, at: 0) }
    dispatch.end = dispatch.start
  }
}

extension Unmanaged {
  /// Calls a closure with the object, without retaining it. The standard library's own method would check on each call that
  /// an isolated closure runs on its actor.
  @inline(__always) fileprivate func borrow<Result>(_ body: (Instance) -> Result) -> Result {
    unsafe _withUnsafeGuaranteedRef { body($0) }
  }
}

extension HandlerSpans.Call {
  fileprivate static func skipped(_ index: Int, at time: UInt64) -> Self {
    Self(label: Int32(truncatingIfNeeded: index), result: .skipped, start: time, total: 0, own: 0)
  }
}

/// How a call of a handler ended. The vote or error is in the dispatch.
@usableFromInline enum HandlerResult: UInt8, Sendable {
  case returned
  case answered
  case abstained
  case threw
  /// It answered, and no later module is called.
  case claimed
  /// It will answer later.
  case pending
  /// It was not called.
  case skipped
  /// It will be called when its module has started.
  case held
}

/// One module's handler of one event, called the same way for all types.
@MainActor @usableFromInline class EventHandler {
  /// Whether it can answer after it has returned.
  @usableFromInline let isAsync: Bool

  @usableFromInline init(isAsync: Bool) { self.isAsync = isAsync }

  /// Calls the handler.
  ///
  /// - Parameter step: The call's position in the dispatch.
  @usableFromInline func call(_ module: AnyObject, _ dispatch: Dispatch, _ step: Int) -> HandlerResult {
    .skipped
  }
}

/// A handler that does not answer.
@usableFromInline final class TellingHandler<Handled: AnyObject, Event: LifecycleEvent>: EventHandler {
  @usableFromInline let body: @MainActor (Handled, Event) throws -> Void

  @inlinable init(_ body: @escaping @MainActor (Handled, Event) throws -> Void) {
    self.body = body
    super.init(isAsync: false)
  }

  @inlinable override func call(_ module: AnyObject, _ dispatch: Dispatch, _ step: Int) -> HandlerResult {
    do {
      try unsafe body(
        unsafeDowncast(module, to: Handled.self), unsafeDowncast(dispatch, to: EventDispatch<Event>.self).event)
      return .returned
    } catch {
      dispatch.note(error, at: step)
      return .threw
    }
  }
}

/// A handler that answers, abstains, answers later, or receives the values that the sender passed alongside the event.
final class AnsweringHandler<Handled: AnyObject, Event: LifecycleEvent>: EventHandler {
  typealias Body = @MainActor (Handled, EventDispatch<Event>, _ step: Int) throws -> HandlerResult
  private let body: Body

  init(isAsync: Bool = false, _ body: @escaping Body) {
    self.body = body
    super.init(isAsync: isAsync)
  }

  override func call(_ module: AnyObject, _ dispatch: Dispatch, _ step: Int) -> HandlerResult {
    do {
      return try unsafe body(
        unsafeDowncast(module, to: Handled.self), unsafeDowncast(dispatch, to: EventDispatch<Event>.self), step)
    } catch {
      dispatch.note(error, at: step)
      return .threw
    }
  }
}
