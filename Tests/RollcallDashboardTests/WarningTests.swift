import ModuleLifecycleTesting
import RollcallRecordings
import RollcallTerminalUI
import RollcallTestingAdditions
import Testing

@testable import ModuleLifecycle
@testable import RollcallDashboard

/// The list of warnings: its contents, movement in it, and its links.
@MainActor @Suite(.inTurn, .serialized) struct WarningTests {
  /// A launched application with six warnings of three kinds.
  static func shop(_ size: Size, allowed: AllowedWarnings = AllowedWarnings()) throws -> Driver {
    let driver = try Driver(size: size, allowed: allowed)
    driver.press(.character("f")).type("didfin").press(.enter)
    driver.wait(.seconds(3)).press(.character("f")).type("openURL").press(.enter)
    driver.wait(.seconds(1)).press(.character("F"))
    let long = "over its budget of 500 ms. Payments took the longest"
    driver.note(.outOfState, "openURL was sent while the application was terminated.", of: nil, in: 118)
    driver.note(.outOfState, "openURL was sent while the application was terminated.", of: nil, in: 119)
    driver.wait(.milliseconds(700)).note(.overBudget, "openURL took 1.2 s, \(long), 1.1 s.", of: "Payments", in: 119)
    driver.note(
      .delegateDangling,
      "The player's delegate (unowned) still points to its Guest, which has been freed. Reading it ends the program.",
      of: "Scene", in: 119)
    driver.wait(.milliseconds(700)).note(.overBudget, "openURL took 1.4 s, \(long), 1.3 s.", of: "Payments", in: 119)
    return driver
  }

  @Test(arguments: WarningEntry.Kind.allCases) func everyKindExplainsItself(kind: WarningEntry.Kind) {
    for text in [kind.meaning, kind.advice] {
      #expect(text.hasSuffix(".") && text.first?.isUppercase == true, "\(kind): \(text)")
      #expect(!text.contains("this version"))
    }
  }

  @Test func warningsAreGroupedByKindWithTheNewestFirst() throws {
    let driver = try Self.shop(Size(width: 120, height: 40)).press(.character("w"))
    #expect(driver.line(with: "─ Warnings · 6, 4 kinds ─") != nil)
    let headings = ["Over budget · 2", "Delegate dangling · 1", "Out of state · 2", "A handler threw · 1"]
    let places = headings.map { heading in driver.lines.firstIndex { $0.contains(heading) } ?? -1 }
    #expect(places == places.sorted() && !places.contains(-1), "\(places)")
    expectEqual(driver.line(with: "▸ 22:40:")?.contains("openURL took 1.4 s"), true, "the newest is selected")
    #expect(driver.line(with: "│ why ") != nil && driver.line(with: "│ do ") != nil)
    #expect(driver.line(with: "│ where    Payments, #119 openURL, 22:40:") != nil)
    #expect(driver.line(with: "allow    --allow overBudget:Payments, or the same below 'allow:' in the map") != nil)
  }

  @Test func arrowsMoveThroughTheWarningsAndEnterOpensOne() throws {
    let driver = try Self.shop(Size(width: 60, height: 15)).press(.character("w"))
    #expect(driver.line(with: "│ why ") == nil, "there is no room for it below the list")
    driver.press(.down, .down, .enter)
    #expect(driver.line(with: "─ Delegate dangling ─") != nil)
    #expect(driver.line(with: "why      The reference neither keeps its delegate") != nil)
    driver.press(.pageDown)
    #expect(driver.line(with: "allow    --allow delegateDangling:Scene") != nil)
    driver.press(.escape)
    #expect(driver.line(with: "─ Warnings · 6, 4 kinds ─") != nil)
    driver.press(.down, .enter)
    #expect(driver.line(with: "─ Out of state · twice, the latest ─") != nil)
    driver.press(.escape)
    driver.press(.character("G"), .enter)
    #expect(driver.line(with: "─ A handler threw ─") != nil)
    driver.press(.enter, .character("g"), .enter)
    #expect(driver.line(with: "─ Over budget ─") != nil)
    driver.press(.escape, .escape)
    #expect(driver.line(with: "1 Order") != nil)
  }

