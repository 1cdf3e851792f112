import Foundation
import ModuleLifecycleTesting
import RollcallLaunches
import RollcallRecordings
import RollcallTestingAdditions
import Testing

@testable import ModuleLifecycle

/// The events, creations and times of launches, found in the journals of real composites whose clock a test moves.
@MainActor @Suite(.inTurn, .serialized) struct LaunchFinderTests {
  private let clock = ManualClock()
  private let composite: CompositeDelegate

  init() { composite = CompositeDelegate(journal: Journal(clock: clock.monotonic)) }

  /// The launches in the journal, each in its state after each of its events.
  private var launches: [ApplicationLaunch] {
    var finder = LaunchFinder()
    return composite.journal.entries.compactMap { finder.add($0) }
  }

  /// Registers a module whose creation and handler take these milliseconds.
  private func register(_ name: String, creation: Int, launch: Int = 1, isOn: Bool = true) throws {
    try composite.register(name, isOn: isOn) { [clock] in
      clock.advance(by: .milliseconds(creation))
      return Probe(name, taking: launch, clock)
    }
    // In which nothing of the modules runs.
    clock.advance(by: .seconds(1))
  }

  @Test func creationIsPartOfTheLaunch() throws {
    try register("Legacy", creation: 300)
    try register("Payments", creation: 2, launch: 30)
    composite.send(WillFinishLaunching())
    composite.send(DidFinishLaunching())
    let launch = try #require(launches.last)
    #expect(launches.count == 2 && launches.map(\.isComplete) == [false, true])
    #expect(launch.creations.map(\.name) == ["Legacy", "Payments"] && launch.createdCount == 2)
    #expect(launch.creationNanoseconds == 302_000_000 && launch.totalNanoseconds == 2_333_000_000)
    expectEqual(launch.steps.map(\.event), ["willFinishLaunching", "didFinishLaunching"])
    expectEqual(launch.steps.map(\.startNanoseconds), [2_302_000_000, 2_302_000_000])
    expectEqual(launch.creations.map(\.startNanoseconds), [0, 1_300_000_000])
    #expect(launch.idleNanoseconds == 2_000_000_000 && launch.longestGap?.totalNanoseconds == 1_000_000_000)
    #expect(launch.slowest?.name == "Legacy" && launch.slowest?.nanoseconds == 301_000_000)
    expectEqual(launch.slowCreations(atMost: 5).map(\.name), ["Legacy"])
    let words = LaunchWords(launch)
    expectEqual(
      words.summary,
      "The launch took 2.3 s in all: 2 modules created 302.0 ms, willFinishLaunching 0 \u{00B5}s, "
        + "didFinishLaunching 31.0 ms, nothing of ours ran 2.0 s. "
        + "Slowest: Legacy, 301.0 ms, of which its creation took 300.0 ms. The time before main is not in it."
    )
  }

