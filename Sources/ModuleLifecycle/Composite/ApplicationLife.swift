import Synchronization

/// How far an application's life has come: the one answer to whether it is launched, on any thread.
///
///     not launched ─▶ launching ─▶ launched ─▶ ending ─▶ ended
///
/// A life that has ended stays so until the next one begins, with a number of its own. What belongs to an earlier life is of
/// no consequence: the end of a start, an answer, the end of a launch.
final class ApplicationLife: Sendable {
  enum Stage: Sendable {
    /// With why the latest launch was given up before it had begun.
    case notLaunched((any Error)?)
    /// `launch()` has begun, and has not sent the launch event.
    case launching(Launch)
    /// The launch event was sent. With the launch if its starts or handlers have not ended.
    case launched(Launch?)
    /// A teardown, a shutdown or a termination has begun. With what code that waits for the launch is told.
    case ending(any Error)
    case ended(any Error)
  }

  private struct State: Sendable {
    var stage = Stage.notLaunched(nil)
    /// Reached with the next change of the stage.
    var change = CleanupEnd()

    /// Enters a stage. What it returns is used outside of the lock.
    mutating func enter(_ next: Stage) -> (change: CleanupEnd, old: Stage) {
      defer { (stage, change) = (next, CleanupEnd()) }
      return (change, stage)
    }
  }

  private let state = Locked(State())
  /// Changes with the stage, under its lock. Each dispatch reads it, which a lock would make dearer.
  private let latest = Atomic<Int>(0)

  /// The number of this life. Increases from life to life.
  var number: Int { latest.load(ordering: .relaxed) }
  var stage: Stage { state.withLock(\.stage) }

  /// Whether the launch event was sent in this life.
  var isLaunched: Bool { if case .launched = stage { true } else { false } }
  /// Whether the application is launched, and was in a life with this number.
  func isLaunched(in number: Int) -> Bool { self.number == number && isLaunched }
  var isEnding: Bool { if case .ending = stage { true } else { false } }
  /// Whether it has ended, or is about to end.
  var isOver: Bool { if case .ended = stage { true } else { isEnding } }

  /// The launch that has not ended.
  var launch: Launch? {
    switch stage {
    case .launching(let launch): launch
    case .launched(let launch): launch
    case .notLaunched, .ending, .ended: nil
    }
  }

  /// The required module whose failure has ended this life.
  var failure: (module: String, reason: String)? {
    if case .ended(LaunchError.failed(let module, let reason)) = stage { (module, reason) } else { nil }
  }

  /// Enters a stage if a condition is true of the present one.
  ///
  /// - Returns: Whether it was.
  @discardableResult
  private func enter(_ next: Stage, if condition: (Stage) -> Bool = { _ in true }) -> Bool {
    let left = state.withLock { state in condition(state.stage) ? state.enter(next) : nil }
    left?.change.reach()
    return left != nil
  }

  /// Begins the next life.
  ///
  /// - Returns: Why the present one has ended; `nil` if it has not.
  func beginNext() -> (any Error)? {
    let left = state.withLock { state -> (change: CleanupEnd, old: Stage)? in
      guard case .ended = state.stage else { return nil }
      latest.wrappingAdd(1, ordering: .relaxed)
      return state.enter(.notLaunched(nil))
    }
    left?.change.reach()
    if case .ended(let reason) = left?.old { return reason }
    return nil
  }

  /// Begins a launch that a caller waits for. The present life must not be over.
  func begin(_ launch: Launch) throws(LaunchError) {
    if self.launch?.isAwaited == true { throw .underWay }
    enter(.launching(launch))
  }

  /// Notes that the launch event is sent. If no caller waits for the launch, its starts follow.
  func noteLaunchEvent() {
    switch stage {
    case .launching(let launch): enter(.launched(launch))
    case .notLaunched: enter(.launched(Launch(isAwaited: false)))
    case .launched, .ending, .ended: break
    }
  }

  /// Notes that a launch has succeeded, with all its starts.
  ///
  /// - Returns: Whether it was under way, and nothing has ended it.
  func end(_ launch: Launch) -> Bool {
    // A cancellation that comes while the last handlers run is too late: the application is launched.
    if launch.isAwaited, let problem = launch.problem, !(problem is CancellationError) { return false }
    return enter(.launched(nil)) { if case .launched(let present?) = $0 { present === launch } else { false } }
  }

  /// Begins the end of this life. A launch that is under way is interrupted. The first reason counts.
  func beginEnd(_ reason: any Error) {
    let left = state.withLock { state -> (change: CleanupEnd, old: Stage)? in
      switch state.stage {
      case .ending: nil
      case .ended(let first): state.enter(.ending(first))
      case .notLaunched, .launching, .launched: state.enter(.ending(reason))
      }
    }
    left?.change.reach()
    switch left?.old {
    case .launching(let launch), .launched(let launch?): launch.interrupt()
    default: break
    }
  }

