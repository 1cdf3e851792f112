import RollcallInspection
import RollcallTerminalUI
import RollcallTestSupport
import RollcallTestingAdditions
import RollcallTextFormatting
import Testing

@testable import ModuleLifecycle
@testable import RollcallDashboard
@testable import RollcallTerminalDashboard

/// Keys and the mouse in a recording.
@MainActor @Suite(.inTurn, .serialized) struct ReplayKeyTests {
  private func replay(size: Size = Size(width: 120, height: 40)) throws -> ReplayDriver {
    ReplayDriver(try Recorded.store(try Recorded.storefront()), size: size)
  }

  @Test func theHeaderMarksARecording() throws {
    let driver = try replay().go(.end)
    #expect(driver.lines[0].contains(" Storefront   REPLAY storefront.rollcall   background   launched "))
    let line = try replay(size: Size(width: 60, height: 15)).lines[0]
    #expect(line.hasPrefix(" Storefront  REPLAY storefront  not running       0 modules "), "\(line)")
  }

  @Test func commandsThatWouldChangeTheApplicationAreRefused() throws {
    let driver = try replay().go(.end)
    let before = driver.model
    for key in "xuocJKiR" {
      driver.press(.character("m"))
      #expect(!driver.lines[1].contains("can't be changed"))
      driver.press(.character(key))
      #expect(driver.lines[1].contains("This is a recording: what happened can't be changed."), "\(key)")
    }
    expectEqual(driver.model, before)
    driver.source.send(InspectionRequest(id: 7, kind: .perform(.stopRepeating)))
    let refusal = Reply(id: 7, answer: .refused("This is a recording: what happened can't be changed."))
    expectEqual(driver.source.receive(limit: 0), [.reply(refusal)])
  }

  @Test func eventsAreFoundByName() throws {
    let driver = try replay().press(.character("f")).type("openu")
    #expect(driver.line(with: "next     at 22:40:") != nil)
    #expect(driver.line(with: "previous none: it has not come before") != nil)
    driver.press(.enter)
    #expect(driver.lines[1].contains("#118 openURL pay:42: yes (Scene), 2 called"))
    #expect(try #require(driver.line(with: "F openURL")).contains("  next│"))
    driver.press(.character("F"))
    #expect(driver.lines[1].contains("#119 openURL pay:42"))
    driver.press(.character("F"))
    #expect(driver.lines[1].contains("openURL does not come after this position."))
    driver.press(.character("f"), .control("p")).finishWork()
    #expect(driver.lines[1].contains("#118 openURL pay:42"))
    driver.press(.character("f")).type("zzz").press(.enter)
    #expect(driver.line(with: "no events match") != nil)
    driver.press(.escape)
    #expect(driver.state.layers.isEmpty)
  }

