import Foundation
import ModuleLifecycleTesting
import RollcallLaunches
import RollcallRecordings
import RollcallTestingAdditions
import Synchronization
import Testing

@testable import ModuleLifecycle

/// The kinds of a handler's time, with invented processor readings.
@MainActor @Suite(.inTurn, .serialized) struct TimeBreakdownTests {
  private let clock = ManualClock()
  private let readings = Readings()

  private func composite() -> CompositeDelegate {
    let composite = CompositeDelegate(journal: Journal(clock: clock.monotonic), measuring: .processor)
    composite.stack.meter = ProcessorMeter { [readings] in readings.times }
    return composite
  }

  @Test func eachHandlerHasItsOwnTimes() throws {
    let composite = composite()
    try composite.register("Slow") { work(computing: 3, waiting: 20, blocked: 7) }
    try composite.register("Idle") { work(blocked: 5) }
    composite.send(DidFinishLaunching())
    let dispatch = try #require(composite.journal.dispatches.last)
    expectEqual(dispatch.handlers.map(\.breakdown), [.of(3, 20, 7), .of(0, 0, 5)])
    expectEqual(dispatch.breakdown, .of(3, 20, 12))
  }

  @Test func nestedTimesAreCountedOnce() throws {
    let composite = composite()
    try composite.register("Inner") { [self] in
      Acting(launch: { _ in }) { [self] in
        spend(computing: 1, waiting: 2, blocked: 3)
      }
    }
    try composite.register("Outer") { [self, unowned composite] in
      Acting { [self] _ in
        spend(computing: 10, waiting: 0, blocked: 0)
        CompositeDelegate.measure("part") {
          spend(computing: 0, waiting: 0, blocked: 30)
          CompositeDelegate.measure("part of it") { spend(computing: 4, waiting: 0, blocked: 0) }
        }
        composite.send(DidEnterBackground())
        spend(computing: 0, waiting: 5, blocked: 0)
      }
    }
    composite.send(DidFinishLaunching())
    let (inner, outer) = (composite.journal.dispatches[0], composite.journal.dispatches[1])
    expectEqual(inner.breakdown, .of(1, 2, 3))
    let rows = outer.handlers.filter { $0.module == "Outer" }
    expectEqual(rows.map(\.breakdown), [.of(10, 5, 0), .of(0, 0, 30), .of(4, 0, 0)])
    expectEqual(outer.ownBreakdown(at: outer.handlers.count - 1), .of(4, 0, 0))
    let place = try #require(outer.handlers.firstIndex { $0.module == "Outer" })
    expectEqual(outer.ownBreakdown(at: place), .of(14, 5, 30))
    expectEqual(outer.ownBreakdown(at: place + 1), .of(4, 0, 30))
    expectEqual(outer.breakdown, .of(15, 7, 33))
  }

