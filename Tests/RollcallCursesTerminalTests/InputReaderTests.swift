import RollcallTerminalUI
import RollcallTestingAdditions
import Testing

@testable import RollcallCursesTerminal

/// Input bytes and timeouts, on a clock that the test moves.
@Suite(.inTurn, .serialized) struct InputReaderTests {
  private let start = ContinuousClock.now

  private func reader() -> InputReader { InputReader(parser: InputParser()) }

  @Test func thereIsNoTimeoutWithoutAnUnfinishedSequence() {
    var reader = reader()
    #expect(reader.deadline == nil)
    expectEqual(reader.take("a\u{1B}[A".utf8, now: start), [.key(.character("a")), .key(.up)])
    #expect(reader.deadline == nil)
    expectEqual(reader.timeOut(now: start + .seconds(60)), [])
  }

  @Test func escapeAloneIsAKeyAfterAMoment() {
    var reader = reader()
    expectEqual(reader.take("\u{1B}".utf8, now: start), [])
    expectEqual(reader.deadline, start + .milliseconds(25))
    expectEqual(reader.timeOut(now: start + .milliseconds(24)), [])
    expectEqual(reader.timeOut(now: start + .milliseconds(25)), [.key(.escape)])
    #expect(reader.deadline == nil)
  }

  @Test func laterBytesContinueAnUnfinishedPaste() {
    var reader = reader()
    expectEqual(reader.take("\u{1B}[200~pa".utf8, now: start), [])
    expectEqual(reader.take("ste".utf8, now: start + .milliseconds(900)), [])
    expectEqual(reader.timeOut(now: start + .milliseconds(1_899)), [])
    expectEqual(reader.timeOut(now: start + .milliseconds(1_900)), [.unfinishedPaste])
    expectEqual(reader.take("x\u{1B}".utf8, now: start + .seconds(9)), [])
    expectEqual(reader.timeOut(now: start + .milliseconds(9_299)), [])
    expectEqual(reader.timeOut(now: start + .milliseconds(9_300)), [.unfinishedPasteIsOver])
  }

  @Test func pressesAndReleasesBecomeClicksAndDrags() {
    var reader = reader()
    func mouse(_ action: MouseEvent.Action, _ x: Int) -> TerminalInput {
      .mouse(MouseEvent(action, at: Point(x: x, y: 0)))
    }
    let click = "\u{1B}[<0;3;1M\u{1B}[<0;3;1m"
    expectEqual(reader.take("\(click)\(click)".utf8, now: start), [mouse(.press, 2), mouse(.doubleClick, 2)])
    expectEqual(
      reader.take("\u{1B}[<0;3;1M\u{1B}[<0;9;1m".utf8, now: start + .seconds(9)), [mouse(.press, 2), mouse(.drag, 8)])
  }
}

/// Key strings from terminfo.
@Suite(.inTurn, .serialized) struct KeyStringsTests {
  @Test func stringsFromTheDescriptionBecomeKeys() {
    let strings = [
      "kcuu1": "\u{1B}OA", "kf1": "\u{1B}[224z", "kf13": "\u{1B}[1;2P", "kcub1": "\u{08}", "kend": "", "khome": "home",
      "kcbt": "\u{1B}[Z",
    ]
    let keys = KeyStrings.keys { strings[$0].map { Array($0.utf8) } }
    expectEqual(
      keys,
      [
        Array("\u{1B}OA".utf8): .up, Array("\u{1B}[224z".utf8): .function(1), Array("\u{1B}[1;2P".utf8): .function(13),
        Array("\u{1B}[Z".utf8): .backTab,
      ])
  }
}
