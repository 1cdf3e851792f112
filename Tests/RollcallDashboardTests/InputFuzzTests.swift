import RollcallTerminalUI
import RollcallTestSupport
import RollcallTestingAdditions
import Testing

@testable import RollcallDashboard

/// Input that is no key press never acts on the application.
@MainActor @Suite(.inTurn, .serialized) struct InputFuzzTests {
  /// The sequences for each seed. All seeds together make a hundred thousand.
  private static let sequenceCount = 12_500

  /// Keys that lead to states where keys have other meanings.
  private static let places: [[Key]] = [
    [], [.character("2")], [.character("3")], [.character("f")], [.character("/")], [.character("?")],
    [.character("w")], [.character("e")], [.character("d")], [.enter],
  ]

  @Test(arguments: 1...8 as ClosedRange<UInt64>) func noSequenceActsOnTheApplication(seed: UInt64) throws {
    let driver = try Driver(size: Size(width: 100, height: 30))
    var grammar = InputGrammar(seed: seed)
    var random = SplitMix(state: seed)
    var parser = InputParser()
    for step in 0..<Self.sequenceCount {
      if step % 100 == 0 {
        for _ in 0..<4 { driver.press(.escape) }
        driver.pressAll(Self.places[Int(random.next() % UInt64(Self.places.count))])
      }
      let (layers, effects) = (driver.state.layers, driver.effectCount)
      let sequence = grammar.next()
      let cut = Int(random.next() % UInt64(sequence.count + 1))
      var found = parser.parse(sequence[..<cut]) + parser.parse(sequence[cut...])
      if parser.patience != nil { found += parser.timeOut() }
      // Control-P is always a key.
      for case .key(let key) in found where key != .control("p") { driver.press(key) }
      let isHarmless = driver.effectCount == effects && driver.state.layers == layers && !driver.hasQuit
      guard isHarmless else {
        Issue.record("seed \(seed), step \(step): \(sequence) acted as \(found)")
        return
      }
      // The next key works as always.
      guard parser.parse("j".utf8) == [.key(.character("j"))], parser.patience == nil else {
        Issue.record("seed \(seed), step \(step): no key works after \(sequence)")
        return
      }
    }
  }

  /// While no key works, no other message hides the reason.
  @Test func anIgnoredPasteIsReportedUntilItEnds() throws {
    let driver = try Driver()
    driver.act(.ignoringPaste(true))
    driver.act(.copyRefused)
    expectEqual(
      driver.line(with: "Paste"), "Paste ignored, press Esc to continue: the terminal did not send its end.")
    driver.act(.ignoringPaste(false))
    expectEqual(driver.line(with: "clipboard"), "This terminal does not support copying to the clipboard.")
  }
}
