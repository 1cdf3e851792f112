import Dispatch
import Foundation
package import ModuleLifecycle

/// Watches a shutdown from a thread of its own: reports one that is over its limit, and can end the process then, whatever
/// the main actor does.
package nonisolated final class ShutDownWatch: Observer {
  private enum Stage: Sendable {
    case waiting
    /// Since when, in nanoseconds of the system's clock.
    case begun(UInt64)
    /// The process ends.
    case ending
    case over
  }

  /// The exit code of a process whose shutdown has not ended in time: EX_TEMPFAIL. A supervisor may start it again.
  private static let exitCode: Int32 = 75
  /// How long signals count as one request, in nanoseconds: a terminal's group and a program that forwards signals, or
  /// systemd's control group, can send the same request twice.
  package static let oneRequest: UInt64 = 1_000_000_000
  /// How long the report, the end of recordings and the removal of sockets may take together, in milliseconds.
  private static let farewell = 800

  private let composite: CompositeDelegate
  private let limit: UInt64
  private let endsProcess: Bool
  private let watchesSignals: Bool
  private let report: @Sendable (String) -> Void
  private let queue = DispatchQueue(label: "rollcall.shutdown")
  private let stage = Locked(Stage.waiting)
  /// The signals during the shutdown.
  private let signals = Locked<[DispatchLease]>([])
  package let interests: ObserverInterests = .services

  /// - Parameters:
  ///   - limit: How long the shutdown may take.
  ///   - endsProcess: Whether the process ends when it takes longer.
  ///   - watchesSignals: Whether to take over signals during the shutdown. Otherwise, call `noteSignal()`.
  ///   - report: Writes lines for people. Called on threads of the watch.
  package init(
    _ composite: CompositeDelegate, within limit: Duration, endsProcess: Bool, watchesSignals: Bool,
    report: @escaping @Sendable (String) -> Void
  ) {
    (self.composite, self.endsProcess, self.watchesSignals) = (composite, endsProcess, watchesSignals)
    self.report = report
    self.limit = UInt64(nanoseconds: limit)
  }

  /// Notes that the shutdown has begun. Names the module that is starting, if the launch is not over. Later calls have no
  /// effect. Safe on any thread.
  package func begin() {
    let isNew = stage.withLock { stage in
      guard case .waiting = stage else { return false }
      stage = .begun(MonotonicClock.system.now)
      return true
    }
    guard isNew else { return }
    queue.asyncAfter(deadline: .now() + .nanoseconds(Int(clamping: limit))) { [weak self] in
      guard let self, elapsed != nil else { return }
      noteOverdue(.limit(limit))
    }
    if watchesSignals { signals.withLock { $0 = [SIGTERM, SIGINT, SIGHUP].map(watch) } }
    if let text = ShutDownReport.cancelledLaunch(composite.pendingWork(withLastLines: false)) {
      queue.async { [report] in report(text) }
    }
  }

  package func noteServiceEnds() { begin() }

  private func watch(_ number: Int32) -> DispatchLease {
    #if canImport(Darwin)
    // There, a source does not replace what the signal does.
    signal(number, SIG_IGN)
    #endif
    return DispatchLease(
      { [queue] in DispatchSource.makeSignalSource(signal: number, queue: queue) },
      { [weak self] in self?.noteSignal() })
  }

  /// Notes a signal that asks for the end. The first begins the shutdown. A later one ends the process, unless it belongs
  /// to the same request. Safe on any thread.
  package func noteSignal() {
    guard let elapsed else { return begin() }
    if endsProcess, elapsed >= Self.oneRequest { noteOverdue(.signal(after: elapsed)) }
  }

  /// Notes that the service's task was cancelled. During the shutdown, that means that the group does not wait any longer.
  package func noteCancelled() {
    guard let elapsed else { return begin() }
    queue.async { [self] in report(ShutDownReport(cause: .cancellation(after: elapsed), work: pendingWork).text) }
  }

  /// Reports what the shutdown has left.
  package func noteLeft(_ objects: [OwnedObjectStatus]) {
    if let text = ShutDownReport.left(objects) { queue.sync { report(text) } }
  }

  /// Ends the watch, because the shutdown has ended.
  package func end() {
    stage.withLock { $0 = .over }
    let gone = signals.withLock { signals in
      defer { signals = [] }
      return signals
    }
    // They must not end under the lock.
    withExtendedLifetime(gone) {}
  }

  /// How long the shutdown has been under way, in nanoseconds; `nil` if it is not.
  private var elapsed: UInt64? {
    guard case .begun(let since) = stage.withLock(\.self) else { return nil }
    return MonotonicClock.system.now.minus(since)
  }

  private var pendingWork: [PendingWork] { composite.pendingWork(withLastLines: true) }

  /// Reports, and ends the process if the program has asked for that, even if the report can't be written.
  private func noteOverdue(_ cause: ShutDownReport.Cause) {
    guard endsProcess else { return report(ShutDownReport(cause: cause, work: pendingWork).text) }
    let isFirst = stage.withLock { stage in
      guard case .begun = stage else { return false }
      stage = .ending
      return true
    }
    guard isFirst else { return }
    let isSaid = DispatchSemaphore(value: 0)
    DispatchQueue(label: "rollcall.farewell").async { [self] in
      report("\(ShutDownReport(cause: cause, work: pendingWork).text)\nThe process ends with \(Self.exitCode).")
      ProcessEnd.prepare()
      isSaid.signal()
    }
    _ = isSaid.wait(timeout: .now() + .milliseconds(Self.farewell))
    _exit(Self.exitCode)
  }
}