  @Test func key1GoesToTheModuleAndKey2ToTheDispatch() throws {
    let driver = try Self.shop(Size(width: 120, height: 40)).press(.character("w"), .character("1"))
    #expect(driver.state.layers.isEmpty && driver.state.focus == .order)
    expectEqual(driver.state.selected?.name, "Payments")
    driver.press(.character("w"), .down, .down, .character("2"))
    #expect(driver.state.layers.isEmpty && driver.state.focus == .timings)
    expectEqual(driver.state.selected?.name, "Scene", "the dispatch's module is selected")
    driver.press(.character("w"), .character("G"), .character("2"))
    expectEqual(driver.state.shownDispatch?.id, 117, "the earlier dispatch is shown")
  }

  @Test func theMouseSelectsOpensAndScrolls() throws {
    let driver = try Self.shop(Size(width: 120, height: 40)).press(.character("w"))
    let row = try #require(driver.lines.firstIndex { $0.contains("22:40:06  #119  The player's delegate") })
    let point = Point(x: 30, y: row)
    driver.act(.mouse(MouseEvent(.press, at: point), .unicode))
    #expect(driver.line(with: "─ Delegate dangling ─") != nil)
    driver.act(.mouse(MouseEvent(.doubleClick, at: point), .unicode))
    #expect(driver.lines[2].contains("─ Delegate dangling ─"), "the warning has the whole frame")
    #expect(driver.lines[39].contains("  y copy  "))
    driver.press(.character("y"))
    expectEqual(driver.copied?.hasPrefix("Delegate dangling\nwhat   The player's delegate"), true)
    driver.press(.escape)
    driver.act(.mouse(MouseEvent(.press, at: Point(x: 30, y: 3)), .unicode))
    #expect(driver.line(with: "─ Delegate dangling ─") != nil, "a heading is not a warning")
  }

  @Test func aRepeatedWarningStaysSelected() throws {
    let driver = try Self.shop(Size(width: 120, height: 40)).press(.character("w"))
    while driver.state[WarningsPage.self]?.selected?.entry.kind != .outOfState { driver.press(.down) }
    let before = try #require(driver.state[WarningsPage.self]?.selected)
    driver.act(.entries([.warning(before.entry)]))
    driver.press(.character("w"))
    let after = try #require(driver.state[WarningsPage.self]?.selected)
    #expect(after.number == before.number && after.count == before.count + 1)
  }

  @Test func rowsDoNotMoveWhileTheListIsOpen() throws {
    let driver = try Self.shop(Size(width: 120, height: 40)).press(.character("w"), .down)
    let before = driver.lines
    driver.note(.depthCap, "openURL was nested 16 events deep and was not delivered.", of: nil, in: nil)
    let top = driver.lines.prefix(20).dropFirst()
    expectEqual(Array(top), Array(before.prefix(20).dropFirst()))
    #expect(driver.line(with: "1 newer: w shows it") != nil)
    #expect(driver.lines[39].contains("w newer"))
    driver.press(.character("w"))
    #expect(driver.line(with: "Too deep · 1") != nil && driver.line(with: "newer") == nil)
    expectEqual(driver.line(with: "▸ 22:40:")?.contains("openURL took 1.2 s"), true, "the same one is selected")
    driver.press(.character("g"))
    expectEqual(driver.line(with: "▸ 22:40:")?.contains("openURL was nested 16 events deep"), true)
    expectEqual(driver.lines[39].contains("1 its module"), false, "the warning has no module")
  }

