/// What a thread did during a time: it computed, it waited for a processor, or it was blocked, which means asleep, in a
/// system call that waits, or at a lock that another thread holds.
///
/// A duration alone accuses the wrong one: on a busy machine a handler that computes for 12 ms may take 900 ms.
public struct TimeKinds: Sendable, Hashable {
  /// The whole time.
  public let totalNanoseconds: UInt64
  /// How long the thread computed, in its own code or in the system's.
  public let computingNanoseconds: UInt64
  /// How long it could have gone on and no processor was free; `nil` where the system does not tell that from being
  /// blocked, as on macOS.
  public let waitingNanoseconds: UInt64?

  /// The kinds of a time. They are cut to what the whole leaves them: clocks of different kinds differ by a little.
  public init(totalNanoseconds: UInt64, computingNanoseconds: UInt64, waitingNanoseconds: UInt64?) {
    self.totalNanoseconds = totalNanoseconds
    self.computingNanoseconds = min(computingNanoseconds, totalNanoseconds)
    self.waitingNanoseconds = waitingNanoseconds.map { [computed = self.computingNanoseconds] waiting in
      min(waiting, totalNanoseconds - computed)
    }
  }

  /// How long it was blocked; `nil` where the system does not tell that from waiting for a processor.
  public var blockedNanoseconds: UInt64? { waitingNanoseconds.map { notComputingNanoseconds - $0 } }

  /// How long it did not compute, for whichever reason.
  public var notComputingNanoseconds: UInt64 { totalNanoseconds - computingNanoseconds }
}

extension TimeKinds {
  /// No time at all.
  package static let none = TimeKinds(totalNanoseconds: 0, computingNanoseconds: 0, waitingNanoseconds: 0)

  /// Both times as one. What one of them can't tell, the sum can't.
  package func plus(_ other: Self) -> Self {
    Self(
      totalNanoseconds: totalNanoseconds.plus(other.totalNanoseconds),
      computingNanoseconds: computingNanoseconds.plus(other.computingNanoseconds),
      waitingNanoseconds: waitingNanoseconds.flatMap { own in other.waitingNanoseconds.map { own.plus($0) } })
  }

  /// The time without a part of it.
  package func minus(_ part: Self) -> Self {
    Self(
      totalNanoseconds: totalNanoseconds.minus(part.totalNanoseconds),
      computingNanoseconds: computingNanoseconds.minus(part.computingNanoseconds),
      waitingNanoseconds: waitingNanoseconds.flatMap { own in part.waitingNanoseconds.map { own.minus($0) } })
  }

  /// The kinds of a time of which fields tell; `nil` where they do not.
  package init?(total: UInt64, computing: UInt64?, waiting: UInt64?) {
    guard let computing else { return nil }
    self.init(totalNanoseconds: total, computingNanoseconds: computing, waitingNanoseconds: waiting)
  }
}

extension TimeKinds? {
  /// Both times as one; `nil` where one of them was not measured.
  package func plus(_ other: Self) -> Self { flatMap { own in other.map(own.plus) } }
}

extension HandlerSpan {
  /// What its own time, `selfNanoseconds`, was; `nil` where that was not measured.
  public var kinds: TimeKinds? {
    TimeKinds(total: selfNanoseconds, computing: computingNanoseconds, waiting: waitingNanoseconds)
  }
}

extension DispatchEntry {
  /// What the whole time was, with that of the events that its handlers sent; `nil` where that was not measured. Of
  /// handlers that answered later it has the part before they first waited.
  public var kinds: TimeKinds? {
    TimeKinds(total: handlersNanoseconds, computing: computingNanoseconds, waiting: waitingNanoseconds)
  }

  /// From the first call to the last return, without what came after that of handlers that answered later.
  private var handlersNanoseconds: UInt64 {
    guard handlers.contains(where: { $0.suspendedNanoseconds != nil }) else { return totalNanoseconds }
    let end = handlers.reduce(0) { end, span in
      max(end, span.startNanoseconds.plus(span.totalNanoseconds.minus(span.suspendedNanoseconds ?? 0)))
    }
    return min(end, totalNanoseconds)
  }
}

extension WarningEntry {
  /// What the time of the module's own handler was; `nil` where that was not measured.
  public var kinds: TimeKinds? {
    handlerNanoseconds.flatMap { TimeKinds(total: $0, computing: computingNanoseconds, waiting: waitingNanoseconds) }
  }
}

extension ModuleEntry {
  /// What the time of the module's creation was; `nil` where that was not measured.
  public var kinds: TimeKinds? {
    tookNanoseconds.flatMap { TimeKinds(total: $0, computing: computingNanoseconds, waiting: waitingNanoseconds) }
  }
}
