import RollcallTerminalUI
import RollcallTestSupport
import RollcallTestingAdditions
import Synchronization
import Testing

@testable import ModuleLifecycle
@testable import RollcallDashboard
@testable import RollcallTerminalDashboard

/// A seek to a position, on any path, shows the state at this position.
@MainActor @Suite(.inTurn, .serialized) struct SeekTests {
  private nonisolated static let seeds = 1...(isOptimised ? 4 : 2 as UInt64)

  @Test func steppingForthAndBackEqualsSeeking() throws {
    let driver = ReplayDriver(try Recorded.store(try Recorded.storefront()))
    let store = driver.store
    for position in 0...store.count {
      expectEqual(driver.model, store.model(at: position, driver.source.hello), "after \(position)")
      driver.press(.character("."))
    }
    for position in (0...store.count).reversed() {
      expectEqual(driver.model, store.model(at: position, driver.source.hello), "back to \(position)")
      driver.press(.character(",")).finishWork()
    }
    expectEqual(driver.state.playback?.position, 0)
  }

  @Test(arguments: seeds) func randomPositionsEqualReadingFromTheStart(seed: UInt64) throws {
    var random = SplitMix(state: seed)
    let store = try Recorded.store(try Recorded.warned(3_000))
    let driver = ReplayDriver(store)
    #expect(store.count > 5_000)
    if seed > 2 { driver.source.beginSurvey() }
    for _ in 0..<12 {
      let target = Int(random.next() % UInt64(store.count + 1))
      // The survey happens in between, or has ended.
      driver.work(Int(random.next() % 3))
      driver.go(.entry(target))
      expectEqual(driver.state.playback?.position, target)
      for _ in 0..<(random.next() % 4) { driver.press(.character(",")).finishWork() }
      for _ in 0..<(random.next() % 6) { driver.press(.character(".")).finishWork() }
      let position = try #require(driver.state.playback?.position)
      var snapshot = ApplicationModel(driver.source.hello)
      snapshot.apply(try store.anyEntries(0..<position))
      expectEqual(driver.model, snapshot, "after \(position)")
    }
  }

  @Test func theViewStays() throws {
    let driver = ReplayDriver(try Recorded.store(try Recorded.storefront()), size: Size(width: 80, height: 24))
    driver.go(.end).press(.character("1"), .character("/")).type("s").press(.enter, .character("G"), .character("z"))
    driver.press(.character("2"), .character("t"))
    let name = driver.state.selected?.name
    driver.go(.start)
    #expect(driver.state.application.modules.count == 0 && driver.lines[1].contains("A recording of "))
    driver.go(.end)
    #expect(driver.state.selected?.name == name && driver.state.isZoomed && driver.state.focus == .timings)
    #expect(driver.state.filterQuery == "s" && driver.state.showsStatistics)
    driver.press(.character("3"), .character("/")).type("feed").press(.enter)
    let rows = driver.state.cleanupRows.count
    driver.go(.entry(3)).go(.end)
    #expect(driver.state.cleanupRows.count == rows && driver.state.filterQuery == "feed")
  }

  @Test func aPinnedDispatchOfTheFutureIsUnpinned() throws {
    let driver = ReplayDriver(try Recorded.store(try Recorded.storefront()))
    driver.go(.end).press(.character("["))
    let pinned = try #require(driver.state.pinned)
    for _ in 0..<3 { driver.press(.character("<")).finishWork() }
    #expect(driver.state.pinned == nil && driver.state.application.history.place(of: pinned.dispatch.id) == nil)
    driver.go(.end).press(.character("["), .character("["), .character("[")).press(.character(",")).finishWork()
    #expect(driver.state.pinned != nil, "the earlier dispatch is still known")
  }