  @Test func allowedWarningsAreOnlyCounted() throws {
    let allowed = AllowedWarnings([.init(.handlerThrew, of: "Push"), .init(.outOfState)])
    let driver = try Self.shop(Size(width: 120, height: 40), allowed: allowed)
    #expect(driver.lines[0].contains("3 WARNINGS") && driver.lines[0].contains("3 allowed"))
    driver.press(.character("w"))
    #expect(driver.line(with: "─ Warnings · 3, 2 kinds ─") != nil)
    #expect(driver.line(with: "3 allowed: handlerThrew:Push 1, outOfState 2") != nil)
    #expect(driver.line(with: "threw in") == nil)
  }

  @Test func anAllowedWarningIsNotOnTheNoticeLine() throws {
    let driver = try Driver(allowed: AllowedWarnings([.init(.handlerThrew)]))
    driver.press(.character("f")).type("didfin").press(.enter)
    #expect(driver.line(with: "WARNING") == nil)
    #expect(driver.lines[0].contains("1 allowed") && driver.lines[39].contains("w warnings"))
    driver.press(.character("w"))
    let none = "There are only allowed warnings."
    #expect(driver.line(with: none) != nil && driver.line(with: "1 allowed: handlerThrew 1") != nil)
    driver.press(.enter, .down, .character("1"), .character("2"), .pageDown)
    #expect(driver.line(with: none) != nil)
  }

  @Test func theNoticeLineNamesTheKeyForAllWarnings() throws {
    let driver = try Driver()
    driver.press(.character("f")).type("didfin").press(.enter)
    #expect(driver.lines[38].hasPrefix(" WARNING  Push threw in didFinishLaunching"))
    #expect(driver.lines[38].contains("  w all warnings "))
    driver.resize(80, 24)
    #expect(!driver.lines[22].contains("w all"), "the message matters more")
  }

  @Test func manyWarningsAreCountedAndTheLatestKept() throws {
    let driver = try Driver()
    for number in 1...1_000 { driver.note(.outOfState, "Warning \(number).", of: nil, in: nil) }
    driver.press(.character("w"))
    #expect(driver.line(with: "Out of state · 1,000, the latest 200 kept") != nil)
    #expect(driver.line(with: "─ Out of state ─") != nil)
    driver.press(.character("G"))
    expectEqual(driver.line(with: "▸ 22:40:")?.contains("Warning 801."), true)
    driver.press(.pageUp)
    expectEqual(driver.line(with: "▸ 22:40:")?.contains("Warning 801."), false)
  }
}

extension GoldenTests {
  @Test(arguments: sizes) func warnings(size: Size) throws {
    let allowed = AllowedWarnings([.init(.outOfState)])
    golden("warnings", try WarningTests.shop(size).press(.character("w")))
    golden("warnings-read", try WarningTests.shop(size).press(.character("w"), .down, .down, .enter))
    golden("warnings-allowed", try WarningTests.shop(size, allowed: allowed).press(.character("w"), .down))
    golden("warnings-none", try Driver(size: size).press(.character("w")))
  }

  @Test(arguments: sizes) func warningsOfManyScripts(size: Size) throws {
    let driver = try Driver(size: size)
    for (index, name) in ["支付模块", "会话🔐", "👨‍👩‍👧 Family"].enumerated() {
      driver.note(
        .handlerThrew, "\(name) threw in didFinishLaunching: \"没有令牌 🔑\".", of: name,
        in: DispatchID(rawValue: UInt64(117 + index)))
    }
    for number in 1...60 {
      driver.note(
        .outOfState, "openURL was sent while the application was not running, \(number).", of: nil, in: 12_345)
    }
    golden("warnings-scripts", driver.press(.character("w"), .character("G"), .up))
  }
}

extension Driver {
  /// Writes a warning to the journal.
  @discardableResult
  func note(_ kind: WarningEntry.Kind, _ message: String, of module: String?, in dispatch: DispatchID?) -> Driver {
    act(
      .entries([
        .warning(
          WarningEntry(
            kind: kind, message: message, module: module, dispatch: dispatch,
            atNanoseconds: composite.journal.now))
      ]))
    return self
  }
}
