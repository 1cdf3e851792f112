/// Writes down how far a service has come that is a row among the modules. Safe on any thread.
package final class ServiceProgress: Sendable {
  private struct State: Sendable {
    var wasAskedToEnd = false
    var wasCancelled = false
    var hasEnded = false
    var timer: Task<Void, Never>?
  }

  private let owner: Owner
  private let journal: Journal
  private let sleep: @Sendable (Duration) async throws -> Void
  private let state = Locked(State())

  fileprivate init(_ owner: Owner, _ journal: Journal, sleep: @escaping @Sendable (Duration) async throws -> Void) {
    (self.owner, self.journal, self.sleep) = (owner, journal, sleep)
  }

  /// It runs.
  package func noteStarted() { owner.enter(.started) }

  /// It can be used.
  package func noteReady() {
    state.withLock { state in
      if !state.wasAskedToEnd, !state.hasEnded { owner.enter(.ready) }
    }
  }

  /// It was asked to shut down, or its task was cancelled. If it takes longer than `CompositeDelegate.patience` a warning
  /// names it.
  package func noteAskedToEnd(byCancelling isCancelled: Bool) {
    state.withLock { state in
      if isCancelled { state.wasCancelled = true }
      guard !state.wasAskedToEnd, !state.hasEnded else { return }
      state.wasAskedToEnd = true
      owner.enter(.stopping)
      let start = journal.now
      state.timer = Task { @concurrent [owner, journal, sleep] in
        guard (try? await sleep(CompositeDelegate.patience)) != nil, !Task.isCancelled else { return }
        journal.warn(.shutDownHeldUp) { warning in
          (warning.module, warning.moduleID, warning.ownerID) = (owner.name, owner.instance?.id, owner.id)
          warning.elapsedNanoseconds = warning.atNanoseconds - min(start, warning.atNanoseconds)
          warning.isUnderWay = true
        }
      }
    }
  }

  /// It has returned or thrown. Warns if it threw, or was not asked to end. That it was cancelled is an error only where its
  /// task was not.
  package func noteEnded(_ error: (any Error)?) {
    let (timer, wasAsked, wasCancelled) = state.withLock { state in
      state.hasEnded = true
      return (state.timer, state.wasAskedToEnd, state.wasCancelled)
    }
    timer?.cancel()
    let error = wasCancelled && error is CancellationError ? nil : error.map { String(describing: $0) }
    owner.enter(error == nil ? .stopped : .failed, error: error)
    guard error != nil || !wasAsked else { return }
    journal.warn(.serviceEnded) { warning in
      (warning.module, warning.moduleID, warning.ownerID) = (owner.name, owner.instance?.id, owner.id)
      warning.error = error
    }
  }
}

extension CompositeDelegate {
  /// What is told of a service that stands for a module; `nil` when the module is not there.
  package func serviceProgress(of module: ModuleID) -> ServiceProgress? {
    slotIndex[module]?.owner.map { ServiceProgress($0, journal, sleep: sleep) }
  }
}