  @Test func aLongSeekRunsInTheBackgroundAndCanBeCancelled() throws {
    let store = try Recorded.store(try Recorded.warned(3_000))
    let driver = ReplayDriver(store)
    driver.press(.character("."), .character("$"))
    #expect(driver.playbackLine.contains("Seeking 0%"))
    #expect(driver.state.tickInterval == .milliseconds(50) && driver.state.playback?.position == 1)
    expectEqual(KeyBar(state: driver.state).keyNames(glyphs: .unicode).first, "Esc")
    driver.press(.escape)
    #expect(driver.playbackLine.contains("Recording") && driver.state.tickInterval == nil)
    driver.finishWork()
    expectEqual(driver.state.playback?.position, 1, "the position has stayed")
    driver.press(.character("$")).press(.left)
    driver.finishWork()
    expectEqual(driver.state.playback?.position, store.count - store.count / 20, "keys add up during a seek")
  }

  /// - Parameters:
  ///   - kept: The maximum number of states.
  ///   - read: The maximum number of entries for one move.
  @Test(arguments: [(100_000, 33, 7_168), (600_000, ReplaySource.mostKept, 16_384)])
  func fewStatesAreKeptAndFewEntriesRead(count: Int, kept: Int, read: Int) throws {
    let store = MemoryEntryStore(
      (0..<count).map { index in
        .output(OutputEntry(line: "\(index)", atNanoseconds: UInt64(index)))
      })
    let driver = ReplayDriver(store)
    driver.source.beginSurvey()
    driver.finishWork()
    expectEqual(store.entriesRead, count)
    #expect((20...kept).contains(driver.source.keptCount))
    for target in [count - 1, 50_000, 7, count, count / 3 * 2, 50_000] {
      let before = store.entriesRead
      driver.go(.entry(target))
      expectEqual(driver.model.log.outputs.last?.atNanoseconds, UInt64(target - 1))
      #expect(store.entriesRead - before <= read, "of \(target)")
    }
    let before = store.entriesRead
    for target in (49_800..<50_000).reversed() {
      driver.go(.entry(target))
      expectEqual(driver.model.log.outputs.last?.atNanoseconds, UInt64(target - 1))
    }
    #expect(store.entriesRead - before <= 200 * 1_025)
  }

  @Test func largeStatesAreFewer() throws {
    let spans = (0..<20).map { index in
      HandlerSpan(
        module: "M\(index)", moduleID: ModuleID(rawValue: UInt64(index + 1)), order: index + 1, outcome: .returned,
        value: .null, startNanoseconds: 0, selfNanoseconds: 1, totalNanoseconds: 1)
    }
    let whole = DispatchEntry(event: "openURL", state: .active, handlers: spans)
    let store = MemoryEntryStore(
      (1...100_000 as ClosedRange<UInt64>).map { number in
        var dispatch = whole
        (dispatch.id, dispatch.atNanoseconds) = (DispatchID(rawValue: number), number)
        return .dispatch(dispatch)
      })
    let driver = ReplayDriver(store, byteLimit: 16 << 20)
    driver.source.beginSurvey()
    driver.finishWork()
    #expect((2...8).contains(driver.source.keptCount))
    for target in [99_999, 13, 50_001, 31_000] {
      expectEqual(driver.go(.entry(target)).model.history.latest?.id, DispatchID(rawValue: UInt64(target)))
    }
    let model = driver.go(.end).model
    #expect(model.estimatedBytes > 1 << 20)
    expectEqual(model.estimatedBytes, model.history.dispatches.count * whole.bytes)
  }

  @Test func aFileThatCanNoLongerBeReadSaysSo() throws {
    let store = try Recorded.store(try Recorded.storefront())
    let driver = ReplayDriver(store).go(.entry(9))
    store.isTorn.store(true, ordering: .relaxed)
    driver.press(.character("."))
    #expect(driver.lines[1].contains("'shop.rollcall' has been changed since it was opened."))
    expectEqual(driver.state.playback?.position, 9)
    store.isTorn.store(false, ordering: .relaxed)
    driver.press(.character("."))
    expectEqual(driver.state.playback?.position, 10)
    store.isTorn.store(true, ordering: .relaxed)
    driver.press(.character(",")).finishWork()
    #expect(driver.lines[1].contains("'shop.rollcall' has been changed since it was opened."))
    #expect(driver.state.playback?.position == 10 && driver.state.playback?.seek == nil)
  }
}
