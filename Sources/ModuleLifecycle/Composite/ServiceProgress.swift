/// Records how far a service that is listed as a module has come. Safe on any thread.
package final class ServiceProgress: Sendable {
  private struct State: Sendable {
    var wasAskedToEnd = false
    var wasCancelled = false
    var hasEnded = false
    var timer: Task<Void, Never>?
  }

  private let owner: Owner
  private let journal: Journal
  private let observers: Observers
  private let life: ApplicationLife
  /// The number of the life in which the service was added.
  private let number: Int
  private let sleep: @Sendable (Duration) async throws -> Void
  private let state = Locked(State())

  @MainActor fileprivate init(_ owner: Owner, in composite: CompositeDelegate) {
    (self.owner, journal, observers) = (owner, composite.journal, composite.observers)
    (life, sleep) = (composite.application.life, composite.application.sleep)
    number = life.number
  }

  /// Records that the service is running.
  package func noteStarted() { owner.enter(.started) }

  /// Records that the service is ready for use.
  package func noteReady() {
    owner.enter(.ready) { life in
      if case .working(let stage, _) = life { stage == .started } else { true }
    }
  }

  /// Records that the service was asked to shut down, or that its task was cancelled. A warning names it if it takes
  /// longer than `Application.patience`.
  package func noteAskedToEnd(byCancelling isCancelled: Bool) {
    let isNews = state.withLock { state in
      if isCancelled { state.wasCancelled = true }
      defer { state.wasAskedToEnd = true }
      return !state.wasAskedToEnd && !state.hasEnded
    }
    guard isNews else { return }
    owner.enter(.stopping) { life in
      if case .working(let stage, _) = life { stage != .stopped && stage != .failed } else { true }
    }
    let start = journal.now
    owner.ownership?.unfinished.add(UnfinishedWork.StoppingService(owner: owner, since: start))
    for observer in observers.interested(in: .services) { observer.noteServiceEnds() }
    life.cancelLaunch(in: number)
    let hasEnded = state.withLock { state in
      guard !state.hasEnded else { return true }
      state.timer = Task { @concurrent [owner, journal, sleep] in
        guard (try? await sleep(Application.patience)) != nil, !Task.isCancelled else { return }
        journal.warn(.shutDownHeldUp) { warning in
          (warning.module, warning.moduleID, warning.ownerID) = (owner.name, owner.record?.id, owner.id)
          warning.elapsedNanoseconds = warning.atNanoseconds - min(start, warning.atNanoseconds)
          warning.isUnderWay = true
        }
      }
      return false
    }
    // It has ended since it was asked.
    if hasEnded { owner.ownership?.unfinished.removeService(of: owner) }
  }

  /// Records that the service has returned or thrown. Warns if it threw or was not asked to end. A `CancellationError`
  /// counts as an error only if the service's task was not cancelled.
  ///
  /// - Parameter warns: Whether an unexpected end is worth a warning.
  package func noteEnded(_ error: (any Error)?, warns: Bool = true) {
    owner.ownership?.unfinished.removeService(of: owner)
    let (timer, wasAsked, wasCancelled) = state.withLock { state in
      state.hasEnded = true
      return (state.timer, state.wasAskedToEnd, state.wasCancelled)
    }
    timer?.cancel()
    let error = wasCancelled && error is CancellationError ? nil : error.map { String(describing: $0) }
    owner.enter(error == nil ? .stopped : .failed, error: error)
    guard warns, error != nil || !wasAsked else { return }
    journal.warn(.serviceEnded) { warning in
      (warning.module, warning.moduleID, warning.ownerID) = (owner.name, owner.record?.id, owner.id)
      warning.error = error
    }
  }
}

extension CompositeDelegate {
  /// Returns the progress recorder of a service that is a module. `nil` when the module is not present.
  package func serviceProgress(of module: ModuleID) -> ServiceProgress? {
    slotIndex[module]?.owner.map { ServiceProgress($0, in: self) }
  }
}
