/// Wraps the delivery of events and the calls of their handlers, for a tracer. Without an interceptor, a dispatch
/// checks nothing per handler: only a plan made with an interceptor contains wrapped handlers.
@MainActor package protocol DispatchInterceptor: AnyObject, Sendable {
  /// Delivers an event.
  ///
  /// - Parameter body: Calls all handlers. Call it once.
  func intercept(_ dispatch: InterceptedDispatch, _ body: () -> Void)

  /// Calls a handler.
  ///
  /// - Parameter body: Calls the handler and returns how the call ended. Call it once.
  func intercept(_ call: InterceptedCall, _ body: () -> InterceptedCall.Ending)

  /// Called when a handler whose call ended with `goesOn` has answered or thrown, or is no longer waited for.
  ///
  /// - Parameter error: The error that it threw, as text.
  func noteEnd(of call: InterceptedCall, error: String?)
}

/// A dispatch as an interceptor sees it.
package struct InterceptedDispatch: Sendable {
  package let id: UInt64
  package let event: String
  /// Whether the event is sent again to a single module that missed it.
  package let isReplay: Bool
  /// Encodes the event's values. Costs one encoding per call.
  package let arguments: @Sendable () -> JSONValue
}

/// A handler's call as an interceptor sees it.
package struct InterceptedCall: Sendable, Hashable {
  /// How a call ended.
  package enum Ending: Sendable, Equatable {
    case returned
    case threw(String)
    /// The handler is still working. See `DispatchInterceptor.noteEnd(of:error:)`.
    case goesOn
  }

  package let dispatch: UInt64
  /// The call's position in the dispatch.
  package let step: Int
  package let event: String
  package let module: String
  package let moduleID: ModuleID
  /// The module's position in the order of the calls, starting at 1.
  package let order: Int
}

extension CompositeDelegate {
  /// The interceptor of all dispatches, here and in the enclosing and nested composites. Set it between dispatches.
  package var interceptor: (any DispatchInterceptor)? {
    get { stack.interceptor }
    set {
      stack.interceptor = newValue
      root.noteChange()
    }
  }
}

/// A handler whose calls are passed through an interceptor.
final class InterceptedHandler: EventHandler {
  private let handler: EventHandler
  private let interceptor: any DispatchInterceptor
  private let journal: Journal
  private let event: String
  private let label: ModuleLabel

  init(
    _ handler: EventHandler, of label: ModuleLabel, event: String, by interceptor: any DispatchInterceptor,
    _ journal: Journal
  ) {
    (self.handler, self.label, self.event) = (handler, label, event)
    (self.interceptor, self.journal) = (interceptor, journal)
    super.init(isAsync: handler.isAsync)
  }

  override func call(_ module: UnsafeRawPointer, _ context: DispatchContext, _ step: Int) -> HandlerResult {
    nonisolated(unsafe) let (module, unsafeSelf) = unsafe (module, self)
    return MainActor.assumeIsolated { unsafe unsafeSelf.intercept(module, context, step) }
  }

  @MainActor private func intercept(
    _ module: UnsafeRawPointer, _ context: DispatchContext, _ step: Int
  ) -> HandlerResult {
    let call = InterceptedCall(
      dispatch: journal.currentDispatch ?? 0, step: step, event: event, module: label.name, moduleID: label.id,
      order: label.order)
    var result = HandlerResult.skipped
    interceptor.intercept(call) {
      result = unsafe handler.call(module, context, step)
      switch result {
      case .threw: return .threw(context.errors.last { $0.step == step }?.text ?? "")
      case .pending:
        let isWaitedFor = context.whenAnswered(step) { [interceptor] error in
          interceptor.noteEnd(of: call, error: error)
        }
        return isWaitedFor ? .goesOn : .returned
      default: return .returned
      }
    }
    return result
  }
}
