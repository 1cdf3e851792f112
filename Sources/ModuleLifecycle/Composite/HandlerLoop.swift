/// Calls the handlers of one dispatch, one after the other. The end of one call is the start of the next.
///
/// The types of the event and the modules are not known here. One loop therefore serves all of them. It runs on the
/// main actor, in the middle of a dispatch. Each handler costs a clock read, three stores that publish it, a comparison
/// that detects whether any module has changed, and the call. Nothing is retained, checked or allocated.
///
/// This is safe because the plan keeps the handlers, and the slots keep the modules as long as nothing changes. After a
/// change, each module is looked up before it is called, and a module that removes itself is kept until its handler has
/// returned.
@safe struct HandlerLoop {
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
  /// The count of changes when the plan was made.
  private let changes: Int

  /// The code that sends the event retains all arguments.
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

  /// Calls the handlers and records each call. Doesn't read the clock if the dispatch is not recorded.
  ///
  /// - Parameter first: The position at which the calls are written.
  /// - Returns: The end of the written calls.
  func run(_ dispatch: inout Dispatch, writingAt first: Int) -> Int {
    unsafe meter == nil || !dispatch.isRecorded
      ? loop(&dispatch, writingAt: first, isMeasured: false) : measuredLoop(&dispatch, writingAt: first)
  }

  /// A separate loop, so that the usual one doesn't check whether it measures.
  @inline(never) private func measuredLoop(_ dispatch: inout Dispatch, writingAt first: Int) -> Int {
    loop(&dispatch, writingAt: first, isMeasured: true)
  }

  @inline(__always) private func loop(_ dispatch: inout Dispatch, writingAt first: Int, isMeasured: Bool) -> Int {
    let (start, isRecorded) = (dispatch.start, dispatch.isRecorded)
    var (place, index, last) = (first, 0, start)
    /// The end of the previous call, counted from the start.
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

  /// Whether no further handler is called after this result.
  @inline(never) private func isEnded(by result: HandlerResult, at step: Int, _ dispatch: inout Dispatch) -> Bool {
    guard result == .threw else { return true }
    dispatch.hasErrors = true
    let plan = unsafe plan.takeUnretainedValue()
    guard MainActor.assumeIsolated({ plan.abortsLaunch(step) }) else { return false }
    dispatch.abortedAt = step
    return true
  }

  /// Whether the module at that position is still present, after a change.
  @inline(never) private func isReachable(_ index: Int) -> Bool {
    let (stack, plan) = unsafe (stack.takeUnretainedValue(), plan.takeUnretainedValue())
    return MainActor.assumeIsolated {
      stack.releaseDeparting()
      return plan.steps[index].isReachable(since: plan.changes)
    }
  }

  /// The processor times of the handler that has just returned.
  @inline(never) private func lap() -> ThreadTimes { unsafe meter?.takeUnretainedValue().lap() ?? .notMeasured }

  @inline(never) private func tookTime() -> Bool {
    let stack = unsafe stack.takeUnretainedValue()
    guard MainActor.assumeIsolated({ stack.hooks?.handlerReturned() == true }) else { return false }
    unsafe meter?.takeUnretainedValue().skip()
    return true
  }
}
