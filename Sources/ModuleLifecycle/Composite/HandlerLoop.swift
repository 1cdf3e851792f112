/// Calls the handlers of one dispatch, one after the other; the end of one call is the start of the next.
///
/// Neither the event's type nor any module's is known here, so this is one and the same loop for all. It runs on the main
/// actor, in the middle of a dispatch. For each handler it costs a clock read, two stores that say who is running, a
/// comparison that tells whether any module has changed, and the call; nothing is retained, checked or allocated. What
/// makes that safe: the plan keeps the handlers, the slots keep the modules as long as nothing changes, and after a
/// change each module is looked up before it is called, while one that removes itself is kept until it has returned.
@safe struct HandlerLoop {
  /// One handler, ready to be called.
  @safe struct Call {
    fileprivate let module: UnsafeRawPointer
    fileprivate let handler: Unmanaged<EventHandler>
    fileprivate let name: InternedCString

    init(module: AnyObject, handler: EventHandler, name: InternedCString) {
      unsafe self.module = UnsafeRawPointer(Unmanaged.passUnretained(module).toOpaque())
      unsafe self.handler = Unmanaged.passUnretained(handler)
      self.name = name
    }
  }

  private let calls: UnsafeMutableBufferPointer<Call>
  private let progress: UnsafeMutablePointer<DispatchStack.Progress>
  private let composite: CompositeDelegate
  private let plan: DispatchPlan
  private let context: DispatchContext
  private let running: CurrentHandler
  private let clock: MonotonicClock
  private let hooks: DispatchHooks?
  /// How often modules had changed when the plan was made.
  private let changes: Int

  @MainActor init(_ composite: CompositeDelegate, _ plan: DispatchPlan, _ context: DispatchContext) {
    self.composite = composite
    self.plan = plan
    self.context = context
    unsafe calls = plan.calls
    unsafe progress = composite.stack.progress
    changes = plan.changes
    running = composite.running
    clock = composite.journal.clock
    hooks = composite.hooks
  }

  /// Calls them, and writes down each call.
  func run(from start: UInt64) -> DispatchRun {
    // An array of no elements would have its count written to memory that all empty arrays share.
    if unsafe calls.isEmpty { return DispatchRun(start: start, end: start, isRecorded: true) }
    var abortedAt: Int?
    var last = start
    let spans = unsafe [DispatchRecord.Span](unsafeUninitializedCapacity: calls.count) { spans, count in
      var index = 0
      let total = unsafe calls.count
      while index < total {
        if unsafe progress.pointee.changes != changes, !isReachable(index) {
          unsafe spans.initializeElement(at: index, to: .skipped(at: last - start))
          index += 1
          continue
        }
        let result = call(index, since: last)
        let end = clock.now
        let time = end - last
        let own = unsafe time - min(progress.pointee.nested, time)
        unsafe progress.pointee.nested = 0
        unsafe spans.initializeElement(
          at: index, to: DispatchRecord.Span(start: last - start, total: time, own: own, result: result))
        last = hooks == nil || !tookTime() ? end : clock.now
        index += 1
        guard result == .claimed || result == .threw, isEnded(by: result, at: index - 1, &abortedAt) else { continue }
        while index < total {
          unsafe spans.initializeElement(at: index, to: .skipped(at: last - start))
          index += 1
        }
      }
      count = total
    }
    return DispatchRun(start: start, end: last, spans: spans, isRecorded: true, abortedAt: abortedAt)
  }

  /// Calls them without reading the clock, for a journal that is switched off.
  func runUnrecorded(since start: UInt64) -> DispatchRun {
    var run = DispatchRun(start: start, end: start)
    for index in unsafe calls.indices {
      if unsafe progress.pointee.changes != changes, !isReachable(index) {
        run.unreached.append(index)
        continue
      }
      let result = call(index, since: start)
      if hooks != nil { _ = tookTime() }
      if result == .claimed || result == .threw, isEnded(by: result, at: index, &run.abortedAt) {
        run.unreached += unsafe calls.indices.dropFirst(index + 1)
        break
      }
    }
    return run
  }

  @inline(__always) private func call(_ index: Int, since time: UInt64) -> HandlerResult {
    let call = unsafe calls[index]
    unsafe progress.pointee.step = index
    running.enter(call.name, since: time)
    return unsafe call.handler._withUnsafeGuaranteedRef { unsafe $0.call(call.module, context, index) }
  }

  /// Whether nobody else is called after such a result.
  @inline(never) private func isEnded(by result: HandlerResult, at step: Int, _ abortedAt: inout Int?) -> Bool {
    guard result == .threw else { return true }
    let plan = plan
    guard MainActor.assumeIsolated({ plan.abortsLaunch(step) }) else { return false }
    abortedAt = step
    return true
  }

  /// Whether the module of that place is there still, after something has changed.
  @inline(never) private func isReachable(_ index: Int) -> Bool {
    let (composite, plan) = (composite, plan)
    return MainActor.assumeIsolated {
      composite.stack.releaseDeparting()
      return plan.steps[index].isReachable(since: plan.changes)
    }
  }

  @inline(never) private func tookTime() -> Bool {
    let hooks = hooks
    return MainActor.assumeIsolated { hooks?.handlerReturned() == true }
  }
}

extension DispatchRecord.Span {
  fileprivate static func skipped(at time: UInt64) -> Self { Self(start: time, total: 0, own: 0, result: .skipped) }
}
