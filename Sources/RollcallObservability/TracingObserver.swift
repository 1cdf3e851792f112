#if Observability
import Instrumentation
import ModuleLifecycle
import Tracing

/// Opens a span around each dispatch and each handler's call.
@MainActor final class TracingObserver: Observer {
  nonisolated var interests: ObserverInterests { [.dispatches, .calls] }

  private let tracer: any Tracer
  private let includesArguments: Bool
  /// The spans of handlers that continue after their call.
  private var open: [ObservedCall: any Span] = [:]

  init(_ tracer: any Tracer, includesArguments: Bool) {
    (self.tracer, self.includesArguments) = (tracer, includesArguments)
  }

  func around(_ dispatch: ObservedDispatch, _ body: () -> Void) {
    let span = tracer.startSpan(dispatch.name)
    span.updateAttributes { attributes in
      attributes[.event] = dispatch.name
      attributes[.dispatch] = Int64(clamping: dispatch.id.rawValue)
      if dispatch.isReplay { attributes[.isReplay] = true }
      if includesArguments { attributes[.arguments] = dispatch.arguments.json }
    }
    InstrumentationContext.withValue(span.context, operation: body)
    span.end()
  }

  func around(_ call: ObservedCall, _ body: () -> ObservedCall.Ending) {
    let span = tracer.startSpan("\(call.module) \(call.event)")
    span.updateAttributes { attributes in
      attributes[.event] = call.event
      attributes[.dispatch] = Int64(clamping: call.dispatch.rawValue)
      attributes[.module] = call.module
      attributes[.moduleID] = Int64(clamping: call.moduleID.rawValue)
      attributes[.order] = Int64(call.order)
    }
    let ending = InstrumentationContext.withValue(span.context) {
      HandlerScope.$current.withValue(call, operation: body)
    }
    switch ending {
    case .returned: span.end()
    case .threw(let error): span.end(with: error)
    case .goesOn: open[call] = span
    }
  }

  func noteEnd(of call: ObservedCall, error: String?) {
    guard let span = open.removeValue(forKey: call) else { return }
    if let error { span.end(with: error) } else { span.end() }
  }
}

/// The error of a handler, which is kept only as text.
struct HandlerFailure: Error, CustomStringConvertible {
  let description: String
}

extension Span {
  fileprivate func end(with error: String) {
    recordError(
      HandlerFailure(description: error), attributes: [SpanAttribute.exceptionMessage.rawValue: .string(error)])
    setStatus(SpanStatus(code: .error, message: error))
    end()
  }
}

extension SpanAttributes {
  fileprivate subscript(name: ModuleLifecycle.SpanAttribute) -> (any SpanAttributeConvertible)? {
    get { nil }
    set { set(name.rawValue, value: newValue?.toSpanAttribute()) }
  }
}
#endif
