import Synchronization

/// The handler that is running in an application, published for other threads: a dashboard, a watchdog or an inspector,
/// while the main actor is busy.
///
/// Publishing costs two plain stores per handler, and a lock per dispatch. A reader can hit the moment between the two
/// stores, and then sees a handler that has just returned.
package final class CurrentHandler: Sendable {
  /// A dispatch in progress.
  struct UnderWay: Sendable {
    let id: DispatchID
    let names: DispatchPlan.Names
    /// The clock reading at the first call.
    var start: UInt64
    /// The event's budget. `EventBudget.unlimited` when there is none.
    let budget: UInt64
    /// The part of the budget that earlier events have used.
    let charged: UInt64
    /// Whether it has been reported as over its budget.
    var isReported = false

    func elapsed(at now: UInt64) -> UInt64 { now - min(start, now) }

    func isOverBudget(at now: UInt64) -> Bool {
      budget != EventBudget.unlimited && elapsed(at: now) > budget - min(charged, budget)
    }
  }

  /// A handler that is running.
  struct Sample: Sendable, Equatable {
    let dispatch: DispatchID
    let module: String
    let moduleID: ModuleID
    let event: String
    let since: UInt64
  }

  private let origin: UInt64
  /// Outermost first.
  private let underWay = Locked<[UnderWay]>([])
  private let step = Atomic<Int>(-1)
  private let since = Atomic<UInt64>(0)

  /// - Parameter origin: The clock reading from which times are counted.
  init(origin: UInt64) { self.origin = origin }

  /// The handler that is running. `nil` between dispatches. Safe on any thread.
  package var current: RunningHandler? {
    let (dispatches, sample) = all
    guard let dispatch = dispatches.last, let sample else { return nil }
    return RunningHandler(
      module: sample.module, moduleID: sample.moduleID, event: sample.event, sinceNanoseconds: sinceStart(sample.since),
      dispatch: RunningDispatch(
        id: dispatch.id, sinceNanoseconds: sinceStart(dispatch.start),
        budgetNanoseconds: dispatch.budget == EventBudget.unlimited
          ? nil : dispatch.budget - min(dispatch.charged, dispatch.budget)))
  }

  private func sinceStart(_ time: UInt64) -> UInt64 { time - min(origin, time) }

  /// The dispatches in progress, outermost first, and the handler that is running in the innermost.
  var all: (dispatches: [UnderWay], handler: Sample?) {
    let dispatches = underWay.withLock { $0 }
    let (step, since) = (step.load(ordering: .acquiring), since.load(ordering: .relaxed))
    guard let dispatch = dispatches.last, dispatch.names.labels.indices.contains(step), since >= dispatch.start else {
      return (dispatches, nil)
    }
    let label = dispatch.names.labels[step]
    return (
      dispatches,
      Sample(dispatch: dispatch.id, module: label.name, moduleID: label.id, event: dispatch.names.event, since: since)
    )
  }

  var isIdle: Bool { underWay.withLock { $0.isEmpty } }
}

// MARK: - What the main actor publishes

extension CurrentHandler {
  /// Publishes a dispatch whose first handler has not been called yet.
  ///
  /// - Returns: What `end(_:)` puts back: the enclosing dispatch's handler.
  func begin(_ dispatch: UnderWay) -> (step: Int, since: UInt64) {
    let outer = (step.load(ordering: .relaxed), since.load(ordering: .relaxed))
    underWay.withLock { underWay in
      step.store(-1, ordering: .relaxed)
      underWay.append(dispatch)
    }
    return outer
  }

  /// Publishes that the first handler is called later than said before.
  func start(at time: UInt64) { underWay.withLock { $0[$0.count - 1].start = time } }

  /// Publishes that a handler is called.
  @inline(__always) func enter(_ index: Int, since time: UInt64) {
    since.store(time, ordering: .relaxed)
    step.store(index, ordering: .releasing)
  }

  /// The position of the running handler in the innermost dispatch. -1 before the first.
  var index: Int { step.load(ordering: .relaxed) }

  /// Withdraws the innermost dispatch.
  ///
  /// - Returns: Whether it has been reported as over its budget.
  func end(_ outer: (step: Int, since: UInt64)) -> Bool {
    underWay.withLock { underWay in
      since.store(outer.since, ordering: .relaxed)
      step.store(outer.step, ordering: .relaxed)
      return underWay.removeLast().isReported
    }
  }

  /// Claims the report that a dispatch is over its budget. Returns `false` if it has been reported, or has ended.
  func claimReport(of id: DispatchID) -> Bool {
    underWay.withLock { underWay in
      guard let place = underWay.firstIndex(where: { $0.id == id }), !underWay[place].isReported else { return false }
      underWay[place].isReported = true
      return true
    }
  }
}

/// A handler that is running.
public struct RunningHandler: Sendable, Equatable {
  /// The module's name.
  public let module: String
  /// The module's registration. `nil` when it is not known.
  package let moduleID: ModuleID?
  /// The event's name.
  public let event: String
  /// When the handler was called, since the journal's start.
  public var since: Duration { .nanoseconds(sinceNanoseconds) }
  package let sinceNanoseconds: UInt64
  /// The dispatch that called the handler. `nil` when it is not known.
  package let dispatch: RunningDispatch?

  package init(
    module: String, moduleID: ModuleID? = nil, event: String, sinceNanoseconds: UInt64,
    dispatch: RunningDispatch? = nil
  ) {
    self.module = module
    self.moduleID = moduleID
    self.event = event
    self.sinceNanoseconds = sinceNanoseconds
    self.dispatch = dispatch
  }
}

/// A dispatch in progress.
package struct RunningDispatch: Sendable, Equatable {
  /// The dispatch's number.
  package let id: DispatchID
  /// When the first handler was called, in nanoseconds since the journal's start.
  package let sinceNanoseconds: UInt64
  /// The time budget in nanoseconds, less what earlier events have used of the same budget. `nil` when the event has
  /// none.
  package let budgetNanoseconds: UInt64?

  package init(id: DispatchID, sinceNanoseconds: UInt64, budgetNanoseconds: UInt64?) {
    self.id = id
    self.sinceNanoseconds = sinceNanoseconds
    self.budgetNanoseconds = budgetNanoseconds
  }
}
