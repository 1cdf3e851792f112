import RollcallTerminalUI
import RollcallTestSupport
import RollcallTestingAdditions
import RollcallTextFormatting
import Testing

@testable import ModuleLifecycle
@testable import RollcallDashboard

/// Presses keys at random, on a screen of random sizes: nothing traps, and every line is as wide as the screen.
@MainActor @Suite(.inTurn, .serialized) struct MonkeyTests {
  private static let keys: [Key] =
    "fFxuqjkgGoi/?123srbopdctSJK[[]] nNzmyww  {}:,\"é漢👍".map(Key.character) + [
      .up, .down, .pageUp, .pageDown, .home, .end, .enter, .enter, .escape, .escape, .tab, .backTab, .backspace,
      .delete,
      .control("u"), .control("w"), .control("a"), .control("l"), .function(1), .function(5), .paste("pay:\n42"), .left,
      .right, .insert,
    ]

  /// A hundred thousand keys in optimised builds, a tenth of that in others.
  private static let (keyCount, rowKeyCount) = (sized(12_500), sized(2_000))

  @Test(arguments: 1...8 as ClosedRange<UInt64>) func randomKeysNeverTrap(seed: UInt64) throws {
    var random = SplitMix(state: seed)
    let driver = try Driver(size: Size(width: 100, height: 30))
    for step in 0..<Self.keyCount {
      if step % 50 == 0 { driver.resize(Int(random.next() % 210), Int(random.next() % 60)) }
      if step % 70 == 0 { driver.wait(.milliseconds(Int(random.next() % 3_000))) }
      if step % 5 == 0 { driver.turn() }
      driver.press(Self.keys[Int(random.next() % UInt64(Self.keys.count))])
      guard step % 10 == 0 else { continue }
      let width = driver.state.size.width
      #expect(driver.lines.allSatisfy { $0.columnWidth == width }, "after \(step) keys")
    }
  }

  /// With nested modules, sent events and named parts, every row still belongs to its module.
  @Test(arguments: 1...4 as ClosedRange<UInt64>, [false, true])
  func randomKeysKeepRowsAndModulesTogether(seed: UInt64, isNested: Bool) throws {
    var random = SplitMix(state: seed)
    let size = Size(width: 100, height: 30)
    let driver =
      isNested ? try Driver(size: size, build: TreeTests.build) : try Driver.checkout(size, payments: Int(seed) * 5)
    for step in 0..<Self.rowKeyCount {
      if step % 50 == 0 { driver.resize(Int(random.next() % 210), Int(random.next() % 60)) }
      if step % 20 == 0 { driver.composite.send(Checkout.DidPay(amount: step)) }
      if step % 31 == 0 { driver.composite.send(DidFinishLaunching()) }
      driver.pull()
      driver.press(Self.keys[Int(random.next() % UInt64(Self.keys.count))])
      guard step % 5 == 0 else { continue }
      expectConsistentRows(driver.state)
      let width = driver.state.size.width
      #expect(driver.lines.allSatisfy { $0.columnWidth == width }, "after \(step) keys")
    }
  }

  private func expectConsistentRows(_ state: DashboardState) {
    let rows = state.moduleRows
    var lines: Set<Int> = []
    let (list, filter) = (state.application.modules, state.lists[.order].filter)
    for (index, row) in state.application.modules.rows.enumerated() {
      guard filter.map({ list.fits(row, $0) }) ?? true else {
        #expect(rows.row(of: .module(row.id)) == nil)
        continue
      }
      guard let position = rows.row(of: .module(row.id)) else {
        Issue.record("\(row.name) has no row")
        continue
      }
      let line = rows.lines(of: position).lowerBound
      expectEqual(rows.id(of: position), .module(row.id))
      #expect(line < rows.lineCount && rows[line].module == index && rows[line].row == nil)
      lines.insert(line)
      if let span = rows.spanIndex(of: row.id) { expectEqual(state.shownDispatch?.handlers[span].moduleID, row.id) }
    }
    for line in 0..<rows.lineCount where !lines.contains(line) {
      #expect(rows[line].row != nil && rows[line].module == rows[line - 1].module)
    }
  }
}
