#if Observability
public import CoreMetrics
import Instrumentation
public import ModuleLifecycle
public import Tracing

extension CompositeDelegate {
  /// Opens a span around each dispatch and each handler's call, and keeps metrics, until `stopObserving()` is called or
  /// the composite ends. Composites nested in this one are observed with it.
  ///
  /// The span is current while the handler's code runs: a span that the handler opens, or an event that it sends, is a
  /// child of the handler's span. A handler that continues after its call has a span until it is done.
  /// The article <doc:Observability> lists the names of spans, attributes and metrics.
  ///
  /// A dispatch costs one span, plus one for each handler; the tracer determines their cost. Metrics are counted from
  /// the journal, off the main actor, and lag slightly behind.
  ///
  /// Call this between events, on the outermost composite, after bootstrapping the tracer and the metrics. A second
  /// call replaces the first.
  ///
  /// - Parameters:
  ///   - tracer: Creates the spans; by default the bootstrapped tracer.
  ///   - metrics: Creates the instruments; by default the bootstrapped factory.
  ///   - includesArguments: Whether spans contain the events' arguments, which may include personal data.
  public func startObserving(
    tracer: (any Tracer)? = nil, metrics: (any MetricsFactory)? = nil, includesArguments: Bool = false
  ) {
    stopObserving()
    observers.add(TracingObserver(tracer ?? InstrumentationSystem.tracer, includesArguments: includesArguments))
    observers.add(JournalMetrics(of: self, by: metrics ?? MetricsSystem.factory))
  }

  /// Stops opening spans and counting metrics. Does nothing if the composite is not observed.
  public func stopObserving() {
    if let tracing = observers.first(TracingObserver.self) { observers.remove(tracing) }
    if let metrics = observers.first(JournalMetrics.self) { observers.remove(metrics) }
  }
}
#endif