  /// Rows and samples have the same subjects, so that each row finds its sample.
  @Test func eachRowOfALaunchHasASample() throws {
    try register("Legacy", creation: 300)
    try register("Payments", creation: 2, launch: 30)
    composite.send(WillFinishLaunching())
    composite.mark("woken")
    composite.send(DidFinishLaunching())
    let (launch, dispatch) = (try #require(launches.last), try #require(composite.journal.dispatches.last))
    let rows = launch.rows(above: dispatch.id, creations: 3)
    expectEqual(
      rows.map(\.label), ["2 modules created", "Legacy", "nothing of ours ran", "willFinishLaunching", "woken"])
    #expect(rows.map(\.depth) == [0, 1, 0, 0, 0] && rows.last?.isMark == true)
    var times = EventTimes()
    for _ in 0..<3 {
      times.add(dispatch)
      times.add(launch, above: dispatch.id)
    }
    times.sort()
    for row in rows { expectEqual(times[row.subject]?.values, Array(repeating: row.selfNanoseconds, count: 3)) }
    expectEqual(times[.event("didFinishLaunching")]?.percentile(50), 31_000_000)
    expectEqual(times[.launch]?.percentile(95), 2_333_000_000)
    #expect(times[.handler(ModuleID(rawValue: 99))] == nil)
  }

  @Test func marksCountFromTheLaunchsStart() throws {
    composite.mark("too early")
    clock.advance(by: .milliseconds(1))
    try register("Legacy", creation: 300)
    composite.mark("created")
    composite.send(DidFinishLaunching())
    clock.advance(by: .milliseconds(50))
    composite.mark("first frame")
    composite.mark("first frame")
    let launch = try #require(launches.last)
    expectEqual(launch.marks.map(\.name), ["created", "first frame"])
    expectEqual(launch.marks.map(\.nanoseconds), [1_300_000_000, 1_351_000_000])
    expectEqual(launch.marks.map(\.startNanoseconds), [1_300_000_000, 1_301_000_000])
    expectEqual(LaunchWords(launch).marks, "Marks: created after 1.3 s, first frame after 1.4 s.")
  }

  @Test func modulesOfACompositeAreNotCountedTwice() throws {
    try composite.register("Shop") { [clock] in
      let shop = CompositeDelegate()
      clock.advance(by: .milliseconds(5))
      try shop.register("Cart") {
        clock.advance(by: .milliseconds(20))
        return Probe("Cart", taking: 1, clock)
      }
      try shop.register("Deals") {
        let deals = CompositeDelegate()
        try deals.register("Coupons") {
          clock.advance(by: .milliseconds(100))
          return Probe("Coupons", taking: 1, clock)
        }
        clock.advance(by: .milliseconds(1))
        return deals
      }
      return shop
    }
    try register("Last", creation: 3)
    composite.send(DidFinishLaunching())
    let launch = try #require(launches.last)
    expectEqual(launch.creationNanoseconds, 129_000_000)
    expectEqual(launch.creations.map(\.name), ["Shop", "Cart", "Deals", "Coupons", "Last"])
    expectEqual(launch.creations.map(\.totalNanoseconds), [126, 20, 101, 100, 3].map { $0 * 1_000_000 })
    expectEqual(launch.creations.map(\.selfNanoseconds), [5, 20, 1, 100, 3].map { $0 * 1_000_000 })
    expectEqual(launch.creations.map(\.startNanoseconds), [0, 5, 25, 25, 126].map { $0 * 1_000_000 })
    expectEqual(launch.createdCount, 3, "composites do not count as modules")
    expectEqual(launch.slowest?.name, "Coupons")
    expectEqual(ApplicationLaunch.creationNanoseconds(of: composite.modules), 129_000_000)
  }

  @Test func onlyAColdStartIsALaunch() throws {
    try register("Feed", creation: 10)
    composite.send(DidFinishLaunching())
    // Warm: the modules exist. Then cold again, with another creation.
    composite.send(DidFinishLaunching())
    try register("Late", creation: 50)
    clock.advance(by: .seconds(1))
    try composite.recreateModules()
    composite.send(DidFinishLaunching())
    expectEqual(launches.map(\.creationNanoseconds), [10_000_000, 60_000_000])
    expectEqual(launches.map(\.createdCount), [1, 2])
  }

  @Test func modulesCreatedAfterTheLaunchHasBegunAreNotCreatedForIt() throws {
    try composite.register("Lazy", isOn: false) { [clock] in
      clock.advance(by: .milliseconds(40))
      return Probe("Lazy", taking: 1, clock)
    }
    try register("Gone", creation: 7)
    try composite.remove("Gone")
    try composite.register("First") { [weak composite] in
      Probe("First") { handlers in
        handlers.on(DidFinishLaunching.self) { [weak composite] _, _ in try composite?.set("Lazy", isOn: true) }
      }
    }
    composite.send(DidFinishLaunching())
    let launch = try #require(launches.last)
    #expect(launch.creations.map(\.name) == ["First"] && launch.creationNanoseconds == 0)
    expectEqual(launch.totalNanoseconds, 40_000_000, "it is part of the handler's time")
  }

  @Test func anAbortedLaunchIncludesItsCreations() throws {
    try register("Feed", creation: 10)
    try composite.register("Store", isRequired: true) { [clock] in
      clock.advance(by: .milliseconds(20))
      return Probe("Store") { $0.on(DidFinishLaunching.self) { _, _ in throw Refusal("no disk") } }
    }
    composite.send(DidFinishLaunching())
    expectEqual(composite.state, .notRunning)
    try composite.recreateModules()
    composite.send(DidFinishLaunching())
    expectEqual(launches.map(\.creationNanoseconds), [30_000_000, 30_000_000])
  }

  @Test func aRecordingThatBeginsLaterIncludesTheCreations() throws {
    let path = FileManager.default.temporaryDirectory.appending(path: "\(UUID()).rollcall").path
    defer { try? FileManager.default.removeItem(atPath: path) }
    try register("Legacy", creation: 300)
    try register("Off", creation: 1, isOn: false)
    let recording = try composite.journal.record(to: path, from: .next)
    composite.send(DidFinishLaunching())
    recording.stop()
    let recorded = try RecordingFile(path: path)
    expectEqual(recorded.header.modules?.map(\.creationNanoseconds), [300_000_000, nil])
    var finder = LaunchFinder(recorded.header.modules ?? [])
    let found = try recorded.anyEntries(0..<recorded.count).compactMap { finder.add($0) }
    expectEqual(found, launches)
    expectEqual(launches.map(\.creationNanoseconds), [300_000_000])
  }

  @Test func readersOfOldRecordingsFindNoCreations() throws {
    try register("Feed", creation: 10)
    composite.send(DidFinishLaunching())
    // Without the creation entries, and with a header without times.
    var finder = LaunchFinder([ModuleStatus(id: ModuleID(rawValue: 1), name: "Feed", order: 1, owner: 1)])
    let launch = try #require(composite.journal.entries.dropFirst().compactMap { finder.add($0) }.last)
    #expect(launch.creations == [] && launch.totalNanoseconds == 1_000_000)
    let words = LaunchWords(launch)
    expectEqual(
      words.summary,
      "The launch took 1.0 ms in all: didFinishLaunching 1.0 ms. Slowest: Feed, 1.0 ms. "
        + "Neither creating the modules nor the time before main is in it.")
  }

  /// A creation of a few microseconds is not slow, however short the launch.
  @Test func aQuickCreationIsNotSlow() throws {
    for (name, creation) in [("Feed", 99), ("Session", 100)] {
      try composite.register(name) { [clock] in
        clock.advance(by: .microseconds(creation))
        return Probe(name, taking: 0, clock)
      }
    }
    composite.send(DidFinishLaunching())
    let launch = try #require(launches.last)
    expectEqual(launch.totalNanoseconds, 199_000)
    expectEqual(launch.slowCreations(atMost: 3).map(\.name), ["Session"])
  }

  @Test func tenThousandModulesAreFoundInOrder() throws {
    for index in 1...10_000 {
      composite.journal.append(
        .module(
          ModuleEntry(
            change: .registered, id: ModuleID(rawValue: UInt64(index)), name: "M\(index)", order: index, isMain: false,
            isOn: true, owner: OwnerID(rawValue: UInt64(index)), parent: nil, atNanoseconds: UInt64(index) * 30_000,
            tookNanoseconds: 30_000, handles: [])))
    }
    clock.advance(by: .seconds(1))
    composite.send(DidFinishLaunching())
    let launch = try #require(launches.last)
    #expect(launch.createdCount == 10_000 && launch.creationNanoseconds == 300_000_000)
    #expect(launch.slowCreations(atMost: 3).isEmpty, "none stands out")
  }
}

extension Probe {
  /// Creates a module that takes these milliseconds to launch.
  fileprivate convenience init(_ name: String, taking milliseconds: Int, _ clock: ManualClock) {
    self.init(name) { handlers in
      handlers.answer(DidFinishLaunching.self) { _, _ in
        clock.advance(by: .milliseconds(milliseconds))
        return true
      }
    }
  }
}

/// Launches that begin with the process, that a person fires by hand, and in which more happens than the two events.
@MainActor @Suite(.inTurn, .serialized) struct WholeLaunchTests {
  private let clock = ManualClock()
  private let composite: CompositeDelegate

