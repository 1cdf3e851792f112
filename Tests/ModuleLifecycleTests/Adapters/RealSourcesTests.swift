import Dispatch
import RollcallTestingAdditions
import Testing

@testable import ModuleLifecycle

/// Checks that Dispatch itself has released the owned source. Dispatch ends the program if a source is released in a
/// wrong state.
@MainActor @Suite(.inTurn, .serialized, .timeLimit(.minutes(10))) struct RealSourcesTests {
  enum State: CaseIterable {
    case inactive
    case active
    case suspended
    case suspendedTwice
    case resumed
    case cancelled
    case cancelledWhileSuspended
    case cancelledWhileInactive
    case firedOnce
  }

  @Test(arguments: State.allCases) func aTimerIsReleasedInEveryState(state: State) async {
    let (queue, ended, fired) = (DispatchQueue(label: "timer"), Count(), Count())
    let life = LifeSign()
    do {
      let keeper = Keeper()
      let timer: OwnedTimer
      if state == .firedOnce {
        timer = keeper.owned.timer("t", after: .nanoseconds(1), on: queue, isRunning: false) { fired.raise() }
      } else {
        timer = keeper.owned.timer("t", every: .milliseconds(1), on: queue, isRunning: false) { fired.raise() }
      }
      life.object = timer.source.source as AnyObject
      timer.source.source.setCancelHandler { @Sendable in ended.raise() }
      switch state {
      case .inactive: break
      case .active: timer.resume()
      case .suspended:
        timer.resume()
        timer.suspend()
      case .suspendedTwice:
        timer.resume()
        timer.suspend()
        timer.suspend()
      case .resumed:
        timer.resume()
        timer.suspend()
        timer.resume()
      case .cancelled:
        timer.resume()
        timer.cancel()
      case .cancelledWhileSuspended:
        timer.resume()
        timer.suspend()
        timer.cancel()
      case .cancelledWhileInactive: timer.cancel()
      case .firedOnce:
        timer.resume()
        await eventually { fired.value == 1 }
      }
    }
    await eventually { ended.value == 1 && !life.isAlive }
  }

  @Test func threadsThatPauseAndEndATimerAtOnceLeaveItEnded() async {
    for round in 0..<100 {
      let (queue, ended) = (DispatchQueue(label: "timer"), Count())
      let keeper = Mutexed(Keeper())
      guard let timer = keeper.value?.owned.timer("t", every: .microseconds(50), on: queue, isRunning: false, {})
      else { return #expect(Bool(false), "the keeper is there") }
      timer.source.source.setCancelHandler { @Sendable in ended.raise() }
      await concurrently(4) { worker in
        for step in 0..<50 {
          switch (worker + step) % 3 {
          case 0: timer.suspend()
          case 1: timer.resume()
          default: _ = timer.isRunning
          }
          if worker == 0, step == round % 50 { keeper.value = nil }
        }
      }
      await eventually { ended.value == 1 }
      #expect(!timer.isLive && !timer.isRunning)
    }
  }

  @Test func aTimersClosureIsReleasedWithIt() async {
    let life = LifeSign()
    let keeper = Keeper()
    let timer: OwnedTimer
    do {
      let captured = Count()
      life.object = captured
      timer = keeper.owned.timer("t", every: .seconds(3600), on: .global()) { captured.raise() }
    }
    #expect(life.isAlive)
    timer.cancel()
    await eventually { !life.isAlive }
  }

  @Test(arguments: [false, true]) func anAdoptedSourceIsCancelled(isActive: Bool) async {
    let (ended, events) = (Count(), Count())
    let journal = Journal()
    let life = LifeSign()
    do {
      let source = DispatchSource.makeUserDataAddSource(queue: DispatchQueue(label: "source"))
      life.object = source as AnyObject
      source.setEventHandler { @Sendable in events.raise() }
      source.setCancelHandler { @Sendable in ended.raise() }
      let keeper = Keeper(journal)
      keeper.owned.own(source: source, named: "clicks")
      if isActive {
        source.activate()
        source.add(data: 1)
        await eventually { events.value == 1 }
      }
    }
    await eventually { ended.value == 1 && !life.isAlive }
    expectEqual(journal.releases, ["source clicks ownerReleased"])
  }
}