  @Test func entryNumbersAgreeEverywhere() throws {
    let driver = ReplayDriver(try Recorded.store(try Recorded.warned(1_000))).go(.end)
    let (event, count) = ("didReceiveMemoryWarning", driver.store.count)
    let last = try #require(driver.store.previous(event: event, before: count)) + 1
    #expect(last > 1_000)
    driver.press(.character("f")).type(event).press(.enter)
    #expect(
      driver.lines[1].hasPrefix(
        " \(event) does not come after this position. It last came at entry \(Phrases.number(last)). "))
    #expect(driver.playbackLine.contains("entry \(Phrases.number(count)) of \(Phrases.number(count)) "))
  }

  @Test func goingToTheNextEventNeedsAChosenEvent() throws {
    let driver = try replay().press(.character("F"))
    #expect(driver.lines[1].contains("No event is chosen yet: f chooses one."))
  }

  @Test func theSheetFollowsThePlayhead() throws {
    let driver = try replay().press(.character("f")).type("openu")
    #expect(driver.line(with: "previous none: it has not come before") != nil)
    driver.go(.end)
    #expect(driver.line(with: "previous at 22:40:") != nil)
  }

  @Test func eventsAreSteppedThrough() throws {
    let driver = try replay()
    for number in [117, 118, 119] {
      driver.press(.character(">"))
      #expect(driver.lines[1].contains("#\(number) "))
    }
    driver.press(.character("<")).finishWork()
    #expect(driver.lines[1].contains("#118 "))
    driver.press(.character("<")).finishWork().press(.character("<"))
    #expect(driver.lines[1].contains("No event comes before this position."))
    driver.press(.character("$"), .character(">"))
    #expect(driver.lines[1].contains("No event comes after this position."))
  }

  @Test func theSeekBarCanBeClicked() throws {
    let driver = try replay().go(.end)
    let count = driver.store.count
    let (y, line) = (driver.state.size.height - 3, driver.playbackLine)
    let start = try #require(line.firstIndex(of: "[").map { line[..<$0].columnWidth })
    let end = try #require(line.firstIndex(of: "]").map { line[..<$0].columnWidth })
    driver.click(x: start + 1, y: y).finishWork()
    expectEqual(driver.state.playback?.position, 0)
    driver.click(x: end - 1, y: y).finishWork()
    expectEqual(driver.state.playback?.position, count)
    driver.click(x: (start + end) / 2, y: y).finishWork()
    #expect(abs((driver.state.playback?.position ?? 0) - count / 2) <= 2)
    let before = driver.state.playback?.position
    driver.click(x: 1, y: y).click(x: end + 5, y: y).click(x: start, y: y).finishWork()
    expectEqual(driver.state.playback?.position, before)
  }

  @Test func theBarMarksLaunchesAndWarningsInLetters() throws {
    let driver = try replay()
    #expect(!driver.playbackLine.contains("L"))
    driver.source.beginSurvey()
    driver.finishWork()
    let bar = driver.playbackLine.drop { $0 != "[" }.prefix { $0 != "]" }
    #expect(bar.count { $0 == "L" } == 1 && bar.contains("W"))
  }

  @Test func aLaunchIsNotHiddenByAWarning() throws {
    let driver = try replay()
    let warning = AnyEntry.warning(WarningEntry())
    let launch = AnyEntry.dispatch(DispatchEntry(event: "didFinishLaunching", state: .active))
    for (place, letters) in [(3, "LW"), (99, "WL]")] {
      for entries in [[warning, launch], [launch, warning]] {
        var playback = try #require(driver.state.playback)
        playback.marks = PlaybackMarks()
        for entry in entries { playback.marks.note(entry, at: place, of: 100) }
        driver.act(.playback(playback))
        #expect(driver.playbackLine.contains(letters), "\(driver.playbackLine)")
        #expect(driver.playbackLine.count { $0 == "L" } == 1 && driver.playbackLine.count { $0 == "W" } == 1)
      }
    }
  }

  @Test func theDurationIsSpelledTheSameEverywhere() throws {
    for (end, long, short) in [
      (83_970_000_000, "1 min 23 s", "1:23 of 1:23"), (49_600_000_000, "49 s", "0:49 of 0:49"),
      (1_207_000_000, "1.2 s", "1.207 of 1.207 s"), (3_725_900_000_000, "1 h 2 min", "1:02:05 of 1:02:05"),
    ] as [(UInt64, String, String)] {
      let states = [0, end].map { AnyEntry.state(StateEntry(state: .active, atNanoseconds: $0)) }
      let driver = ReplayDriver(MemoryEntryStore(states))
      #expect(
        driver.lines[1].hasPrefix(
          " A recording of 2 entries over \(long). < and > go to the event before and after; f to any event. "))
      #expect(driver.go(.end).playbackLine.contains("  \(short)  entry 2 of 2  "), "\(driver.playbackLine)")
    }
  }

  @Test func damageIsReportedBelowThePanesAndStays() throws {
    let damage = "3 lines were skipped. The first is line 17: 'at_ns' is missing."
    let driver = ReplayDriver(try Recorded.store(try Recorded.storefront()), damage: damage)
    #expect(driver.line(with: " DAMAGED  \(damage)") != nil)
    driver.press(.character(">"), .character(">"))
    #expect(driver.line(with: " DAMAGED  \(damage)") != nil && driver.lines[0].contains("3 UNREAD"))
  }

  @Test func droppedEntriesAreCounted() throws {
    let driver = ReplayDriver(MemoryEntryStore([.gap(GapEntry(dropped: 12))])).go(.end)
    #expect(driver.lines[0].contains("12 DROPPED"))
  }

  @Test func uselessKeysAreNotOffered() throws {
    let driver = try replay().go(.end)
    let keys = Set(KeyBar(state: driver.state).keyNames(glyphs: .unicode).flatMap(KeyName.keys))
    for key in "xuociJKd" { #expect(!keys.contains(.character(key)), "\(key)") }
  }

  @Test func everyKeyOfTheKeyBarDoesSomething() throws {
    let places: [[Key]] = [
      [], [.character("f")], [.character("f"), .character("o")], [.enter], [.character("?")],
      [.character("2"), .enter],
      [.character("z")], [.character("/"), .character("s")], [.character("3")], [.character("t")], [.character("w")],
      [.character("f"), .enter, .character("<")],
    ]
    for place in places {
      func driver() throws -> ReplayDriver {
        try replay(size: Size(width: 80, height: 16)).go(.entry(40)).press(.character("<"), .character("["))
          .finishWork().pressAll(place).finishWork()
      }
      for name in KeyBar(state: try driver().state).keyNames(glyphs: .unicode) {
        let driver = try driver()
        let before = driver.screen()
        let hasChanged = KeyName.keys(in: name).reversed().contains { key in
          driver.press(key).finishWork()
          return driver.screen() != before || driver.hasQuit
        }
        #expect(hasChanged, "'\(name)' does nothing after \(place)")
      }
    }
  }

  @Test func everyKeyThatTheHelpNamesDoesSomething() throws {
    let places: [Key: [Key]] = [
      .character("n"): [.character("/"), .character("s"), .escape],
      .character("N"): [.character("/"), .character("s"), .escape],
      .character("F"): [.character("0"), .character("f"), .character("o"), .character("p"), .enter],
      .character("1"): [.character("2")],
    ]
    for topic in HelpTopic.pages(for: try replay().state) {
      for line in topic.lines(for: try replay().state) where line.labelStyle == Style.key && line.label != "e" {
        for key in KeyName.keys(in: line.label) where ![.control("l"), .control("z"), .escape].contains(key) {
          let driver = try replay(size: Size(width: 80, height: 16)).go(.entry(40)).press(.down, .character("+"))
          driver.pressAll(places[key] ?? []).finishWork()
          let (screen, copied) = (driver.screen(), driver.copied)
          driver.press(key).finishWork()
          #expect(driver.screen() != screen || driver.copied != copied || driver.hasQuit, "\(line.label)")
        }
      }
    }
  }

  @Test func theHelpNamesEveryKeyOfTheKeyBar() throws {
    let state = try replay().state
    let lines = HelpTopic.pages(for: state).flatMap { $0.lines(for: state) }
    let named = Set(lines.filter { $0.labelStyle == Style.key }.flatMap { KeyName.keys(in: $0.label) })
    let driver = try replay().go(.entry(40)).press(.character("f"), .enter)
    for label in KeyBar(state: driver.state).keyNames(glyphs: .unicode) {
      for key in KeyName.keys(in: label) where ![.up, .down].contains(key) { #expect(named.contains(key), "\(label)") }
    }
    for key in "xuocJKi".map(Key.character) { #expect(!named.contains(key)) }
  }

  /// Random keys, even during a seek: nothing traps, and every line is as wide as the screen.
  @Test(arguments: 1...3 as ClosedRange<UInt64>) func randomKeysNeverTrap(seed: UInt64) throws {
    let keys: [Key] =
      " .,<>0$+-fFjkgGxu?123ztsw[]{}/nNymdq".map(Key.character)
      + [.left, .right, .enter, .escape, .escape, .control("p"), .tab, .backspace, .pageDown]
    var random = SplitMix(state: seed)
    let driver = ReplayDriver(try Recorded.store(try Recorded.warned(500)))
    for step in 0..<1_500 {
      if step % 50 == 0 {
        driver.act(.resize(Size(width: Int(random.next() % 210), height: Int(random.next() % 60))))
      }
      if step % 3 == 0 { driver.work() }
      let key = keys[Int(random.next() % UInt64(keys.count))]
      if random.next().isMultiple(of: 9) {
        driver.click(
          x: Int(random.next() % UInt64(driver.state.size.width + 1)),
          y: Int(random.next() % UInt64(driver.state.size.height + 1)))
      }
      driver.press(key)
      guard step % 10 == 0 else { continue }
      let width = driver.state.size.width
      #expect(driver.lines.allSatisfy { $0.columnWidth == width }, "after \(step) keys")
    }
    let position = try #require(driver.finishWork().state.playback?.position)
    expectEqual(driver.model, driver.store.model(at: position, driver.source.hello))
  }
}
