import RollcallTestingAdditions
import Testing

@testable import RollcallCursesTerminal

@Suite(.inTurn, .serialized) struct FramePacerTests {
  private let start = ContinuousClock.now

  @Test func nothingIsDrawnUnlessSomethingHappened() {
    var pacer = FramePacer()
    #expect(!pacer.isDue(at: start))
    pacer.request(at: start, isUrgent: false)
    #expect(pacer.isDue(at: start))
    pacer.didDraw(at: start)
    #expect(pacer.deadline == nil)
  }

  @Test func aFloodIsDrawnAtIntervals() {
    var pacer = FramePacer()
    pacer.didDraw(at: start)
    for milliseconds in 1...20 { pacer.request(at: start + .milliseconds(milliseconds), isUrgent: false) }
    expectEqual(pacer.deadline, start + FramePacer.interval)
  }

  @Test func aKeyIsDrawnAtOnce() {
    var pacer = FramePacer()
    pacer.didDraw(at: start)
    pacer.request(at: start + .milliseconds(1), isUrgent: false)
    pacer.request(at: start + .milliseconds(2), isUrgent: true)
    #expect(pacer.isDue(at: start + .milliseconds(2)))
  }

  @Test func aKeysResultIsDrawnSoon() {
    var pacer = FramePacer()
    pacer.request(at: start, isUrgent: true)
    pacer.didDraw(at: start)
    pacer.request(at: start + .milliseconds(1), isUrgent: false)
    expectEqual(pacer.deadline, start + FramePacer.answerInterval)
    pacer.didDraw(at: start + .milliseconds(32))
    pacer.request(at: start + .milliseconds(33), isUrgent: false)
    expectEqual(pacer.deadline, start + .milliseconds(32) + FramePacer.interval, "a flood is still drawn at intervals")
  }
}
