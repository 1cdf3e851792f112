import Foundation
import InMemoryTracing
import Logging
import MetricsTestKit
import ModuleLifecycle
import RollcallObservability
import Testing
import Tracing

/// Spans, metrics and log lines of real dispatches.
@Suite(.timeLimit(.minutes(10))) @MainActor struct ObservabilityTests {
  private let composite = CompositeDelegate(name: "Shop")
  private let tracer = InMemoryTracer()
  private let metrics = TestMetrics()

  private func observe(includesArguments: Bool = false) {
    composite.startObserving(tracer: tracer, metrics: metrics, includesArguments: includesArguments)
  }

  private func register(_ name: String, _ handlers: @escaping (inout ModuleHandlers<Probe>) -> Void) throws {
    try composite.register(name) { Probe(handlers) }
  }

  private func span(_ name: String) throws -> FinishedInMemorySpan {
    try #require(
      tracer.finishedSpans.first { $0.operationName == name }, "\(tracer.finishedSpans.map(\.operationName))")
  }

  // MARK: Spans

  @Test func spansThatAHandlerOpensAreInsideItsSpan() throws {
    try register("Cart") { [tracer] handlers in
      handlers.on(DidFinishLaunching.self) { _, _ in tracer.withSpan("load") { _ in } }
    }
    observe()
    composite.send(DidFinishLaunching())
    let (dispatch, handler, inner) = try (
      span("didFinishLaunching"), span("Cart didFinishLaunching"), span("load")
    )
    #expect(handler.parentSpanID == dispatch.spanID && inner.parentSpanID == handler.spanID)
    #expect(Set([dispatch.traceID, handler.traceID, inner.traceID]).count == 1 && dispatch.parentSpanID == nil)
    #expect(handler.attributes.get("rollcall.module.name") == .string("Cart"))
    #expect(handler.attributes.get("rollcall.event.name") == .string("didFinishLaunching"))
    #expect(handler.attributes.get("rollcall.module.order") == .int64(1))
    #expect(handler.errors.isEmpty && tracer.activeSpans.isEmpty)
  }

  @Test func anEventThatAHandlerSendsIsInsideItsSpan() throws {
    try register("Session") { [composite] handlers in
      handlers.on(DidEnterBackground.self) { [unowned composite] _, _ in composite.send(DidReceiveMemoryWarning()) }
    }
    observe()
    composite.send(DidEnterBackground())
    #expect(try span("didReceiveMemoryWarning").parentSpanID == span("Session didEnterBackground").spanID)
  }

  @Test func theSpanOfAHandlerThatThrowsHasTheError() throws {
    try register("Ledger") { $0.on(DidEnterBackground.self) { _, _ in throw Problem("ledger locked") } }
    try register("Cart") { $0.on(DidEnterBackground.self) { _, _ in } }
    observe()
    composite.send(DidEnterBackground())
    let failed = try span("Ledger didEnterBackground")
    #expect(failed.errors.map { "\($0.error)" } == ["ledger locked"])
    #expect(failed.errors.first?.attributes.get("exception.message") == .string("ledger locked"))
    #expect(failed.status?.code == .error && failed.status?.message == "ledger locked")
    #expect(try span("Cart didEnterBackground").status == nil)
  }

  @Test func anAsyncHandlerHasASpanUntilItEnds() async throws {
    let gate = Gate()
    try register("Feed") { [tracer] handlers in
      handlers.answer(PerformFetch.self) { _, _ async throws in
        await gate.wait()
        tracer.withSpan("reload") { _ in }
        throw Problem("no route")
      }
    }
    observe()
    let sending = Task { await composite.send(PerformFetch()) }
    await eventually { tracer.finishedSpans.contains { $0.operationName == "performFetch" } }
    #expect(tracer.activeSpans.map(\.operationName) == ["Feed performFetch"])
    gate.open()
    _ = await sending.value
    let feed = try span("Feed performFetch")
    #expect(try span("reload").parentSpanID == feed.spanID)
    #expect(feed.status?.message == "no route" && tracer.activeSpans.isEmpty)
  }

  @Test func modulesOfANestedCompositeHaveSpansInTheOutersDispatch() throws {
    try composite.register("Shop") {
      let shop = CompositeDelegate()
      try shop.register("Cart") { Probe { $0.on(DidEnterBackground.self) { _, _ in } } }
      return shop
    }
    observe()
    composite.send(DidEnterBackground())
    #expect(try span("Cart didEnterBackground").parentSpanID == span("didEnterBackground").spanID)
  }

  @Test(arguments: [false, true]) func argumentsAreIncludedOnlyOnRequest(isAsked: Bool) throws {
    observe(includesArguments: isAsked)
    composite.send(OpenURL(url: try #require(.init(string: "pay:42"))))
    let said = try span("openURL").attributes.get("rollcall.event.arguments")
    #expect((said != nil) == isAsked)
    if case .string(let text)? = said { #expect(text.contains("pay:42")) }
  }

  @Test func aCompositeThatIsNoLongerObservedHasNoSpans() throws {
    try register("Cart") { $0.on(DidEnterBackground.self) { _, _ in } }
    observe()
    composite.stopObserving()
    composite.send(DidEnterBackground())
    #expect(tracer.finishedSpans.isEmpty)
  }

  // MARK: Metrics

  @Test func timesFailuresWarningsAndObjectsAreCounted() async throws {
    try register("Cart") { handlers in
      handlers.on(DidEnterBackground.self) { _, _ in throw Problem("full") }
      handlers.on(DidReceiveMemoryWarning.self) { probe, _ in probe.owned.own("a", as: "thing") {} }
    }
    observe()
    for _ in 1...3 { composite.send(DidEnterBackground()) }
    composite.send(DidReceiveMemoryWarning())
    let cart = [("event", "didEnterBackground"), ("module", "Cart")]
    await eventually { (try? metrics.expectMeter("rollcall_owned_objects").lastValue) == 1 }
    #expect(try metrics.expectTimer("rollcall_handler_duration", cart).values.count == 3)
    #expect(try metrics.expectTimer("rollcall_dispatch_duration", [("event", "didEnterBackground")]).values.count == 3)
    #expect(try metrics.expectCounter("rollcall_handler_failures", cart).totalValue == 3)
    #expect(try metrics.expectCounter("rollcall_warnings", [("kind", "handlerThrew")]).totalValue == 3)
    try composite.remove("Cart")
    await eventually { (try? metrics.expectMeter("rollcall_owned_objects").lastValue) == 0 }
  }

  @Test func eachKindHasAtMostAThousandInstruments() async throws {
    for number in 1...1_200 { try register("M\(number)") { $0.on(DidEnterBackground.self) { _, _ in } } }
    observe()
    composite.send(DidEnterBackground())
    let label = "rollcall_handler_duration"
    await eventually { metrics.timers(label: label).reduce(0) { $0 + $1.values.count } == 1_200 }
    #expect(metrics.timers(label: label).count == 1_000)
    #expect(try metrics.expectTimer(label, [("event", "other"), ("module", "other")]).values.count == 201)
  }

  // MARK: Log lines

  @Test func aLogLineIsAttributedToTheHandlerThatWroteIt() async throws {
    var logger = Logger(label: "shop") { [journal = composite.journal] _ in
      var handler = JournalLogHandler(journal)
      handler.metadataProvider = .moduleLifecycle
      return handler
    }
    logger[metadataKey: "user"] = "ada"
    try register("Cart") { [logger] handlers in
      handlers.on(DidEnterBackground.self) { _, _ in
        logger.debug("too small")
        logger.warning("cart is full", metadata: ["items": "3"])
      }
      handlers.answer(PerformFetch.self) { _, _ async in
        await Task.yield()
        logger.info("later")
        return .noData
      }
    }
    observe()
    composite.send(DidEnterBackground())
    await composite.send(PerformFetch())
    logger.info("outside")
    let lines = composite.journal.reader().read(bytes: .max).compactMap(\.output)
    #expect(lines.map(\.module) == ["Cart", "Cart", nil])
    #expect(lines.map(\.event) == ["didEnterBackground", "performFetch", nil])
    #expect(
      lines.first?.line.hasPrefix("warning: cart is full items=3 rollcall.dispatch.id=") == true
        && lines.first?.line.hasSuffix("rollcall.event.name=didEnterBackground rollcall.module.name=Cart user=ada")
          == true
    )
    #expect(lines.last?.line == "info: outside user=ada")
  }

  private func eventually(_ condition: () -> Bool) async { while !condition() { await Task.yield() } }
}

private final class Probe: Module {
  let owned = OwnedObjects()
  private let table: (inout ModuleHandlers<Probe>) -> Void

  init(_ table: @escaping (inout ModuleHandlers<Probe>) -> Void) { self.table = table }

  func instanceHandlers(_ handlers: inout ModuleHandlers<Probe>) { table(&handlers) }
}

private struct Problem: Error, CustomStringConvertible {
  let description: String
  init(_ description: String) { self.description = description }
}

/// Keeps one task waiting until it opens.
@MainActor private final class Gate {
  private var isOpen = false
  private var waiting: CheckedContinuation<Void, Never>?

  func wait() async { if !isOpen { await withCheckedContinuation { waiting = $0 } } }

  func open() {
    isOpen = true
    waiting?.resume()
  }
}