  @Test func timesThatTheSystemDoesNotReportAreNotGuessed() throws {
    readings.tellsWaiting = false
    let composite = composite()
    try composite.register("Slow") { work(computing: 3, waiting: 20, blocked: 7) }
    composite.send(DidFinishLaunching())
    let breakdown = try #require(composite.journal.dispatches.last?.handlers[0].breakdown)
    #expect(
      (breakdown.computingNanoseconds, breakdown.waitingNanoseconds, breakdown.blockedNanoseconds) == (3, nil, nil))
    expectEqual(breakdown.notComputingNanoseconds, 27)
  }

  @Test func nothingIsMeasuredByDefault() throws {
    let composite = CompositeDelegate()
    try composite.register("A") { work(computing: 1, waiting: 1, blocked: 1) }
    composite.send(DidFinishLaunching())
    expectEqual(composite.measuring, .time)
    #expect(composite.journal.dispatches.last?.handlers[0].breakdown == nil)
    #expect(composite.journal.dispatches.last?.breakdown == nil)
    composite.measuring = .processor
    composite.send(DidFinishLaunching())
    #expect(composite.journal.dispatches.last?.handlers[0].breakdown != nil)
    composite.measuring = .time
    composite.send(DidFinishLaunching())
    #expect(composite.journal.dispatches.last?.handlers[0].breakdown == nil)
  }

  @Test func creationIsMeasured() throws {
    let composite = composite()
    try composite.register("A") { [self] in
      spend(computing: 2, waiting: 3, blocked: 4)
      return work(blocked: 0)
    }
    expectEqual(composite.modules[0].breakdown, .of(2, 3, 4))
  }

  @Test func aBudgetWarningNamesTheKindsOfTime() throws {
    let composite = CompositeDelegate(
      journal: Journal(clock: clock.monotonic), budgets: EventBudgets(general: .nanoseconds(10)))
    composite.stack.meter = ProcessorMeter { [readings] in readings.times }
    try composite.register("Slow") { [self] in
      Acting { [self] _ in
        spend(computing: 5_000_000, waiting: 0, blocked: 0)
        CompositeDelegate.measure("part") { spend(computing: 0, waiting: 60_000_000, blocked: 0) }
      }
    }
    composite.send(DidFinishLaunching())
    let warning = composite.journal.entries.compactMap { if case .warning(let entry) = $0 { entry } else { nil } }.last
    expectEqual(warning?.breakdown, .of(5_000_000, 60_000_000, 0))
    expectEqual(
      warning?.sentence.hasSuffix(" Slow took the longest, 65 ms, of which 60 ms waiting for a processor."), true)
  }

  @Test func timesOfDifferentClocksAreCutToTheTotal() {
    let breakdown = TimeBreakdown(totalNanoseconds: 10, computingNanoseconds: 8, waitingNanoseconds: 5)
    #expect((breakdown.computingNanoseconds, breakdown.waitingNanoseconds, breakdown.blockedNanoseconds) == (8, 2, 0))
  }

  @Test func aMarkNamesItsHandler() throws {
    let composite = composite()
    try composite.register("Scene") { [unowned composite] in Acting { _ in composite.mark("first frame") } }
    composite.send(DidFinishLaunching())
    composite.mark("ready")
    let marks = composite.journal.entries.compactMap { if case .mark(let mark) = $0 { mark } else { nil } }
    expectEqual(marks.map(\.name), ["first frame", "ready"])
    expectEqual(marks.map(\.module), ["Scene", nil])
    expectEqual(marks[0].dispatch, composite.journal.dispatches[0].id)
    #expect(marks[1].dispatch == nil)
  }

  // MARK: Invented work

  private func work(computing: UInt64 = 0, waiting: UInt64 = 0, blocked: UInt64 = 0) -> Acting {
    Acting { [self] _ in spend(computing: computing, waiting: waiting, blocked: blocked) }
  }

  private func spend(computing: UInt64, waiting: UInt64, blocked: UInt64) {
    readings.spend(computing: computing, waiting: waiting)
    clock.advance(by: .nanoseconds(Int64(computing + waiting + blocked)))
  }
}

/// Handlers of known behaviour, which the test measures at the same time.
@MainActor @Suite(.inTurn, .serialized) struct RealTimeBreakdownTests {
  @Test func burning() throws { try check { burn(20) } }
  @Test func sleeping() throws { try check { Thread.sleep(forTimeInterval: 0.02) } }

  @Test func waitingForALock() throws {
    let lock = NSLock()
    let isHeld = DispatchSemaphore(value: 0)
    try check {
      Thread.detachNewThread {
        lock.lock()
        isHeld.signal()
        Thread.sleep(forTimeInterval: 0.02)
        lock.unlock()
      }
      isHeld.wait()
      lock.lock()
      lock.unlock()
    }
  }

  @Test func readingFromAPipeThatIsFedLate() throws {
    let pipe = Pipe()
    try check {
      Thread.detachNewThread {
        Thread.sleep(forTimeInterval: 0.02)
        try? pipe.fileHandleForWriting.write(contentsOf: Data([1]))
      }
      _ = try? pipe.fileHandleForReading.read(upToCount: 1)
    }
  }

  @Test func starving() {
    let isOver = Shared(false)
    defer { isOver.value.store(true, ordering: .relaxed) }
    for _ in 0..<2 * ProcessInfo.processInfo.activeProcessorCount {
      Thread.detachNewThread { while !isOver.value.load(ordering: .relaxed) {} }
    }
    #expect(throws: Never.self) { try check { burn(20) } }
  }

  private final class Shared: Sendable {
    let value: Atomic<Bool>
    init(_ value: Bool) { self.value = Atomic(value) }
  }

