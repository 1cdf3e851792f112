/// How a call of a handler ended, in one byte. The vote or error is in the dispatch's context.
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
}

/// One module's handler of one event, called the same way for all types.
///
/// Only subclasses know the types of the module and the event. They are the types that the handler was registered
/// with, so the unchecked casts are safe. Only `HandlerLoop` calls handlers, on the main actor. The class is not
/// isolated to it, because Swift would check each call of an isolated closure again, for every handler.
@usableFromInline class EventHandler {
  /// Whether it can answer after it has returned.
  @usableFromInline let isAsync: Bool

  @usableFromInline init(isAsync: Bool = false) { self.isAsync = isAsync }

  /// Calls the handler.
  ///
  /// - Parameters:
  ///   - module: The module's address. The module stays alive until the call returns.
  ///   - context: The dispatch's context.
  ///   - step: The call's position in the dispatch.
  @usableFromInline func call(_ module: UnsafeRawPointer, _ context: DispatchContext, _ step: Int) -> HandlerResult {
    .skipped
  }
}

/// A handler that does not answer.
@usableFromInline final class TellingHandler<Handled: AnyObject, Event: LifecycleEvent>: EventHandler {
  @usableFromInline typealias Body = (Handled, Event) throws -> Void

  @usableFromInline let body: Body

  @inlinable init(_ body: @escaping @MainActor (Handled, Event) throws -> Void) {
    self.body = unsafe unsafeBitCast(body, to: Body.self)
    super.init()
  }

  @inlinable override func call(
    _ module: UnsafeRawPointer, _ context: DispatchContext, _ step: Int
  ) -> HandlerResult {
    let context = unsafe unsafeDowncast(context, to: EventContext<Event>.self)
    do {
      try unsafe Unmanaged<Handled>.fromOpaque(module)._withUnsafeGuaranteedRef { try body($0, context.event) }
      return .returned
    } catch {
      context.note(error, at: step)
      return .threw
    }
  }
}

/// A handler that answers or abstains.
@usableFromInline final class AnsweringHandler<Handled: AnyObject, Event: LifecycleEvent>: EventHandler {
  @usableFromInline typealias Body = (Handled, Event) throws -> Event.Vote?

  @usableFromInline let body: Body

  @inlinable init(_ body: @escaping @MainActor (Handled, Event) throws -> Event.Vote?) {
    self.body = unsafe unsafeBitCast(body, to: Body.self)
    super.init()
  }

  @inlinable override func call(
    _ module: UnsafeRawPointer, _ context: DispatchContext, _ step: Int
  ) -> HandlerResult {
    let context = unsafe unsafeDowncast(context, to: EventContext<Event>.self)
    do {
      let vote = try unsafe Unmanaged<Handled>.fromOpaque(module)._withUnsafeGuaranteedRef {
        try body($0, context.event)
      }
      guard let vote else { return .abstained }
      return context.cast(vote, at: step)
    } catch {
      context.note(error, at: step)
      return .threw
    }
  }
}

/// A handler that also receives the values that the sender passed alongside the event.
final class NativeHandler<Handled: AnyObject, Event: LifecycleEvent>: EventHandler {
  typealias Body = @MainActor (Handled, EventContext<Event>, _ step: Int) throws -> HandlerResult

  private let body: Body

  init(_ body: @escaping Body) {
    self.body = body
    super.init()
  }

  override func call(_ module: UnsafeRawPointer, _ context: DispatchContext, _ step: Int) -> HandlerResult {
    let context = unsafe unsafeDowncast(context, to: EventContext<Event>.self)
    let handled = unsafe Unmanaged<Handled>.fromOpaque(module).takeUnretainedValue()
    nonisolated(unsafe) let module = handled
    let body = body
    return MainActor.assumeIsolated {
      do {
        return try unsafe body(module, context, step)
      } catch {
        context.note(error, at: step)
        return .threw
      }
    }
  }
}

/// A handler that answers later.
final class DeferringHandler<Handled: AnyObject, Event: LifecycleEvent>: EventHandler {
  typealias Body = @MainActor (Handled, Event, NativeValues, Completion<Event.Vote>) throws -> Void

  private let body: Body

  init(_ body: @escaping Body) {
    self.body = body
    super.init(isAsync: true)
  }

  override func call(_ module: UnsafeRawPointer, _ context: DispatchContext, _ step: Int) -> HandlerResult {
    let context = unsafe unsafeDowncast(context, to: EventContext<Event>.self)
    let handled = unsafe Unmanaged<Handled>.fromOpaque(module).takeUnretainedValue()
    nonisolated(unsafe) let module = handled
    let body = body
    return MainActor.assumeIsolated {
      guard let completion = context.answers?.pending?.completion(for: step) else { return .skipped }
      do {
        try unsafe body(module, context.event, context.native, completion)
      } catch {
        completion.handlerThrew(error)
      }
      return .pending
    }
  }
}
