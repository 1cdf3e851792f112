#if Observability
public import CoreMetrics
import Instrumentation
public import ModuleLifecycle
public import Tracing

extension CompositeDelegate {
  /// Opens a span around each dispatch and each handler's call, and keeps metrics, until `stopObserving()` or the composite's
  /// end. Composites nested in this one are observed with it.
  ///
  /// The span is current while the handler's code runs: a span that this opens, or an event that it sends, is the child of the
  /// handler's. A handler that goes on after its call has a span until it is over. The names of spans, attributes and metrics
  /// stand in `Documentation/Observability.md`.
  ///
  /// A dispatch costs a span, and one for each handler; what that costs is the tracer's affair. Metrics are counted from the
  /// journal, off the main actor, and are a moment late.
  ///
  /// Call it between events, on the outermost composite, after the tracer and the metrics have been bootstrapped. A second call
  /// takes the place of the first.
  ///
  /// - Parameters:
  ///   - tracer: Makes the spans; by default the one that was bootstrapped.
  ///   - metrics: Makes the instruments; by default the one that was bootstrapped.
  ///   - includesArguments: Whether spans say the events' arguments, which may be anybody's data.
  public func startObserving(
    tracer: (any Tracer)? = nil, metrics: (any MetricsFactory)? = nil, includesArguments: Bool = false
  ) {
    stopObserving()
    interceptor = TracingInterceptor(tracer ?? InstrumentationSystem.tracer, includesArguments: includesArguments)
    companions.append(JournalMetrics(of: self, by: metrics ?? MetricsSystem.factory))
  }

  /// Opens no spans and counts nothing from now on; nothing when it is not observed.
  public func stopObserving() {
    if interceptor is TracingInterceptor { interceptor = nil }
    companions.removeAll { $0 is JournalMetrics }
  }
}
#endif
