import RollcallTestingAdditions
import Testing

@testable import ModuleLifecycle
@testable import RollcallReports

/// Traces are consistent, as their viewers require.
@Suite(.inTurn, .serialized) struct TraceTests {
  @Test func partsAreInsideTheirHandlerAndHandlersInTheirLanes() throws {
    let sketch = Sketch(entries: [
      Sketch.dispatch(
        7, "didFinishLaunching", at: 1_001,
        [
          Sketch.span("Feed", id: 3, order: 1, total: 2_500, own: 500),
          Sketch.span("Feed", id: 3, order: 1, start: 250, total: 2_000, parent: 0, part: "crash report"),
          Sketch.span("Store", id: 4, order: 2, start: 2_500, total: 1_499),
        ])
    ])
    let trace = try TraceChecker(sketch.export(.trace))
    expectEqual(trace.problems, [])
    expectEqual(
      trace.slices.filter { $0.lane != "Application state" },
      [
        .init(lane: "Events", name: "didFinishLaunching", start: 1_001, end: 5_000, depth: 0),
        .init(lane: "Feed", name: "didFinishLaunching", start: 1_001, end: 3_501, depth: 0),
        .init(lane: "Feed", name: "crash report", start: 1_251, end: 3_251, depth: 1),
        .init(lane: "Store", name: "didFinishLaunching", start: 3_501, end: 5_000, depth: 0),
      ])
    expectEqual(trace.lanesInOrder, ["Events", "Application state", "Warnings", "Printed", "Feed", "Store"])
  }

  @Test func aLaunchAndItsCreationHaveALane() throws {
    let trace = try TraceChecker(Sketch.coldLaunch.export(.trace))
    expectEqual(trace.problems, [])
    expectEqual(
      trace.slices.filter { $0.lane == "Launches" },
      [
        .init(lane: "Launches", name: "launch", start: 0, end: 430_000_000, depth: 0),
        .init(lane: "Launches", name: "3 modules created", start: 0, end: 321_000_000, depth: 1),
      ])
    expectEqual(trace.lanesInOrder.first, "Launches")
    #expect(trace.slices.contains(.init(lane: "Legacy", name: "created", start: 0, end: 300_000_000, depth: 0)))
  }

  /// A child's entry precedes its parent's, and both can begin at the same nanosecond.
  @Test func sentEventsAreInsideAndHaveArrows() throws {
    let sketch = Sketch(entries: [
      Sketch.dispatch(2, "openURL", at: 500, [Sketch.span("Feed", id: 1, total: 1_000)], parent: (1, "Feed", 1)),
      // Without the sender's ID.
      Sketch.dispatch(3, "willResignActive", at: 500, [Sketch.span("Feed", id: 1, total: 0)], parent: (2, "Feed", nil)),
      Sketch.dispatch(1, "didFinishLaunching", at: 500, [Sketch.span("Feed", id: 1, total: 1_000, own: 0)]),
    ])
    let trace = try TraceChecker(sketch.export(.trace))
    expectEqual(trace.problems, [])
    let events = trace.slices.filter { $0.lane == "Events" }
    expectEqual(events.map(\.name), ["didFinishLaunching", "openURL", "willResignActive"])
    expectEqual(events.map(\.depth), [0, 1, 2])
    expectEqual(trace.slices.filter { $0.lane == "Feed" }.map(\.depth), [0, 1, 2])
    let arrows = trace.events.filter { $0["ph"] as? String == "s" }.compactMap { $0["id"] as? String }
    expectEqual(arrows.sorted(), ["2", "3"])
  }

  /// The slice ends when the handler first waits. The span continues until it answers.
  @Test func handlersThatAnswerLaterHaveASeparateSpan() throws {
    let sketch = Sketch(entries: [
      Sketch.dispatch(
        1, "performFetch",
        [
          Sketch.span("Shop", id: 9, order: 1, total: 9_000, own: 0),
          Sketch.span("Feed", id: 1, order: 1, total: 9_000, own: 1_000, parent: 0, suspended: 8_000),
          Sketch.span("Store", id: 2, order: 2, start: 1_000, total: 500, parent: 0),
        ]),
      Sketch.dispatch(2, "openURL", at: 4_000, [Sketch.span("Feed", id: 1, total: 7_000)]),
    ])
    let trace = try TraceChecker(sketch.export(.trace))
    expectEqual(trace.problems, [])
    expectEqual(
      trace.slices.filter { $0.name == "performFetch" }.map { [$0.lane, "\($0.start)", "\($0.end)"] },
      [
        ["Events", "0", "1500"], ["Shop", "0", "1500"], ["Feed", "0", "1000"], ["Store", "1000", "1500"],
      ])
    let spans = trace.events.filter { $0["ph"] as? String == "b" }.compactMap { $0["name"] as? String }
    expectEqual(spans, ["performFetch until all had answered", "performFetch until Feed had answered"])
    expectEqual(trace.openSpans, [])
  }

