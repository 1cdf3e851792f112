import RollcallLaunches
import RollcallTestSupport
import RollcallTestingAdditions
import Testing

@testable import ModuleLifecycle
@testable import RollcallReports

/// Two thousand seeded random launches: their parts add up to the whole, whatever happened side by side.
@Suite(.inTurn, .serialized) struct RandomLaunchTests {
  /// A journal of a launch, written entry by entry.
  private struct Sketch {
    var random: SplitMix
    var now: UInt64 = 0
    var entries: [AnyEntry] = []
    var modules: [ModuleID] = []
    var starting: [ModuleID] = []
    var dispatches: UInt64 = 0
    /// The time of all creations and handlers, as they were written.
    var worked: UInt64 = 0

    mutating func number(_ range: ClosedRange<UInt64>) -> UInt64 { UInt64.random(in: range, using: &random) }

    mutating func pause() { now += number(0...3) == 0 ? number(1...2_000_000) : 0 }

    mutating func create() {
      let id = ModuleID(rawValue: UInt64(modules.count) + 1)
      let took = number(0...500_000)
      entries.append(
        .module(
          ModuleEntry(
            change: .registered, id: id, name: "M\(id)", isOn: true, atNanoseconds: now, tookNanoseconds: took)))
      (now, worked) = (now + took, worked + took)
      modules.append(id)
      pause()
    }

    /// Modules begin and end to start beside everything else.
    mutating func start() {
      for id in starting where number(0...1) == 0 {
        entries.append(.module(ModuleEntry(change: .started, id: id, name: "M\(id)", atNanoseconds: now)))
        starting.removeAll { $0 == id }
      }
      guard let id = modules.randomElement(using: &random), !starting.contains(id) else { return }
      entries.append(.module(ModuleEntry(change: .starting, id: id, name: "M\(id)", atNanoseconds: now)))
      starting.append(id)
      pause()
    }

    mutating func send(_ event: String) {
      dispatches += 1
      let (id, began) = (DispatchID(rawValue: dispatches), now)
      var rows: [HandlerSpan] = []
      for module in modules where number(0...2) > 0 {
        var row = HandlerSpan(module: "M\(module)", moduleID: module)
        row.startNanoseconds = now - began
        let own = number(0...400_000)
        now += own
        worked += own
        var nested: UInt64 = 0
        if event != "tick", number(0...5) == 0 {
          let before = now
          let count = entries.count
          send("tick")
          nested = now - before
          if case .dispatch(var inner) = entries[entries.count - 1], entries.count > count {
            (inner.details.parent, inner.details.parentModuleID) = (id, module)
            entries[entries.count - 1] = .dispatch(inner)
          }
        }
        (row.selfNanoseconds, row.totalNanoseconds) = (own, own + nested)
        rows.append(row)
      }
      entries.append(
        .dispatch(
          DispatchEntry(id: id, event: event, atNanoseconds: began, totalNanoseconds: now - began, handlers: rows)))
    }
  }

  @Test func thePartsOfTwoThousandRandomLaunchesAddUp() throws {
    var random = SplitMix(state: 2_027)
    for _ in 0..<2_000 {
      var sketch = Sketch(random: SplitMix(state: random.next()))
      sketch.pause()
      for _ in 0..<sketch.number(1...8) { sketch.create() }
      if sketch.number(0...1) == 0 { sketch.send("willFinishLaunching") }
      for _ in 0..<sketch.number(0...4) {
        sketch.start()
        if sketch.number(0...2) == 0 { sketch.send("tick") }
        if sketch.number(0...3) == 0 { sketch.create() }
      }
      sketch.send("didFinishLaunching")
      let end = sketch.now
      let process: UInt64? = sketch.number(0...1) == 0 ? sketch.number(0...90_000_000) : nil
      var reader = ExplanationReader([], start: ProcessStart(nanoseconds: process))
      let launch = try #require(sketch.entries.compactMap { reader.add($0) }.last)
      let first = launch.atNanoseconds
      #expect(launch.totalNanoseconds == (process.map { end + $0 } ?? end - first))
      let parts =
        launch.countedBeforeNanoseconds + launch.creationNanoseconds + launch.startsNanoseconds + launch.idleNanoseconds
        + launch.steps.reduce(0) { $0 + $1.totalNanoseconds }
      expectEqual(launch.othersNanoseconds, launch.totalNanoseconds - parts, "nothing is counted twice")
      let explained = try #require(reader.explained)
      expectEqual(explained.totalNanoseconds, launch.totalNanoseconds)
      let modules = explained.modules.reduce(0) { $0 + $1.nanoseconds }
      let sum =
        (process ?? 0) + modules + explained.sideBySideNanoseconds + explained.idleNanoseconds
        + explained.dispatchNanoseconds
      #expect(sum == explained.totalNanoseconds && explained.dispatchNanoseconds == 0)
      #expect(
        modules >= sketch.worked, "what modules did is theirs, and a start adds only time in which nothing else ran")
      expectEqual(reader.finder.shares.values.reduce(0) { $0 + $1.nanoseconds }, sketch.worked)
    }
  }
}