  /// Ends the life with a number, if it is about to end.
  func end(_ number: Int) {
    let left = state.withLock { state -> (change: CleanupEnd, old: Stage)? in
      guard self.number == number, case .ending(let reason) = state.stage else { return nil }
      return state.enter(.ended(reason))
    }
    left?.change.reach()
  }

  /// Cancels the launch of the life with a number, and tells the code that waits for it, even if it has not begun. Safe on
  /// any thread.
  func cancelLaunch(in number: Int) {
    guard self.number == number else { return }
    guard let launch else {
      enter(.notLaunched(CancellationError())) { if case .notLaunched = $0 { true } else { false } }
      return
    }
    launch.cancel()
    state.withLock { $0.enter($0.stage) }.change.reach()
  }

  /// Waits until the application is launched and the starts of the launch have ended.
  ///
  /// - Throws: Why the launch or this life has ended, or `CancellationError`.
  func waitUntilLaunched() async throws {
    let number = number
    try await wait { stage in
      // The life has ended in which it began to wait.
      if self.number != number { throw LaunchError.interrupted }
      switch stage {
      case .notLaunched(nil): return false
      case .notLaunched(let problem?), .ending(let problem), .ended(let problem): throw problem
      case .launched(nil): return true
      case .launching(let launch), .launched(let launch?):
        if let problem = launch.problem { throw problem }
        return false
      }
    }
  }

  private func wait(until condition: (Stage) throws -> Bool) async throws {
    while true {
      try Task.checkCancellation()
      let (stage, change) = state.withLock { ($0.stage, $0.change) }
      if try condition(stage) { return }
      await change.waitUnlessCancelled()
    }
  }
}

/// A launch that is under way.
final class Launch: Sendable {
  private struct State: Sendable {
    /// Why it has to end. The first reason counts.
    var problem: (any Error)?
    /// What sends the events and waits for the starts.
    var task: Task<Void, any Error>?
  }

  private let state = Locked(State())
  /// Whether the caller of `launch()` waits for it.
  let isAwaited: Bool
  /// Reached when nothing waits for its starts any more, because the modules go or the application ends.
  let interruption = CleanupEnd()

  init(isAwaited: Bool) { self.isAwaited = isAwaited }

  var problem: (any Error)? { state.withLock(\.problem) }
  func check() throws { if let problem { throw problem } }

  /// Whether its starts have begun, or its events.
  var isUnderWay: Bool { state.withLock { $0.task != nil } }

  /// Notes what carries it out.
  func attach(_ task: Task<Void, any Error>) {
    let isCancelled = state.withLock { state in
      state.task = task
      return state.problem is CancellationError
    }
    if isCancelled { task.cancel() }
  }

  func fail(_ problem: any Error) { state.withLock { if $0.problem == nil { $0.problem = problem } } }

  /// Ends it, and waits for no start.
  func interrupt() {
    fail(LaunchError.interrupted)
    interruption.reach()
  }

  func cancel() {
    fail(CancellationError())
    state.withLock(\.task)?.cancel()
  }
}

extension Application {
  /// Begins the next life, if the present one has ended. Its scenes stay: the system still shows them.
  ///
  /// - Returns: Why the present one had ended; `nil` if it goes on.
  func beginLife() -> (any Error)? {
    guard let reason = life.beginNext() else { return nil }
    ownership.renew()
    lookUps = []
    tellConductor(.renewed)
    watchdog.forgetLaunch()
    return reason
  }

  /// Begins the end of the application: nothing is held or waited for any more.
  func beginEnd(_ reason: any Error = LaunchError.interrupted) {
    life.beginEnd(reason)
    for start in ownership.unfinished.starts { start.giveUp() }
    forgetLaunch()
    dropAllHeld()
    noteProgress()
  }

  /// Cleans what lives as long as the application, and ends the life with a number, if it is still the present one.
  func end(_ number: Int) {
    guard life.number == number else { return }
    ownership.endApplication()
    life.end(number)
  }

  /// Ends a life that was begun for a module whose creation has failed.
  func endAgain(_ reason: any Error, _ number: Int) {
    guard life.number == number else { return }
    beginEnd(reason)
    end(number)
  }

  /// Notes that the application is not running.
  func returnToNotRunning() {
    guard state != .notRunning else { return }
    state = .notRunning
    journal.append(.state(StateEntry(state: state, atNanoseconds: journal.now)))
  }

  /// Notes a launch event for the whole application. It begins the next life, if the present one has ended. But a launch
  /// that a required module has ended in `willFinishLaunching` does not go on.
  func noteLaunch(_ dispatch: Dispatch) {
    let isLast = dispatch.plan.event == DidFinishLaunching.self
    if isLast, let failure = life.failure {
      dispatch.details.refusal = failure
      return
    }
    if beginLife() != nil { returnToNotRunning() }
    if isLast { life.noteLaunchEvent() }
  }

  /// Tells the conductor of an experiment, if there is one.
  func tellConductor(_ moment: ExperimentMoment) { if let conductor, let root { conductor.note(moment, of: root) } }

  /// Wakes the code that waits until a module is ready.
  func noteProgress() { progress.take()?.reach() }
}