  /// Impossible times are cut to fit, and an object that was never acquired has no span to end.
  @Test func aDamagedRecordingStillNests() throws {
    let sketch = Sketch(entries: [
      Sketch.dispatch(2, "openURL", at: 900, [Sketch.span("Feed", id: 1, total: 5_000)], parent: (1, "Feed", 1)),
      Sketch.dispatch(9, "openURL", at: .max, [Sketch.span("Feed", id: 1, total: .max)], parent: (8, "Feed", 1)),
      Sketch.dispatch(1, "didFinishLaunching", at: 500, [Sketch.span("Feed", id: 1, total: 1_000)]),
      .released(try released(77)),
    ])
    let trace = try TraceChecker(sketch.export(.trace))
    expectEqual(trace.problems, [])
    #expect(trace.events.contains { $0["name"] as? String == "timer refresh released" && $0["ph"] as? String == "i" })
  }

  /// The largest numbers, and rows inside missing rows, in every format.
  @Test(arguments: ExportFormat.allCases) func noRecordingEndsTheProgram(format: ExportFormat) throws {
    var sketch = Sketch(entries: [
      .owned(try owned(.max)), .released(try released(.max)), .gap(GapEntry(dropped: .max)),
    ])
    for parent in [nil, -1, 0, 1, 7, Int.max] as [Int?] {
      let spans = [
        Sketch.span("Feed", id: .max, order: .max, start: .max, total: .max, parent: parent, suspended: 1),
        Sketch.span("Feed", order: .min, start: 3, total: .max, own: .max, parent: parent, suspended: .max),
        Sketch.span("Feed", total: 0, own: .max, parent: parent, part: "part", suspended: .max),
        Sketch.span("Feed", total: 5, own: .max, parent: 0),
      ]
      sketch.entries.append(
        Sketch.dispatch(DispatchID(rawValue: .max), "didFinishLaunching", at: .max, spans, total: .max))
      sketch.entries.append(
        Sketch.dispatch(1, "willFinishLaunching", at: .max, spans, total: .max, parent: (1, "Feed", 1)))
    }
    sketch.entries += [.gap(GapEntry(dropped: .max)), .module(try module("Feed", id: .max, order: .max, parent: .max))]
    #expect(try !sketch.export(format, ExportOptions()).isEmpty)
    sketch.entries.insert(Sketch.dispatch(2, "willFinishLaunching", at: .max, [], total: .max), at: 0)
    #expect(try !sketch.export(format, ExportOptions()).isEmpty)
  }

  @Test func ownedObjectsLiveInTheirOwnersGroup() throws {
    let sketch = Sketch(entries: [.owned(try owned(1)), .owned(try owned(2)), .released(try released(1))])
    let trace = try TraceChecker(sketch.export(.trace))
    expectEqual(trace.problems, [])
    // An object that is alive at the end has no end.
    expectEqual(trace.openSpans, ["owned 2 2 timer refresh"])
    let groups = trace.events.filter { $0["name"] as? String == "process_name" }
      .compactMap { ($0["args"] as? [String: Any])?["name"] as? String }
    expectEqual(groups, ["Shop", "Owned by Feed"])
  }

  @Test func lanesAreInTheOrderOfTheCalls() throws {
    let sketch = Sketch(entries: [
      .module(try module("Cart", id: 3, order: 1, parent: 2)), .module(try module("Shop", id: 2, order: 2)),
      .module(try module("Late", id: 4, order: 3)), .module(try module("First", id: 1, order: 1)),
    ])
    let trace = try TraceChecker(sketch.export(.trace))
    expectEqual(trace.problems, [])
    expectEqual(Array(trace.lanesInOrder.dropFirst(4)), ["First", "Shop", "Shop / Cart", "Late"])
  }

  /// A recording of a thousand sent events is written as it comes, not collected.
  @Test func memoryIsBoundedWhenAnEventSendsEndlessly() {
    var export = TraceExport(header: Sketch().header)
    var out = ""
    for id in 0..<UInt64(10_000) {
      export.add(
        Sketch.dispatch(
          DispatchID(rawValue: id + 2), "openURL", at: id, [Sketch.span("Feed", total: 1)], parent: (1, "Feed", 1)),
        to: &out)
    }
    #expect(export.trees.heldCount < 4_096)
    #expect(out.utf8.count > 100_000)
  }

  private func owned(_ id: UInt64) throws -> OwnedEntry {
    OwnedEntry(
      OwnedObjectFacts(
        id: id, owner: "Feed", ownerID: 5, number: Int(truncatingIfNeeded: id), kind: "timer", name: "refresh",
        lifetime: "module"), detail: nil, dispatch: nil, atNanoseconds: 100 &* id)
  }

  private func released(_ id: UInt64) throws -> ReleasedEntry {
    ReleasedEntry(
      OwnedObjectFacts(
        id: id, owner: "Feed", ownerID: 5, number: Int(truncatingIfNeeded: id), kind: "timer", name: "refresh",
        lifetime: "module"), reason: .cancelled, atNanoseconds: 1_000, cleanupNanoseconds: 50, thread: "main")
  }

  private func module(_ name: String, id: UInt64, order: Int, parent: UInt64? = nil) throws -> ModuleEntry {
    ModuleEntry(
      change: .registered, id: ModuleID(rawValue: id), name: name, order: order, isMain: false, isOn: true,
      owner: OwnerID(rawValue: id),
      parent: parent.map { ModuleID(rawValue: $0) }, atNanoseconds: 10 &* id, tookNanoseconds: 5, handles: [])
  }
}