  private func burn(_ milliseconds: UInt64) {
    let start = Accounting.processorTime
    while Accounting.processorTime - start < milliseconds * 1_000_000 {}
  }

  /// Runs a closure in a handler and compares the journal's times with those that the test measures inside it.
  ///
  /// The thread can wait between the test's reading and the journal's, which only one of them includes. They must
  /// therefore agree in one of several attempts.
  private func check(_ body: @escaping () -> Void) throws {
    let composite = CompositeDelegate(measuring: .processor)
    var own = Accounting()
    try composite.register("Busy") {
      Acting { _ in
        let start = Accounting()
        body()
        own = Accounting().minus(start)
      }
    }
    var differences: [String] = []
    for _ in 0..<30 {
      composite.send(DidFinishLaunching())
      let breakdown = try #require(composite.journal.dispatches.last?.handlers.first?.breakdown)
      if Self.agree(breakdown, own) { return }
      differences.append("\(breakdown) \(own)")
    }
    Issue.record("\(differences)")
  }

  private static func agree(_ breakdown: TimeBreakdown, _ own: Accounting) -> Bool {
    guard agree(breakdown.totalNanoseconds, own.wall), agree(breakdown.computingNanoseconds, own.computing) else {
      return false
    }
    #if os(Linux)
    guard let waiting = breakdown.waitingNanoseconds, let blocked = breakdown.blockedNanoseconds else { return false }
    return agree(waiting, own.waiting) && agree(blocked, own.wall - min(own.wall, own.computing + own.waiting))
    #else
    return breakdown.waitingNanoseconds == nil
    #endif
  }

  /// Whether the times agree within a tenth or a millisecond, whichever is more.
  private static func agree(_ told: UInt64, _ found: UInt64) -> Bool {
    max(told, found) - min(told, found) <= max(found / 10, 1_000_000)
  }
}

/// The test's own readings of the current thread's times.
private struct Accounting {
  var wall = Self.time(CLOCK_MONOTONIC)
  var computing = processorTime
  var waiting = Self.waited

  static var processorTime: UInt64 { time(CLOCK_THREAD_CPUTIME_ID) }

  func minus(_ other: Self) -> Self {
    var difference = self
    difference.wall -= other.wall
    difference.computing -= other.computing
    difference.waiting -= other.waiting
    return difference
  }

  private static func time(_ clock: clockid_t) -> UInt64 {
    var time = timespec()
    unsafe clock_gettime(clock, &time)
    return UInt64(time.tv_sec) * 1_000_000_000 + UInt64(time.tv_nsec)
  }

  /// The waiting time in nanoseconds, parsed from this thread's file, which is opened each time.
  private static var waited: UInt64 {
    let text = try? String(contentsOfFile: "/proc/thread-self/schedstat", encoding: .utf8)
    return text?.split(separator: " ").dropFirst().first.flatMap { UInt64($0) } ?? 0
  }
}

/// Invented readings.
private final class Readings {
  private var computing: UInt64 = 1_000
  private var waiting: UInt64 = 500
  var tellsWaiting = true

  var times: ThreadTimes {
    ThreadTimes(computing: computing, waiting: tellsWaiting ? waiting : ThreadTimes.unknown)
  }

  func spend(computing: UInt64, waiting: UInt64) {
    self.computing += computing
    self.waiting += waiting
  }
}

/// A module that runs a given closure at launch and on entering the background.
private final class Acting: Module {
  private let launch: @MainActor (Acting) -> Void
  private let background: @MainActor () -> Void

  init(launch: @escaping @MainActor (Acting) -> Void, background: @escaping @MainActor () -> Void = {}) {
    (self.launch, self.background) = (launch, background)
  }

  static func handlers(_ handlers: inout ModuleHandlers<Acting>) {
    handlers.on(DidFinishLaunching.self) { module, _ in module.launch(module) }
    handlers.on(DidEnterBackground.self) { module, _ in module.background() }
  }
}

extension TimeBreakdown {
  fileprivate static func of(_ computing: UInt64, _ waiting: UInt64, _ blocked: UInt64) -> TimeBreakdown {
    TimeBreakdown(
      totalNanoseconds: computing + waiting + blocked, computingNanoseconds: computing, waitingNanoseconds: waiting)
  }
}
