import TerminalUI
import Testing

@testable import Dashboard

/// Presses keys at random, on a screen of random sizes: nothing traps, and every line is as wide as the screen.
@MainActor @Suite struct MonkeyTests {
  private static let keys: [Key] =
    "fFxuqjkgGoi/?123srbopdww {}:,\"é漢👍".map(Key.character) + [
      .up, .down, .pageUp, .pageDown, .home, .end, .enter, .enter, .escape, .escape, .tab, .backTab, .backspace,
      .delete,
      .control("u"), .control("l"), .function(1), .function(5), .paste("pay:\n42"), .left, .right, .insert,
    ]

  @Test(arguments: 1...8 as ClosedRange<UInt64>) func randomKeysDoNoHarm(seed: UInt64) throws {
    var random = SplitMix(state: seed)
    let driver = try Driver(size: Size(width: 100, height: 30))
    for step in 0..<2_500 {
      if step % 50 == 0 { driver.resize(Int(random.next() % 210), Int(random.next() % 60)) }
      if step % 70 == 0 { driver.wait(.milliseconds(Int(random.next() % 3_000))) }
      driver.press(Self.keys[Int(random.next() % UInt64(Self.keys.count))])
      guard step % 10 == 0 else { continue }
      let width = driver.state.size.width
      #expect(driver.lines.allSatisfy { $0.columnWidth == width }, "after \(step) keys")
    }
  }
}