  init() { composite = CompositeDelegate(journal: Journal(clock: clock.monotonic)) }

  private func launch(process: UInt64? = nil) throws -> ApplicationLaunch {
    var finder = LaunchFinder(process: process)
    return try #require(composite.journal.entries.compactMap { finder.add($0) }.last)
  }

  private func register(_ name: String, creation: Int = 0, launch: Int = 0) throws {
    try composite.register(name) { [clock] in
      clock.advance(by: .milliseconds(creation))
      return Probe(name, taking: launch, clock)
    }
  }

  @Test func theFirstLaunchBeginsWithTheProcess() throws {
    clock.advance(by: .milliseconds(5))
    try register("Feed", creation: 10, launch: 20)
    composite.send(DidFinishLaunching())
    clock.advance(by: .milliseconds(3))
    composite.mark("first frame")
    let launch = try launch(process: 38_000_000)
    #expect(launch.totalNanoseconds == 73_000_000 && launch.idleNanoseconds == 5_000_000)
    expectEqual(launch.creations.map(\.startNanoseconds), [43_000_000])
    expectEqual(launch.marks.map(\.nanoseconds), [76_000_000], "marks count from the same beginning")
    expectEqual(
      LaunchWords(launch).summary,
      "The launch took 73.0 ms in all: before the composite 38 \u{00B1} 10 ms, 1 module created 10.0 ms, "
        + "didFinishLaunching 20.0 ms, nothing of ours ran 5.0 ms. Slowest: Feed, 30.0 ms, of which its creation took "
        + "10.0 ms. Marks: first frame after 76.0 ms.")
    let rows = launch.rows(above: launch.steps[0].dispatch, creations: 3)
    expectEqual(
      rows.map(\.label),
      ["before the composite, \u{00B1} 10 ms", "1 module created", "nothing of ours ran", "first frame"])
    expectEqual(rows.map(\.totalNanoseconds), [38_000_000, 10_000_000, 5_000_000, 0])
    expectEqual(rows.map(\.startNanoseconds), [0, 43_000_000, 38_000_000, 73_000_000])
  }

