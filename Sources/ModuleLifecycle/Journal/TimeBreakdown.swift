/// How a thread spent a period of time: computing, waiting for a processor, or blocked.
///
/// A blocked thread is asleep, in a system call that waits, or at a lock that another thread holds. A duration alone is
/// misleading: on a busy machine, a handler that computes for 12 ms can take 900 ms.
package struct TimeBreakdown: Sendable, Hashable {
  /// The whole period.
  package var total: Duration { .nanoseconds(totalNanoseconds) }
  package let totalNanoseconds: UInt64
  /// How long the thread computed, in its own code or in the system's.
  package var computing: Duration { .nanoseconds(computingNanoseconds) }
  package let computingNanoseconds: UInt64
  /// How long the thread could have continued while no processor was free; `nil` if the system does not distinguish
  /// this from being blocked, as on macOS.
  package var waiting: Duration? { waitingNanoseconds.map { .nanoseconds($0) } }
  package let waitingNanoseconds: UInt64?

  /// Creates the breakdown of a period.
  ///
  /// Each part is limited to what is left of the whole, because clocks of different kinds differ slightly.
  package init(totalNanoseconds: UInt64, computingNanoseconds: UInt64, waitingNanoseconds: UInt64?) {
    self.totalNanoseconds = totalNanoseconds
    self.computingNanoseconds = min(computingNanoseconds, totalNanoseconds)
    self.waitingNanoseconds = waitingNanoseconds.map { [computed = self.computingNanoseconds] waiting in
      min(waiting, totalNanoseconds - computed)
    }
  }

  /// How long the thread was blocked; `nil` if the system does not distinguish this from waiting for a processor.
  package var blocked: Duration? { blockedNanoseconds.map { .nanoseconds($0) } }
  package var blockedNanoseconds: UInt64? { waitingNanoseconds.map { notComputingNanoseconds - $0 } }

  /// How long the thread did not compute, for any reason.
  package var notComputingNanoseconds: UInt64 { totalNanoseconds - computingNanoseconds }
}

extension TimeBreakdown {
  /// Creates the breakdown of a period from an entry's fields; `nil` if it was not measured.
  package init?(total: UInt64, computing: UInt64?, waiting: UInt64?) {
    guard let computing else { return nil }
    self.init(totalNanoseconds: total, computingNanoseconds: computing, waitingNanoseconds: waiting)
  }
}

extension HandlerSpan {
  /// How the handler's own time, `selfNanoseconds`, was spent; `nil` if not measured.
  package var breakdown: TimeBreakdown? {
    TimeBreakdown(total: selfNanoseconds, computing: computingNanoseconds, waiting: waitingNanoseconds)
  }
}

extension DispatchEntry {
  /// How the whole time was spent, including the events that the handlers sent; `nil` if not measured.
  ///
  /// For handlers that answered later, includes only the part before they first waited.
  package var breakdown: TimeBreakdown? {
    TimeBreakdown(total: handlersNanoseconds, computing: computingNanoseconds, waiting: waitingNanoseconds)
  }

  /// From the first call to the last return, without the later part of handlers that answered later.
  private var handlersNanoseconds: UInt64 {
    guard handlers.contains(where: { $0.suspendedNanoseconds != nil }) else { return totalNanoseconds }
    let end = handlers.reduce(0) { end, span in
      max(end, span.startNanoseconds.plus(span.totalNanoseconds.minus(span.suspendedNanoseconds ?? 0)))
    }
    return min(end, totalNanoseconds)
  }
}

extension WarningEntry {
  /// How the time of the module's own handler was spent; `nil` if not measured.
  package var breakdown: TimeBreakdown? {
    handlerNanoseconds.flatMap {
      TimeBreakdown(total: $0, computing: computingNanoseconds, waiting: waitingNanoseconds)
    }
  }
}

extension ModuleEntry {
  /// How the time of the module's creation was spent; `nil` if not measured.
  package var breakdown: TimeBreakdown? {
    tookNanoseconds.flatMap { TimeBreakdown(total: $0, computing: computingNanoseconds, waiting: waitingNanoseconds) }
  }
}
