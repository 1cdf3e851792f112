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
    fileprivate let id: ModuleID

    init(module: AnyObject, handler: EventHandler, name: InternedCString, id: ModuleID) {
      unsafe self.module = UnsafeRawPointer(Unmanaged.passUnretained(module).toOpaque())
      unsafe self.handler = Unmanaged.passUnretained(handler)
      (self.name, self.id) = (name, id)
    }
  }

  private let calls: UnsafeMutableBufferPointer<Call>
  private let progress: UnsafeMutablePointer<DispatchStack.Progress>
  private let stack: Unmanaged<DispatchStack>
  private let plan: Unmanaged<DispatchPlan>
  private let context: Unmanaged<DispatchContext>
  private let running: CurrentHandler.Cells
  private let spans: SpanStack
  private let clock: MonotonicClock
  private let hasHooks: Bool
  private let meter: Unmanaged<ProcessorMeter>?
  /// How often modules had changed when the plan was made.
  private let changes: Int

  /// The one who sends the event keeps all that is named.
  @MainActor init(
    _ plan: DispatchPlan, _ context: DispatchContext, on stack: DispatchStack, running: CurrentHandler.Cells
  ) {
    unsafe self.stack = .passUnretained(stack)
    unsafe self.plan = .passUnretained(plan)
    unsafe self.context = .passUnretained(context)
    unsafe calls = plan.calls
    unsafe progress = stack.progress
    self.running = running
    spans = stack.spans
    clock = stack.clock
    hasHooks = unsafe progress.pointee.hasHooks
    unsafe meter = progress.pointee.meter
    changes = plan.changes
  }

  /// Calls them, and writes down each call; where the dispatch is not recorded, without reading the clock.
  ///
  /// - Parameter first: Where the calls are to be written.
  /// - Returns: The end of what was written.
  func run(_ dispatch: inout Dispatch, writingAt first: Int) -> Int {
    unsafe meter == nil || !dispatch.isRecorded
      ? loop(&dispatch, writingAt: first, isMeasured: false) : measuredLoop(&dispatch, writingAt: first)
  }

  /// A loop of its own, so that the usual one does not even ask whether it measures.
  @inline(never) private func measuredLoop(_ dispatch: inout Dispatch, writingAt first: Int) -> Int {
    loop(&dispatch, writingAt: first, isMeasured: true)
  }

  @inline(__always) private func loop(_ dispatch: inout Dispatch, writingAt first: Int, isMeasured: Bool) -> Int {
    let (start, isRecorded) = (dispatch.start, dispatch.isRecorded)
    var (place, index, last) = (first, 0, start)
    /// Where the call before this one ended, counted from the start.
    var previous: UInt64 = 0
    while unsafe index < calls.count {
      if unsafe progress.pointee.changes != changes, !isReachable(index) {
        place = skip(at: last - start, after: &previous, writingAt: place)
        index += 1
        continue
      }
      let result = call(index, since: last)
      let end = isRecorded ? clock.now : last
      let time = end - last
      let own = unsafe time - min(progress.pointee.nested, time)
      unsafe progress.pointee.nested = 0
      let times = isMeasured ? lap() : ThreadTimes.notMeasured
      place = spans.write(
        PackedSpans.Span(start: last - start, total: time, own: own, result: result, times: times), after: previous,
        at: place)
      previous = end - start
      let passesTime = hasHooks ? tookTime() || isMeasured : isMeasured
      last = passesTime && isRecorded ? clock.now : end
      index += 1
      guard result == .claimed || result == .threw, isEnded(by: result, at: index - 1, &dispatch) else { continue }
      while unsafe index < calls.count {
        place = skip(at: last - start, after: &previous, writingAt: place)
        index += 1
      }
    }
    dispatch.end = last
    return place
  }

  private func skip(at time: UInt64, after previous: inout UInt64, writingAt place: Int) -> Int {
    defer { previous = time }
    return spans.write(PackedSpans.Span(start: time, total: 0, own: 0, result: .skipped), after: previous, at: place)
  }

  @inline(__always) private func call(_ index: Int, since time: UInt64) -> HandlerResult {
    let call = unsafe calls[index]
    unsafe progress.pointee.step = index
    running.enter(call.name, call.id, since: time)
    return unsafe call.handler._withUnsafeGuaranteedRef { handler in
      unsafe context._withUnsafeGuaranteedRef { unsafe handler.call(call.module, $0, index) }
    }
  }

  /// Whether no other handler is called after such a result.
  @inline(never) private func isEnded(by result: HandlerResult, at step: Int, _ dispatch: inout Dispatch) -> Bool {
    guard result == .threw else { return true }
    dispatch.hasErrors = true
    let plan = unsafe plan.takeUnretainedValue()
    guard MainActor.assumeIsolated({ plan.abortsLaunch(step) }) else { return false }
    dispatch.abortedAt = step
    return true
  }

  /// Whether the module of that place is there still, after something has changed.
  @inline(never) private func isReachable(_ index: Int) -> Bool {
    let (stack, plan) = unsafe (stack.takeUnretainedValue(), plan.takeUnretainedValue())
    return MainActor.assumeIsolated {
      stack.releaseDeparting()
      return plan.steps[index].isReachable(since: plan.changes)
    }
  }

  /// What the handler that has returned used of the processor.
  @inline(never) private func lap() -> ThreadTimes { unsafe meter?.takeUnretainedValue().lap() ?? .notMeasured }

  @inline(never) private func tookTime() -> Bool {
    let stack = unsafe stack.takeUnretainedValue()
    guard MainActor.assumeIsolated({ stack.hooks?.handlerReturned() == true }) else { return false }
    unsafe meter?.takeUnretainedValue().skip()
    return true
  }
}