  /// iOS makes some processes long before the user opens the app, and does not say so.
  @Test(arguments: [(179, 0, true), (179, 2, false), (181, 0, false), (10_800, 0, false)])
  func anOldProcessSaysNothingAboutItsLaunch(seconds: Int, until launch: Int, isKnown: Bool) throws {
    clock.advance(by: .seconds(launch))
    try register("Feed", creation: 10, launch: 20)
    composite.send(DidFinishLaunching())
    let before = UInt64(seconds) * 1_000_000_000
    let launch = try self.launch(process: before)
    expectEqual(launch.beforeNanoseconds, isKnown ? before : nil)
    #expect(isKnown || launch.totalNanoseconds == 30_000_000)
  }

  @Test func aLaterLaunchOfAProcessDoesNotBeginWithIt() throws {
    try register("Feed", creation: 10)
    composite.send(DidFinishLaunching())
    try composite.recreateModules()
    composite.send(DidFinishLaunching())
    #expect(try launch(process: 38_000_000).beforeNanoseconds == nil)
  }

  /// What passed between the parts is the person's time.
  @Test func aLaunchThatIsFiredByHandIsJoined() throws {
    try register("Feed", creation: 10, launch: 20)
    clock.advance(by: .seconds(60))
    composite.fire(any: DidFinishLaunching())
    let launch = try launch(process: 38_000_000)
    #expect(launch.totalNanoseconds == 30_000_000 && launch.idleNanoseconds == 0 && launch.longestGap == nil)
    #expect(launch.beforeNanoseconds == 38_000_000 && launch.countedBeforeNanoseconds == 0)
    expectEqual(LaunchWords(launch).leftOut, "The 38 \u{00B1} 10 ms before the composite are not in it.")
    let rows = launch.rows(above: launch.steps[0].dispatch, creations: 3)
    #expect(rows.map(\.isOutside) == [true, false] && rows.map(\.totalNanoseconds) == [0, 10_000_000])
  }

  @Test func startsAndOtherEventsArePartOfTheLaunch() throws {
    try register("Feed", creation: 10, launch: 20)
    try composite.register("Other") { [clock] in
      Probe("Other") { $0.on(Tick.self) { _, _ in clock.advance(by: .milliseconds(6)) } }
    }
    composite.send(WillFinishLaunching())
    note(.starting, "Database", 91)
    clock.advance(by: .milliseconds(30))
    note(.starting, "Cache", 92)
    clock.advance(by: .milliseconds(40))
    note(.started, "Cache", 92)
    note(.started, "Database", 91)
    composite.send(Tick())
    composite.send(DidFinishLaunching())
    let launch = try launch()
    #expect(launch.totalNanoseconds == 106_000_000 && launch.idleNanoseconds == 0)
    expectEqual(launch.starts.map(\.totalNanoseconds), [70_000_000, 40_000_000])
    expectEqual(launch.starts.map(\.aloneNanoseconds), [30_000_000, 0], "side by side, only the slack is its own")
    #expect(launch.startsNanoseconds == 70_000_000 && launch.othersNanoseconds == 6_000_000)
  }

