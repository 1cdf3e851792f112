import RollcallTestingAdditions
import Testing

@testable import ModuleLifecycle

@Suite(.inTurn, .serialized) struct MainActorWatchTests {
  private struct Look {
    let milliseconds: UInt64
    var mayBeBusy = false
    var isAnswered = false
    let step: MainActorWatch.Step
  }

  private func expect(_ looks: Look..., sourceLocation: SourceLocation = #_sourceLocation) {
    var watch = MainActorWatch()
    for look in looks {
      let step = watch.step(
        at: (look.milliseconds + 5_000) * 1_000_000, mayBeBusy: look.mayBeBusy,
        isAnswered: look.isAnswered)
      expectEqual(step, look.step, "at \(look.milliseconds) ms", sourceLocation: sourceLocation)
    }
  }

  @Test func silenceCausesOneWarning() {
    expect(
      Look(milliseconds: 0, step: .ping), Look(milliseconds: 999, step: .nothing),
      Look(milliseconds: 1_000, step: .warn(silent: 1_000_000_000)), Look(milliseconds: 1_500, step: .nothing),
      Look(milliseconds: 2_400, step: .nothing))
  }

  @Test func theMainActorIsAskedAgainAfterItsAnswerButNotAtOnce() {
    expect(
      Look(milliseconds: 0, step: .ping), Look(milliseconds: 50, isAnswered: true, step: .nothing),
      Look(milliseconds: 250, isAnswered: true, step: .ping), Look(milliseconds: 1_200, step: .nothing),
      Look(milliseconds: 1_250, step: .warn(silent: 1_000_000_000)),
      Look(milliseconds: 1_300, isAnswered: true, step: .ping), Look(milliseconds: 2_290, step: .nothing),
      Look(milliseconds: 2_300, step: .warn(silent: 1_000_000_000)))
  }

  @Test func theTimeOfAHandlerDoesNotCount() {
    expect(
      Look(milliseconds: 0, mayBeBusy: true, step: .nothing), Look(milliseconds: 50, step: .ping),
      Look(milliseconds: 500, mayBeBusy: true, step: .nothing),
      Look(milliseconds: 1_400, mayBeBusy: true, step: .nothing), Look(milliseconds: 2_350, step: .nothing),
      Look(milliseconds: 2_400, step: .warn(silent: 1_000_000_000)))
  }

  @Test func timeWithoutChecksDoesNotCount() {
    expect(
      Look(milliseconds: 0, step: .ping), Look(milliseconds: 60_000, step: .nothing),
      Look(milliseconds: 60_900, step: .nothing),
      Look(milliseconds: 61_000, step: .warn(silent: 1_000_000_000)))
  }
}
