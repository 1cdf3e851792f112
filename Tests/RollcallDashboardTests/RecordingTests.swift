import ModuleLifecycle
import RollcallRecordings
import RollcallTerminalUI
import RollcallTestingAdditions
import Testing

@testable import RollcallDashboard

/// Recording, as the screen and the lines show it. Other tests check the written file.
@MainActor @Suite(.inTurn, .serialized) struct RecordingTests {
  @Test func aKeyBeginsAndEndsARecording() throws {
    let driver = try Driver(size: Size(width: 200, height: 40))
    #expect(!driver.lines[0].contains("REC"))
    expectEqual(driver.lines.last?.contains("R record"), true)
    driver.press(.character("R"))
    #expect(driver.lines[0].contains("RECORDING"))
    #expect(
      driver.lines[1].hasPrefix(
        " Recording to Storefront-20261121-160000.rollcall, starting with the earlier entries."))
    #expect(driver.lines[1].contains("R stop"))
    expectEqual(driver.lines.last?.contains("R stop recording"), true)
    driver.press(.character("R"))
    #expect(!driver.lines[0].contains("REC"))
    #expect(
      driver.lines[1].hasPrefix(" Recorded to Storefront-20261121-160000.rollcall: 1,234 entries, 346 kB. "))
  }

  @Test func aNarrowScreenShowsAShortWord() throws {
    let driver = try Driver(size: Size(width: 80, height: 24)).press(.character("R"))
    #expect(driver.lines[0].contains(" REC ") && !driver.lines[0].contains("RECORDING"))
    driver.press(.character("f")).type("didfin").press(.enter)
    #expect(driver.lines[0].contains(" REC "))
    #expect(driver.lines[1].contains("#117 didFinishLaunching"))
  }

  @Test func progressDoesNotChangeTheHeadline() throws {
    let driver = try Driver().press(.character("R")).press(.character("m"))
    let headline = driver.lines[1]
    var status = try #require(driver.state.recording)
    status.entries = 7
    driver.act(.recording(status))
    #expect(driver.lines[1] == headline && driver.lines[0].contains("RECORDING"))
  }

  @Test func aRecordingThatEndsByItselfSaysWhy() throws {
    let driver = try Driver().press(.character("R"))
    driver.endRecording(problem: "'a.rollcall' can't be written any more: there is no space left on the disk.")
    #expect(driver.lines[0].contains(" NOT RECORDED "), "also when another headline follows")
    #expect(driver.lines[1].contains("'a.rollcall' can't be written any more: there is no space left on the disk."))
    driver.press(.character("R"))
    expectEqual(driver.state.recording?.isRunning, true)
    #expect(driver.lines[0].contains(" RECORDING ") && !driver.lines[0].contains("NOT"))
  }

  @Test func missingEntriesAreReported() throws {
    let driver = try Driver().press(.character("R"))
    driver.endRecording(dropped: 1_200)
    #expect(driver.lines[1].contains(" 1,200 entries came too fast and are missing. Recorded to "))
  }

  @Test func aFrozenViewStaysFrozen() throws {
    let driver = try Driver().press(.character(" "), .character("R"))
    #expect(driver.state.isFrozen && driver.state.recording?.isRunning == true)
  }

  @Test func typedLinesRecord() throws {
    let driver = try Driver()
    driver.act(.line("stop recording"))
    expectEqual(driver.complaints, ["Nothing is being recorded."])
    var reporter = PlainReporter(driver.state)
    func said() -> [String] { reporter.lines(after: .recording(driver.state.recording), in: driver.state) }
    driver.act(.line("record \"my shop.rollcall\""))
    expectEqual(driver.state.recording?.path, "my shop.rollcall")
    expectEqual(said(), ["Recording to my shop.rollcall, starting with the earlier entries."])
    driver.act(.line("status"))
    expectEqual(driver.said.last?.hasSuffix(", recording to my shop.rollcall."), true)
    driver.act(.line("stop recording"))
    expectEqual(said(), ["Recorded to my shop.rollcall: 1,234 entries, 346 kB."])
    expectEqual(said(), [])
  }

  /// A replay starts with the same rows as live, in the same order, although a module was moved before.
  @Test func aModuleThatIsRegisteredAgainTakesItsPosition() throws {
    let driver = try Driver().press(.down, .character("J"))
    var list = ModuleList(driver.composite.modules)
    for entry in driver.composite.journal.reader().readAny() {
      if case .module(let module) = entry { list.apply(module) }
    }
    list.settle()
    expectEqual(list.rows.map(\.name), driver.composite.modules.map(\.name))
    expectEqual(list.rows.map(\.order), driver.composite.modules.map(\.order))
  }
}
