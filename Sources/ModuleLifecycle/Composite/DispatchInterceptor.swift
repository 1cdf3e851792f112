/// Stands around the delivery of events and the calls of their handlers, for a tracer. Where there is none, a dispatch does not
/// look for one per handler: a plan that is made with one holds other handlers.
@MainActor package protocol DispatchInterceptor: AnyObject, Sendable {
  /// Has an event delivered.
  ///
  /// - Parameter body: Calls all handlers. To be called once.
  func intercept(_ dispatch: InterceptedDispatch, _ body: () -> Void)

  /// Has a handler called.
  ///
  /// - Parameter body: Calls it. To be called once. Gives how the call ended.
  func intercept(_ call: InterceptedCall, _ body: () -> InterceptedCall.Ending)

  /// A handler that went on after its call is over: it has answered or thrown, or is not waited for any more.
  ///
  /// - Parameter error: What it has thrown, in words.
  func noteEnd(of call: InterceptedCall, error: String?)
}

/// A dispatch, as an interceptor sees it.
package struct InterceptedDispatch: Sendable {
  /// Its number.
  package let id: UInt64
  /// The event's name.
  package let event: String
  package let isReplay: Bool
  /// Costs an encoding of the event.
  package let arguments: @Sendable () -> JSONValue
}

/// A call of a handler, as an interceptor sees it.
package struct InterceptedCall: Sendable, Hashable {
  /// How a call ended.
  package enum Ending: Sendable, Equatable {
    case returned
    case threw(String)
    /// It goes on; see `DispatchInterceptor.noteEnd(of:error:)`.
    case goesOn
  }

  /// The number of the dispatch.
  package let dispatch: UInt64
  /// The place of the call in it.
  package let step: Int
  package let event: String
  package let module: String
  package let moduleID: ModuleID
  /// The module's place in the order of the calls, from one.
  package let order: Int
}

extension CompositeDelegate {
  /// What stands around all dispatches, here and in the composites around and inside this one. Set between dispatches.
  package var interceptor: (any DispatchInterceptor)? {
    get { stack.interceptor }
    set {
      stack.interceptor = newValue
      root.noteChange()
    }
  }
}

/// A handler whose calls an interceptor stands around.
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