  @Test func aStoppedProcessIsNoModulesTime() throws {
    try composite.register("Feed") { [clock, journal = composite.journal] in
      Probe("Feed") { handlers in
        handlers.on(DidFinishLaunching.self) { _, _ in
          clock.advance(by: .milliseconds(20))
          let stopped = journal.now
          clock.advance(by: .seconds(10))
          journal.append(.stopped(StoppedEntry(atNanoseconds: stopped, tookNanoseconds: 10_000_000_000)))
        }
      }
    }
    composite.send(DidFinishLaunching())
    let launch = try launch()
    #expect(launch.totalNanoseconds == 20_000_000 && launch.stoppedNanoseconds == 10_000_000_000)
    expectEqual(launch.slowest?.nanoseconds, 20_000_000)
    expectEqual(
      LaunchWords(launch).summary,
      "The launch took 20.0 ms in all: didFinishLaunching 20.0 ms. Slowest: Feed, 20.0 ms. "
        + "Neither creating the modules nor the time before main is in it. "
        + "The process was stopped for 10 s, which is not in it.")
  }

  /// The watchdog can notice it when the last handler has returned.
  @Test func aStopThatIsNoticedAfterTheLaunchIsTakenOut() throws {
    try register("Feed", launch: 10_020)
    composite.send(DidFinishLaunching())
    composite.mark("first frame")
    composite.journal.append(.stopped(StoppedEntry(atNanoseconds: 5_000_000, tookNanoseconds: 10_000_000_000)))
    let launch = try launch()
    #expect(launch.totalNanoseconds == 20_000_000 && launch.slowest?.nanoseconds == 20_000_000)
    expectEqual(launch.marks.map(\.nanoseconds), [20_000_000])
  }

  /// Each costs as much as the launch: a recording with any number of them must not take minutes.
  @Test func aFewStopsAreNoticedLate() throws {
    try register("Feed", launch: 1_000)
    composite.send(DidFinishLaunching())
    for number in 0..<20 {
      composite.journal.append(
        .stopped(StoppedEntry(atNanoseconds: UInt64(number) * 10_000_000, tookNanoseconds: 1_000_000)))
    }
    try expectEqual(launch().stoppedNanoseconds, 8_000_000)
  }

  @Test func creationsInsideOneOfManyEventsAreNotTheLaunchs() throws {
    composite.send(WillFinishLaunching())
    for number in 1...20 {
      let event = DispatchEntry(
        id: DispatchID(rawValue: 100 + UInt64(number)), event: "tick", atNanoseconds: composite.journal.now,
        totalNanoseconds: 5_000_000)
      clock.advance(by: .milliseconds(1))
      if number.isMultiple(of: 2) { try register("In \(number)", creation: 2) }
      clock.advance(by: .milliseconds(7))
      composite.journal.append(.dispatch(event))
      if number.isMultiple(of: 5) { try register("Out \(number)", creation: 3) }
    }
    composite.send(DidFinishLaunching())
    try expectEqual(launch().creations.map(\.name), ["Out 5", "Out 10", "Out 15", "Out 20"])
  }

  @Test func aModuleThatIsCreatedTwiceIsCountedTwiceAndNotFourTimes() throws {
    try register("Feed", creation: 10)
    composite.send(WillFinishLaunching())
    try composite.remove("Feed")
    try composite.restore("Feed")
    composite.send(DidFinishLaunching())
    let launch = try launch()
    #expect(launch.creationNanoseconds == 20_000_000 && launch.totalNanoseconds == 20_000_000)
  }

  private func note(_ change: ModuleEntry.Change, _ name: String, _ id: UInt64) {
    composite.journal.append(
      .module(
        ModuleEntry(
          change: change, id: ModuleID(rawValue: id), name: name, atNanoseconds: composite.journal.now)))
  }
}
